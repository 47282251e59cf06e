import type { GateName, UncheckedReason } from '../model/delta.ts';
import type { Noted } from '../model/event.ts';
import { countProposal } from './calls.ts';
import { closeStory, isQuiet } from './close.ts';
import type { Context } from './context.ts';
import { otherContract } from './contracts.ts';
import type { Run } from './run.ts';
import { eventSite } from './site.ts';
import type { Stage, Story } from './story.ts';
import { subjectOf } from './subject.ts';
import { increase } from './tally.ts';
import { verdictMismatch } from './verdicts.ts';

/** A call that went out and never came back; one that was stopped before owes no result. */
export function missing(context: Context, story: Story, isOpenTail: boolean): void {
  if (story.kind !== 'call' || (story.returned !== undefined && story.outcome !== 'pending')) return;
  const start = story.proposed ?? story.executed;
  if (start === undefined) return;
  const isStopped = story.failure !== undefined || story.hasDecision || story.gates.some((recorded) => recorded.verdict !== 'pass');
  if (story.executed === undefined && isStopped) return;
  context.observe({
    kind: 'missing-result',
    site: eventSite(start.record),
    subject: subjectOf(story),
    isOpenTail,
    unless: story.executed === undefined ? 'executions' : undefined,
  });
}

/** The provider itself says that what the model wrote was no call of a declared tool. */
export function hearRefusal(context: Context, run: Run, event: Noted): void {
  context.tally.hostRefused++;
  context.observe({ kind: 'refused-by-host', site: eventSite(event.record), subject: { run: run.id } });
}

/** A host that refuses is a gate of its own: counted, and told where no declaration of ours has an answer. */
function hearHost(context: Context, story: Story): void {
  if (story.kind !== 'call') return;
  if (!story.namesInvalidity) {
    if (story.outcome === 'refused') context.tally.denied++;
    return;
  }
  context.tally.hostRefused++;
  if (story.input?.answer.verdict !== 'unchecked' || story.returned === undefined) return;
  context.observe({ kind: 'refused-by-host', site: eventSite(story.returned.record), subject: subjectOf(story) });
}

const pendingKey = (story: Story): string => `${story.step ?? ''}\u0000${story.instance ?? ''}\u0000${story.tool ?? ''}`;

/** Turns a story that is over into observations and counts. */
export function settle(context: Context, run: Run, story: Story): void {
  const { tally } = context;
  countProposal(context, run, story);
  context.judge.weigh?.(story, { run: run.id, isClosedObjects: run.isClosedObjects });
  hearHost(context, story);
  for (const recorded of story.gates) {
    const judged = recorded.judged ?? (recorded.gate === 'input' ? story.input : story.output);
    const mismatch = judged === undefined ? undefined : verdictMismatch(story, recorded, judged);
    if (mismatch !== undefined) context.observe(mismatch);
    const other = otherContract(context, run, { story, gate: recorded });
    if (other !== undefined) context.observe(other);
  }
  compareWithheld(context, run, { story, gate: 'input', before: story.ranFrom, after: story.executed });
  compareWithheld(context, run, { story, gate: 'output', before: story.returned, after: story.committed });
  if (isQuiet(story)) {
    if (run.pending.size > 0) recover(context, run, { story, stopped: 0 });
    return;
  }
  const closing = closeStory(story);
  for (const observation of closing.observations) context.observe(observation);
  let stopped = 0;
  for (const side of closing.sides) {
    if (side.deviations === 0) continue;
    tally.deviations[side.disposition] += side.deviations;
    tally.values[side.disposition]++;
    if (side.disposition !== 'accepted') stopped += side.deviations;
  }
  recover(context, run, { story, stopped });
}

interface Withheld {
  readonly story: Story;
  readonly gate: GateName;
  readonly before: Stage | undefined;
  readonly after: Stage | undefined;
}

const reasonOf = ({ payload }: Stage): UncheckedReason | undefined => {
  if (payload.form === 'digest') return 'content-withheld';
  return payload.form === 'opaque' ? payload.reason : undefined;
};

/** Two stages of which one is a digest or a redaction: equal digests are equal, everything else was not compared, and is said to be so. */
function compareWithheld(context: Context, run: Run, { story, gate, before, after }: Withheld): void {
  if (before === undefined || after === undefined) return;
  const reason = reasonOf(after) ?? reasonOf(before);
  if (reason === undefined) return;
  const subject = subjectOf(story);
  const [one, other] = [before.payload, after.payload];
  if (one.form === 'digest' && other.form === 'digest' && one.pointer === other.pointer) {
    if (one.sha256 === other.sha256) return;
    context.observe({
      kind: 'stage-difference',
      site: eventSite(after.record),
      subject,
      repair: 'changed',
      path: '',
      detail: 'the recorded digests differ',
      before: { stage: before.name, record: before.record, value: one.sha256 },
      after: { stage: after.name, record: after.record, value: other.sha256 },
      isDefault: false,
    });
    return;
  }
  increase(context.tally.reasons, `stage ${reason}`);
  if (run.isStrict) increase(context.tally.strictReasons, reason);
  const detail = `${before.name} and ${after.name} could not be compared: one of them is not recorded in full`;
  context.unchecked({ site: eventSite(after.record), subject, gate, reason, detail });
}

/** A later attempt of the same step and tool that passes recovers the deviations stopped before it. */
function recover(context: Context, run: Run, { story, stopped }: { readonly story: Story; readonly stopped: number }): void {
  const key = pendingKey(story);
  const earlier = run.pending.get(key) ?? 0;
  const isPassed = stopped === 0 && (story.output?.answer.verdict ?? story.input?.answer.verdict) === 'pass';
  if (stopped > 0) run.pending.set(key, earlier + stopped);
  else if (earlier > 0 && isPassed) {
    context.tally.recovered += earlier;
    run.pending.delete(key);
  }
}
