import type { SourceRecord } from '../../model/record.ts';

/** Names a run for each record: by its line, and by its column too where several records share a line. */
export function openPairRuns(): (record: SourceRecord) => string {
  let line = 0;
  return (record) => {
    const isShared = record.line === line;
    line = record.line;
    return isShared ? `pair-${record.line}-${record.column}` : `pair-${record.line}`;
  };
}
