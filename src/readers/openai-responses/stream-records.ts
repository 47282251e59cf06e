import type { LedgerEvent } from '../../model/event.ts';
import type { SourceRecord } from '../../model/record.ts';
import { isFinalEvent, isStreamEvent } from './stream.ts';

/** A recorded stream with one event a record: the event that ends it holds the whole response, and the others repeat it in pieces. */
export interface StreamRecords {
  /** True when the record is a piece, and understood. */
  take(record: SourceRecord, run: string): boolean;
  end(): void;
}

export function openStreamRecords(emit: (event: LedgerEvent) => void): StreamRecords {
  let last: { readonly record: SourceRecord; readonly run: string } | undefined;

  function cut(): void {
    if (last !== undefined) emit({ kind: 'unread', ...last, what: 'stream that stops before its end' });
    last = undefined;
  }

  return {
    take(record, run) {
      if (isFinalEvent(record.value)) {
        last = undefined;
        return false;
      }
      if (!isStreamEvent(record.value)) {
        cut();
        return false;
      }
      emit({ kind: 'unrelated', record, run });
      last = { record, run };
      return true;
    },
    end: cut,
  };
}
