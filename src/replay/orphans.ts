import type { Amended, Authorized, Decided, GateChecked, Proposed } from '../model/event/calls.ts';
import type { AttemptFailed, Compensation } from '../model/event/failures.ts';
import type { Observation } from '../model/observation.ts';
import type { SourceRecord } from '../model/record.ts';
import { hashText } from '../text/hash.ts';
import type { Context } from './context.ts';
import type { Run } from './run.ts';
import { eventSite } from './site.ts';
import type { Story } from './story.ts';
import { subjectOf } from './subject.ts';

/** What is said of a call that is over, or may have been recorded before the run's own end, is about something known. */
const isKnown = (run: Run, call: string): boolean => run.isAfterEnd || run.closedCalls.has(hashText(call));

/** An event names a call that the record does not have. */
export function tellOrphan(context: Context, run: Run, event: Amended | AttemptFailed | Authorized | Decided): void {
  if (event.call === undefined || isKnown(run, event.call)) return;
  const { step, instance, attempt, agent, call } = event;
  const subject = { run: run.id, step, instance, attempt, agent, call };
  context.observe({ kind: 'orphan-event', what: event.kind, site: eventSite(event.record), subject });
}

/** An effect is undone of a call that the record does not have. Of a run that was opened again the call may stand before its end. */
export function tellUnknownEffect(
  context: Context,
  run: Run,
  { event, about }: { readonly event: Compensation | Proposed; readonly about: string },
): void {
  if (run.isResumed || isKnown(run, about) || run.calls.has(about) || run.kept.has(about)) return;
  const { kind, step, instance, attempt, agent } = event;
  const subject = { run: run.id, step, instance, attempt, agent, call: kind === 'proposed' ? event.call : undefined };
  context.observe({ kind: 'orphan-event', what: kind, about, site: eventSite(event.record), subject });
}

/**
 * What ran and was proposed by nobody. Only in a run that is recorded from its beginning, and in which proposals are recorded, each with an id
 * by which an execution could have found it: a server that records what it ran, and nothing else, leaves nothing out.
 */
export function orphanExecution(run: Run, story: Story): Observation | undefined {
  const { executed, call } = story;
  if (executed === undefined || call === undefined || !story.isUnasked || story.isCounted) return undefined;
  if (!run.hasProposals || run.unnamed > 0 || run.isResumed) return undefined;
  const isOpenTail = story.isOpenTail && story.returned === undefined;
  return { kind: 'orphan-execution', site: eventSite(executed.record), subject: subjectOf(story), isOpenTail };
}

/** Verdicts and authorisations may come before what they are about; at the end of the run what is left was about nothing that is recorded. */
export function tellOrphanGates(context: Context, run: Run): void {
  for (const events of run.looseAuthorizations.values()) for (const event of events) tellOrphan(context, run, event);
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
