import type { LedgerEvent } from '../../model/event.ts';
import type { SourceRecord } from '../../model/record.ts';
import type { Placed } from './pair.ts';
import type { Sink } from './sink.ts';

/** A piece of a stream that is a record of its own. */
export interface PieceRecord {
  readonly record: SourceRecord;
  readonly run: string;
}

/** Reads the pieces of one stream: in the run of the first, with what cannot be read told at the last. Pieces that cause no event are unrelated. */
export function readPieces(
  pieces: readonly PieceRecord[],
  emit: (event: LedgerEvent) => void,
  read: (pieces: readonly Placed[], sink: Sink) => void,
): void {
  const [first] = pieces;
  const last = pieces.at(-1);
  if (first === undefined || last === undefined) return;
  const told = new Set<SourceRecord>();
  const hear = (event: LedgerEvent): void => {
    told.add(event.record);
    emit(event);
  };
  const placed = pieces.map(({ record }): Placed => ({ value: record.value, at: (path) => path, record }));
  read(placed, { record: last.record, run: first.run, emit: hear });
  for (const { record, run } of pieces) if (!told.has(record)) emit({ kind: 'unrelated', record, run });
}
