import { isEqual } from '../json/equal.ts';
import type { Committed, Released } from '../model/event/answers.ts';
import { contractOfStep, noteUnchecked, storyOf } from './answers.ts';
import { isOtherView } from './compensation/repeated.ts';
import type { Context } from './context.ts';
import { followCommit, followRelease } from './delivery.ts';
import { adoptGates, recordsGates, stepKey } from './gates.ts';
import { judgeHandedOn } from './results.ts';
import type { Run } from './run.ts';
import { eventSite, withheld } from './site.ts';
import { openStory, type Stage, type Story } from './story.ts';
import { subjectOf } from './subject.ts';
import { countOutput } from './tally.ts';

/** A commit or release that no answer preceded: what is handed on is judged by its step's own declaration. */
function beginUnanswered(context: Context, run: Run, event: Committed | Released): Story {
  if (event.call !== undefined) return beginUnknownCall(context, run, event);
  const story = openStory('answer', { ...placeOf(event), call: undefined });
  adoptGates(run, story, event);
  judgeByStep(context, run, { story, event });
  run.answers.set(stepKey(event), story);
  return story;
}

/** What is handed on, and no answer of the step before it, is judged by the step's own declaration. */
function judgeByStep(context: Context, run: Run, { story, event }: { readonly story: Story; readonly event: Committed | Released }): void {
  const contract = event.step === undefined ? undefined : contractOfStep(context, run, event.step);
  story.answerSchema = contract?.schema;
  story.answerName = contract?.name ?? event.step;
  if (contract === undefined) return;
  const posture = { run: run.id, isClosedObjects: run.isClosedObjects };
  const judged = context.judge.answer(contract, withheld(event.payload), { record: event.record, posture });
  const stage: Stage = { name: event.kind, record: event.record, payload: event.payload, value: judged.value };
  story.output = { gate: 'output', stage, answer: judged.answer };
  countOutput(context.tally, judged.answer);
  noteUnchecked(context, run, story);
}

const placeOf = ({ run, step, instance, attempt, agent }: Committed | Released) => ({
  ...{ run, step, instance, attempt, agent },
  server: undefined,
  tool: undefined,
});

/** Of a call that is nowhere in the record: which tool's declaration it owes is not known. */
function beginUnknownCall(context: Context, run: Run, event: Committed | Released): Story {
  const story = openStory('call', { ...placeOf(event), call: event.call });
  adoptGates(run, story, event);
  const detail = 'handed on for a call that is not recorded: the tool that returned it is not known';
  const { value } = context.judge.bare(withheld(event.payload), event.record);
  const stage: Stage = { name: event.kind, record: event.record, payload: event.payload, value };
  story.output = { gate: 'output', stage, answer: { verdict: 'unchecked', reason: 'no-declaration', detail, notes: [] } };
  context.tally.output.unchecked++;
  noteUnchecked(context, run, story);
  run.calls.set(event.call ?? '', story);
  return story;
}

/** What is handed on belongs to its call or its step's answer; one that only hands on, and did so before, is another. */
function storyToHandOn(context: Context, run: Run, event: Committed | Released): Story | undefined {
  const known = storyOf(context, run, event);
  if (known === undefined) return run.isAfterEnd && event.call !== undefined ? undefined : beginUnanswered(context, run, event);
  const isOver = known.kind === 'answer' && known.returned === undefined && known[event.kind] !== undefined;
  if (!isOver) return known;
  context.closeCall(run, stepKey(event), known);
  return beginUnanswered(context, run, event);
}

/** Where nothing is declared for a value, no gate has anything to say of it. */
function hasContract({ kind, output }: Story): boolean {
  return output === undefined ? kind === 'call' : output.answer.verdict !== 'no-contract';
}

/** What was committed before is compared as well. `view`: it is the same commit, as somebody else saw it; `same`: the same value once more. */
function followEarlierCommit(story: Story, stage: Stage): 'view' | 'same' | undefined {
  const earlier = story.committed;
  if (earlier === undefined) return undefined;
  story.earlierHandings.push({ before: story.returned, after: earlier });
  if (isOtherView(earlier, stage)) return 'view';
  const [a, b] = [earlier.value, stage.value];
  const isOther = a !== undefined && b !== undefined && !isEqual(a, b);
  story.observations.push({
    kind: 'repeated-commit',
    site: eventSite(stage.record),
    subject: subjectOf(story),
    earlierLine: earlier.record.line,
    isOther,
    isCompared: story.returned?.value !== undefined,
  });
  return isOther ? undefined : 'same';
}

export function commit(context: Context, run: Run, event: Committed): void {
  const story = storyToHandOn(context, run, event);
  if (story === undefined) return; // its call may have been recorded before the end of the run, and the end is what was wrong
  const read = context.judge.bare(withheld(event.payload), event.record);
  if (story.kind === 'call' && story.output === undefined) judgeHandedOn(context, run, { story, event });
  if ((story.isProbe || story.isInterim) && story.answerSchema === undefined) judgeByStep(context, run, { story, event });
  const stage: Stage = { name: 'committed', record: event.record, payload: event.payload, value: read.value, by: event.by };
  const again = followEarlierCommit(story, stage);
  story.committed = stage;
  // a gate that failed it went by a contract, whether or not that is recorded
  const isAsked =
    hasContract(story) || story.gates.some(({ by, gate, verdict }) => by === 'gate' && gate === 'output' && verdict === 'fail');
  const isUngated = !story.isPassed.output && recordsGates(run) && isAsked;
  if (isUngated) story.isUngatedCommit = true;
  followCommit(context, run, { story, event, isAgain: again !== undefined });
  if (story.kind !== 'call' || again === 'view') return;
  context.tally.committed++;
  if (isUngated) context.tally.ungatedCommits++;
}

export function release(context: Context, run: Run, event: Released): void {
  if (event.isPartial === true) {
    followRelease(context, run, { story: storyOf(context, run, event), event }); // a part is no stage: it cannot equal the whole
    return;
  }
  const story = storyToHandOn(context, run, event);
  if (story === undefined) return; // its call may have been recorded before the end of the run, and the end is what was wrong
  const read = context.judge.bare(withheld(event.payload), event.record);
  if (story.kind === 'call' && story.output === undefined) judgeHandedOn(context, run, { story, event });
  if ((story.isProbe || story.isInterim) && story.answerSchema === undefined) judgeByStep(context, run, { story, event });
  if (story.released !== undefined) story.earlierHandings.push({ before: story.committed ?? story.returned, after: story.released });
  story.released = { name: 'released', record: event.record, payload: event.payload, value: read.value };
  followRelease(context, run, { story, event });
}
