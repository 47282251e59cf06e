import type { LedgerEvent } from '../../model/event.ts';
import type { SourceRecord } from '../../model/record.ts';
import { openHistory } from '../kit/history.ts';
import type { ReaderSession } from '../reader.ts';
import { readSpan, spanPlaces } from './spans.ts';
import { addSpan, openTrace, type Trace } from './trace.ts';
import { type FileState, traceEvents } from './weave.ts';

/**
 * Spans are exported when they end: parents after their children, traces mixed. So the telling spans of an input are kept, and
 * the traces are told, in the order of their first span, at its end.
 */
export function openSession(emit: (event: LedgerEvent) => void): ReaderSession {
  const traces = new Map<string, Trace>();
  const silent = new Set<SourceRecord>();
  const tell = (event: LedgerEvent): void => {
    silent.delete(event.record);
    emit(event);
  };
  return {
    push(record) {
      const places = spanPlaces(record.value);
      if (places === undefined) {
        emit({ kind: 'unread', record, run: '', what: 'record without spans' });
        return;
      }
      const spans = places.map((place) => readSpan(place, record)).filter((span) => span !== undefined);
      const isTelling = spans.map((span) => addSpan(traceOf(traces, span.trace), span)).includes(true);
      const unread = [
        ...spans.flatMap((span) => span.unreadEvents.map((name) => ({ run: span.trace, what: `span event ${name}` }))),
        ...(spans.length < places.length ? [{ run: '', what: 'span without a trace' }] : []),
      ];
      for (const { run, what } of unread) emit({ kind: 'unread', record, run, what });
      if (unread.length > 0) return;
      if (isTelling) silent.add(record);
      else emit({ kind: 'unrelated', record, run: spans[0]?.trace ?? '' });
    },
    end() {
      const file: FileState = { history: openHistory(), answered: new Map() };
      for (const trace of traces.values()) for (const event of traceEvents(trace, file)) tell(event);
      for (const record of silent) emit({ kind: 'unrelated', record, run: '' });
    },
  };
}

function traceOf(traces: Map<string, Trace>, id: string): Trace {
  const known = traces.get(id);
  if (known !== undefined) return known;
  const trace = openTrace(id);
  traces.set(id, trace);
  return trace;
}
