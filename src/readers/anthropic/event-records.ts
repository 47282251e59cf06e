import type { LedgerEvent } from '../../model/event.ts';
import { type JsonValue, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import type { Placed } from '../kit/pair.ts';
import { type PieceRecord, readPieces } from '../kit/piece-records.ts';
import { emitUnread, type Sink } from '../kit/sink.ts';
import { isMessageEvent, isPing } from './event.ts';

/** Recorded streams with one event a record. */
export interface EventRecords {
  /** True when the record is an event of a stream, and understood. */
  take(record: SourceRecord, run: string): boolean;
  end(): void;
}

/**
 * Events name no stream. One that begins before the last one ended follows a stream that was cut short, or runs beside it: the ends tell,
 * since of streams side by side each has its own. So streams are read when nothing more can belong to them: before the next one, or before
 * a pair, which may send their calls along again.
 */
export function openEventRecords(emit: (event: LedgerEvent) => void, read: (events: readonly Placed[], sink: Sink) => void): EventRecords {
  let streams: PieceRecord[][] = [];
  let isEnded = false;
  let isMixed = false;

  return {
    take(record, run) {
      const { value } = record;
      if (isPing(value)) {
        emit({ kind: 'unrelated', record, run });
        return true;
      }
      if (!isMessageEvent(value)) {
        settle();
        return false;
      }
      add(value, { record, run });
      return true;
    },
    end: settle,
  };

  function add(event: JsonValue, piece: PieceRecord): void {
    const type = stringMember(event, 'type');
    const isStart = type === 'message_start';
    if (isStart && isEnded) settle();
    if (isEnded) isMixed = true;
    const current = streams.at(-1);
    if (isStart || current === undefined) streams.push([piece]);
    else current.push(piece);
    if (type === 'message_stop') isEnded = true;
  }

  function settle(): void {
    const settled = streams;
    const wasMixed = isMixed;
    streams = [];
    isEnded = false;
    isMixed = false;
    for (const pieces of settled) {
      if (wasMixed) tellMixed(pieces);
      else readStream(pieces);
    }
  }

  function readStream(pieces: readonly PieceRecord[]): void {
    const [first] = pieces;
    readPieces(pieces, emit, (events, sink) => {
      const isHeadless = first !== undefined && stringMember(first.record.value, 'type') !== 'message_start';
      if (isHeadless) emitUnread({ ...sink, record: first.record }, 'stream without its beginning');
      read(events, sink);
    });
  }

  function tellMixed(pieces: readonly PieceRecord[]): void {
    for (const piece of pieces) emit({ kind: 'unread', ...piece, what: 'event of one of several streams' });
  }
}
