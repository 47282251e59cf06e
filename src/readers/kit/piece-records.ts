import type { LedgerEvent } from '../../model/event.ts';
import type { SourceRecord } from '../../model/record.ts';
import type { RequestRecord } from './requests.ts';
import type { Sink } from './sink.ts';

/** A piece of a stream that is a record of its own. */
export interface PieceRecord {
  readonly record: SourceRecord;
  readonly run: string;
}

/** The records of one stream. A stream may never end: only those are held that an event may have its place in. */
export interface PieceList {
  /** `isPlace`: something that the stream brings begins here. */
  add(piece: PieceRecord, isPlace: boolean): void;
  /**
   * Reads what was joined: in the run of the request, else of the first piece, with what cannot be read told at the last. Records that cause no
   * event are unrelated.
   */
  settle(read: (sink: Sink) => void): void;
  /** Says of the pieces held that they could not be used. */
  giveUp(what: string): void;
}

export function openPieceList(emit: (event: LedgerEvent) => void, request: RequestRecord | undefined): PieceList {
  const held: PieceRecord[] = request === undefined ? [] : [request];
  let run = request?.run;
  let last: PieceRecord | undefined;
  let isLastHeld = false;

  const passLast = (): void => {
    if (last !== undefined && !isLastHeld) emit({ kind: 'unrelated', ...last });
  };

  const isPiece = ({ record }: PieceRecord): boolean => record !== request?.record;

  return {
    add(piece, isPlace) {
      run ??= piece.run;
      passLast();
      last = { record: piece.record, run: piece.run };
      isLastHeld = isPlace;
      if (isPlace) held.push(last);
    },
    settle(read) {
      if (last === undefined || run === undefined) return;
      const told = new Set<SourceRecord>();
      const hear = (event: LedgerEvent): void => {
        told.add(event.record);
        emit(event);
      };
      read({ record: last.record, run, emit: hear });
      if (!isLastHeld) held.push(last);
      for (const { record, run: own } of held) if (!told.has(record)) emit({ kind: 'unrelated', record, run: own });
    },
    giveUp(what) {
      if (last !== undefined && !isLastHeld) held.push(last);
      for (const piece of held) if (isPiece(piece)) emit({ kind: 'unread', ...piece, what });
    },
  };
}
