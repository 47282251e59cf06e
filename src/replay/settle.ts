import type { VerdictMismatch } from '../model/observation/gates.ts';
import type { Observation } from '../model/observation.ts';
import { countProposal } from './call-counts.ts';
import { tellCallObjects } from './call-objects.ts';
import { settleInChain } from './chains/settle.ts';
import { closeStory } from './close.ts';
import { isQuiet } from './closing/quiet.ts';
import { asksReruns, followEffects } from './compensation.ts';
import type { Context } from './context.ts';
import { otherContract } from './contracts.ts';
import { tellDisobeyed } from './decisions.ts';
import { otherSubject } from './gated.ts';
import { answersFor } from './late-gates.ts';
import { orphanExecution } from './orphans.ts';
import type { Run } from './run.ts';
import { eventSite } from './site.ts';
import { isRefusedByHost, isUndecided, type Story } from './story.ts';
import { judgeStrays } from './strays.ts';
import { subjectOf } from './subject.ts';
import { verdictMismatch } from './verdicts.ts';
import { compareWithheld } from './withheld.ts';

/** A call that went out and never came back; one that was stopped before owes no result. */
export function missing(context: Context, story: Story): void {
  if (story.kind !== 'call' || (story.returned !== undefined && story.outcome !== 'pending')) return;
  const start = story.proposed ?? story.executed;
  if (start === undefined) return;
  const isStopped = story.failure !== undefined || isUndecided(story) || story.gates.some((recorded) => recorded.verdict !== 'pass');
  if (story.executed === undefined && isStopped) return;
  context.observe({
    kind: 'missing-result',
    site: eventSite(start.record),
    subject: subjectOf(story),
    isOpenTail: story.isOpenTail,
    unless: story.executed === undefined ? 'executions' : undefined,
  });
}

/** A host that refuses is a gate of its own: told where no declaration of ours has an answer. */
function hearHost(context: Context, story: Story): void {
  if (story.kind !== 'call' || story.input?.answer.verdict !== 'unchecked' || !isRefusedByHost(story)) return;
  const said = story.returned ?? story.proposed;
  if (said !== undefined) context.observe({ kind: 'refused-by-host', site: eventSite(said.record), subject: subjectOf(story) });
}

/** One incident is told once. */
function leaveOut(observations: Observation[], kind: Observation['kind']): void {
  const others = observations.filter((one) => one.kind !== kind);
  observations.splice(0, observations.length, ...others);
}

/** Turns a story that is over into observations and counts. */
export function settle(context: Context, run: Run, story: Story): void {
  const { tally } = context;
  if (!story.isCounted) {
    countProposal(context, run, story);
    context.judge.weigh?.(story, { run: run.id, isClosedObjects: run.isClosedObjects });
  }
  hearHost(context, story);
  tellDisobeyed(context, story);
  const orphan = orphanExecution(run, story);
  if (orphan !== undefined) story.observations.push(orphan);
  if (story.earlierRuns.length > 0 && asksReruns(context, run, story)) leaveOut(story.observations, 'repeated-execution');
  const mismatches: VerdictMismatch[] = [];
  for (const recorded of story.gates) {
    if (recorded.by === 'host') continue; // what a host refuses and we would pass is a note of its own
    const judged = recorded.judged ?? (recorded.gate === 'input' ? story.input : story.output);
    const gated = otherSubject(context, story, recorded);
    if (gated !== undefined) context.observe(gated);
    const mismatch = judged === undefined ? undefined : verdictMismatch(story, recorded, answersFor(story, recorded, judged));
    if (mismatch !== undefined) mismatches.push(gated === undefined ? mismatch : { ...mismatch, cause: gated });
    const other = otherContract({ story, gate: recorded });
    if (other !== undefined) context.observe(other);
  }
  compareWithheld(context, run, story);
  tellCallObjects(context, story);
  if (mismatches.length === 0 && isQuiet(story)) {
    followEffects(context, run, { story, observations: [] });
    settleInChain(context, run, { story, closing: undefined });
    return;
  }
  const closing = closeStory(story, mismatches, judgeStrays(context, run, story));
  for (const observation of closing.observations) context.observe(observation);
  followEffects(context, run, { story, observations: closing.observations });
  for (const side of closing.sides) {
    if (side.deviations === 0) continue;
    tally.deviations[side.disposition] += side.deviations;
    tally.values[side.disposition]++;
  }
  settleInChain(context, run, { story, closing });
}
