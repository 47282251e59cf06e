import type { LedgerEvent } from '../../model/event.ts';
import { isJsonArray, memberOf } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { openHistory } from '../kit/history.ts';
import type { ReaderSession } from '../reader.ts';
import { openListNumbers } from './declare.ts';
import { logPlaces, readLog } from './logs.ts';
import { compareMoments } from './moment.ts';
import { readSpan, type Span, spanPlaces } from './spans.ts';
import type { ToolMemory } from './tools.ts';
import { addSpan, inTimeOrder, openTrace, type Trace } from './trace.ts';
import { type FileState, traceEvents } from './weave.ts';

/**
 * Spans are exported when they end: parents after their children, traces mixed. So the telling spans of an input are kept, and
 * the traces are told, in the order in which they began, at its end: one goes on with the conversation of another.
 */
export function openSession(emit: (event: LedgerEvent) => void): ReaderSession {
  const traces = new Map<string, Trace>();
  const lists: ToolMemory = new Map();
  const silent = new Set<SourceRecord>();
  const tell = (event: LedgerEvent): void => {
    silent.delete(event.record);
    emit(event);
  };
  return {
    push(record) {
      const found = spansIn(record);
      if (found === undefined) {
        emit({ kind: 'unread', record, run: '', what: 'record without spans' });
        return;
      }
      const { spans, isPart } = found;
      const isTelling = spans.map((span) => addSpan(traceOf(traces, span.trace), span, lists)).includes(true);
      const unread = [
        ...spans.flatMap((span) => span.unread.map((what) => ({ run: span.trace, what }))),
        ...(isPart ? [{ run: '', what: 'span without a trace' }] : []),
      ];
      for (const { run, what } of unread) emit({ kind: 'unread', record, run, what });
      if (unread.length > 0) return;
      if (isTelling) silent.add(record);
      else emit({ kind: 'unrelated', record, run: spans[0]?.trace ?? '' });
    },
    end() {
      const file: FileState = { history: openHistory(), answered: new Map(), lists: openListNumbers() };
      for (const trace of tracesInOrder(traces)) for (const event of traceEvents(trace, file)) tell(event);
      for (const record of silent) emit({ kind: 'unrelated', record, run: '' });
    },
  };
}

function tracesInOrder(traces: ReadonlyMap<string, Trace>): readonly Trace[] {
  const begun = [...traces.values()].map((trace) => ({ trace, start: inTimeOrder(trace.facts)[0]?.span.start }));
  return begun.sort((a, b) => compareMoments(a.start, b.start)).map(({ trace }) => trace);
}

/** The spans of a record, and the events that it logs. Undefined: it holds neither, and no metrics. */
function spansIn(record: SourceRecord): { readonly spans: readonly Span[]; readonly isPart: boolean } | undefined {
  const logs = logPlaces(record.value);
  // A log by itself names its trace and has attributes, as a span by itself does.
  const places = logs?.[0]?.pointer === '' ? undefined : spanPlaces(record.value);
  if (logs !== undefined || places !== undefined) {
    const logged = (logs ?? []).map((place) => readLog(place, record)).filter((log) => log !== undefined);
    const spans = (places ?? []).map((place) => readSpan(place, record)).filter((span) => span !== undefined);
    return { spans: [...spans, ...logged], isPart: spans.length < (places?.length ?? 0) };
  }
  return isJsonArray(memberOf(record.value, 'resourceMetrics')) ? { spans: [], isPart: false } : undefined;
}

function traceOf(traces: Map<string, Trace>, id: string): Trace {
  const known = traces.get(id);
  if (known !== undefined) return known;
  const trace = openTrace(id);
  traces.set(id, trace);
  return trace;
}
