import type { LineFault, SourceRecord } from '../../src/model/record.ts';
import { openRecords, type RecordCounts, type Wants } from '../../src/records/records.ts';

export interface Read {
  readonly records: readonly SourceRecord[];
  readonly faults: readonly LineFault[];
  readonly counts: Readonly<RecordCounts>;
}

/** Reads bytes in chunks of the given sizes; the rest in one. Every chunk is overwritten afterwards. */
export function read(input: string | Uint8Array, sizes: readonly number[] = [], wants?: Wants): Read {
  const bytes = typeof input === 'string' ? new TextEncoder().encode(input) : input;
  const records: SourceRecord[] = [];
  const faults: LineFault[] = [];
  const stream = openRecords({
    input: 0,
    emit: (record) => records.push(record),
    fault: (fault) => faults.push(fault),
    ...(wants === undefined ? {} : { wants }),
  });
  let start = 0;
  for (const size of [...sizes, bytes.length]) {
    if (start >= bytes.length) break;
    const chunk = bytes.slice(start, start + size);
    stream.push(chunk);
    chunk.fill(0x78);
    start += size;
  }
  stream.end();
  return { records, faults, counts: stream.counts };
}

/** Line, column and offset of each record, and its text. */
export function shown({ records }: Read): readonly unknown[] {
  return records.map(({ line, column, offset, text }) => [line, column, offset, text]);
}

/** Code, harmlessness, line, column and offset of each fault. */
export function told({ faults }: Read): readonly unknown[] {
  return faults.map(({ code, isHarmless, line, column, offset }) => [code.slice('ledger/'.length), isHarmless, line, column, offset]);
}
