import type { Noted } from '../model/event.ts';
import { countProposal } from './calls.ts';
import { closeStory, isQuiet } from './close.ts';
import type { Context } from './context.ts';
import { otherContract } from './contracts.ts';
import type { Run } from './run.ts';
import { eventSite } from './site.ts';
import type { Story } from './story.ts';
import { subjectOf } from './subject.ts';
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
