import type { LedgerEvent } from '../model/event.ts';
import type { Context } from './context.ts';
import type { Run } from './run.ts';
import { eventSite } from './site.ts';

/** The very line that stands before it, once more: a writer that tried again. The event is one, and is taken once. */
export const isWrittenTwice = (run: Run, { record, seq }: LedgerEvent): boolean =>
  seq !== undefined && seq === run.lastSeq && run.lastRecord !== undefined && run.lastRecord.text === record.text;

/**
 * A run's own count may neither repeat nor skip. A writer that counts the whole file instead of the run is told by this:
 * between two events of a run its count grows by as many as there are lines.
 */
export function followSequence(context: Context, run: Run, event: LedgerEvent, seq: number): void {
  run.lastRecord = event.record;
  const last = run.lastSeq;
  const lines = event.record.line - run.lastSeqLine;
  run.lastSeq = last === undefined ? seq : Math.max(last, seq);
  run.lastSeqLine = event.record.line;
  if (last === undefined || seq === last + 1) return;
  const site = eventSite(event.record);
  const subject = { run: run.id };
  if (seq <= last) {
    context.observe({ kind: 'sequence-broken', fault: 'repeated', site, subject, seq, expected: last + 1 });
    return;
  }
  if (seq - last === lines) return;
  context.observe({ kind: 'sequence-broken', fault: 'gap', site, subject, seq, expected: last + 1 });
}
