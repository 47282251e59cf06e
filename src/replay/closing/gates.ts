import type { GateName } from '../../model/delta.ts';
import type { AttemptFailed } from '../../model/event/failures.ts';
import type { VerdictMismatch } from '../../model/observation/gates.ts';
import type { Observation } from '../../model/observation.ts';
import { failedUnjudged, modelBehavior } from '../protocol.ts';
import { eventSite } from '../site.ts';
import { isRefusedByHost, isUndecided, type Story } from '../story.ts';
import { subjectOf } from '../subject.ts';
import type { Causes } from './deviations.ts';

export const isOrphan = ({ kind }: Observation): boolean => kind === 'orphan-execution';

const isFailedBefore = (story: Story, gate: 'input' | 'output'): boolean =>
  story.gates.some((recorded) => recorded.gate === gate && recorded.verdict === 'fail');

/** Nothing says that the gate was asked, or it said no and we would have said yes (the rule needs a source that records gates). */
export function ungated(story: Story, causes: Causes, mismatches: readonly VerdictMismatch[]): readonly Observation[] {
  const found: Observation[] = [];
  const subject = subjectOf(story);
  const { executed, committed } = story;
  const causeOf = (gate: GateName): Observation | undefined => causes[gate] ?? mismatches.find((mismatch) => mismatch.gate === gate);
  const orphan = story.observations.find(isOrphan);
  if (executed !== undefined && story.isUngatedExecution && !(isFailedBefore(story, 'input') && causes.input !== undefined))
    found.push({
      kind: 'ungated-execution',
      site: eventSite(executed.record),
      subject,
      cause: causeOf('input') ?? orphan,
      isFailed: isFailedBefore(story, 'input'),
    });
  if (committed !== undefined && story.isUngatedCommit && !(isFailedBefore(story, 'output') && causes.output !== undefined))
    found.push({
      kind: 'ungated-commit',
      site: eventSite(committed.record),
      subject,
      cause: causeOf('output'),
      isFailed: isFailedBefore(story, 'output'),
    });
  return found;
}

/** A gate that passes what deviates follows from the deviation; one that fails what is as declared stands for itself. */
export const explained = (mismatch: VerdictMismatch, causes: Causes): VerdictMismatch => {
  const cause = mismatch.recomputed === 'fail' ? causes[mismatch.gate] : undefined;
  return cause === undefined ? mismatch : { ...mismatch, cause };
};

/** Every deviation owes a failure event (the rule asks only where the source records failures). */
export function unrecordedFailure(story: Story, causes: Causes): readonly Observation[] {
  const cause = causes.input ?? causes.output;
  const unjudged = cause === undefined ? failedUnjudged(story) : undefined;
  if ((cause === undefined && unjudged === undefined) || story.failure !== undefined) return [];
  const gate = causes.input === undefined ? 'output' : 'input';
  const failed = unjudged ?? story.gates.find((recorded) => recorded.gate === gate && recorded.verdict === 'fail');
  const stage = gate === 'input' ? story.input?.stage : story.output?.stage;
  const record = failed?.record ?? stage?.record;
  return record === undefined
    ? []
    : [{ kind: 'unrecorded-failure', site: eventSite(record), subject: subjectOf(story), cause, isOpenTail: story.isOpenTail }];
}

/** A call that satisfies its declaration was refused as invalid; after a decision the refusal may be the policy's. */
export function rejectedThoughValid(story: Story): readonly Observation[] {
  const failure = failedThoughValid(story);
  if (failure !== undefined)
    return [{ kind: 'rejected-though-valid', site: eventSite(failure.record), subject: subjectOf(story), gate: failure.gate }];
  if (!isRefusedByHost(story) || isUndecided(story) || story.input?.answer.verdict !== 'pass' || story.returned === undefined) return [];
  return [{ kind: 'rejected-though-valid', site: eventSite(story.returned.record), subject: subjectOf(story) }];
}

/** A recorded failure says that a gate stopped it, no gate is recorded that did, and asked again it passes. */
export function failedThoughValid(story: Story): (AttemptFailed & { readonly gate: GateName }) | undefined {
  const { failure, gates, call, attempt } = story;
  if (failure === undefined || !modelBehavior.has(failure.failureClass ?? '')) return undefined;
  const { gate } = failure;
  if (gate !== 'input' && gate !== 'output') return undefined;
  // a failure of a step speaks of all the calls that wait there, and of an attempt of no other
  const isOwn =
    call === undefined ? attempt === undefined || failure.attempt === undefined || attempt === failure.attempt : failure.call === call;
  const isTold = gates.some((recorded) => recorded.gate === gate && recorded.verdict !== 'pass');
  return isOwn && !isTold && story[gate]?.answer.verdict === 'pass' ? { ...failure, gate } : undefined;
}
