import type { Amended, AttemptFailed, Decided, GateChecked } from '../model/event.ts';
import type { SourceRecord } from '../model/record.ts';
import type { Context } from './context.ts';
import { hashId } from './hash.ts';
import type { Run } from './run.ts';
import { eventSite } from './site.ts';

/** What is said of a call that is over, or may have been recorded before the run's own end, is about something known. */
const isKnown = (run: Run, call: string): boolean => run.isAfterEnd || run.closedCalls.has(hashId(call));

/** An event names a call that the record does not have. */
export function tellOrphan(context: Context, run: Run, event: Amended | AttemptFailed | Decided): void {
  if (event.call === undefined || isKnown(run, event.call)) return;
  const { step, instance, attempt, agent, call } = event;
  const subject = { run: run.id, step, instance, attempt, agent, call };
  context.observe({ kind: 'orphan-event', what: event.kind, site: eventSite(event.record), subject });
}

/** Verdicts may come before what they are about; at the end of the run what is left was about nothing that is recorded. */
export function tellOrphanGates(context: Context, run: Run): void {
  for (const gates of run.looseGates.values()) for (const gate of gates) tellGate(context, run, gate);
}

function tellGate(
  context: Context,
  run: Run,
  { record, call }: { readonly record: SourceRecord; readonly call: GateChecked['call'] },
): void {
  if (call === undefined || isKnown(run, call)) return;
  context.observe({ kind: 'orphan-event', what: 'gate-checked', site: eventSite(record), subject: { run: run.id, call } });
}
