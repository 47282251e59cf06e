import { isEqual } from '../json/equal.ts';
import type { Returned } from '../model/event/calls.ts';
import { contractOfStep } from './answers.ts';
import type { Context } from './context.ts';
import type { Judged } from './judge.ts';
import { ranTool } from './results.ts';
import type { Run } from './run.ts';
import { withheld } from './site.ts';
import { isSameTool } from './stages.ts';
import type { Judgement, Stage, Story } from './story.ts';

// Each gate stands before a stage: what runs is held against the declaration of its tool, and what a step commits or releases against its own
// (ledger.md §1). What equals the value that was judged before is judged with it; what differs is put through the gate itself.

/** Another value than was judged before, or the first one of which the value is recorded. */
const isOther = (before: Stage | undefined, after: Stage | undefined): boolean => {
  if (before === undefined || after?.value === undefined || !isSameTool(before, after)) return false;
  return before.value === undefined || !isEqual(before.value, after.value);
};

/** It passed, or could not be judged: then what stands after it may say more. */
const isOpen = (judgement: Judgement | undefined): boolean =>
  judgement?.answer.verdict === 'pass' || judgement?.answer.verdict === 'unchecked';

function judgeRun(context: Context, run: Run, story: Story): Judged | undefined {
  const { executed, effective } = story;
  if (executed === undefined || effective === undefined) return undefined;
  const isSame = isSameTool(effective, executed);
  const found = isSame ? story.found : ranTool(context, run, story);
  // a strict contract writes null for what is left out, and whoever runs it takes that out again
  if (found?.kind !== 'declared' || found.tool.isStrict === true || (isSame && !isOther(effective, executed))) return undefined;
  const posture = { run: run.id, isClosedObjects: run.isClosedObjects };
  return context.judge.input(found.tool, executed.payload, { record: executed.record, posture });
}

function judgeHanded(context: Context, run: Run, story: Story, stage: Stage): Judged | undefined {
  const posture = { run: run.id, isClosedObjects: run.isClosedObjects };
  const payload = withheld(stage.payload);
  if (story.kind === 'answer') {
    const contract = story.step === undefined ? undefined : contractOfStep(context, run, story.step);
    return contract === undefined ? undefined : context.judge.answer(contract, payload, { record: stage.record, posture });
  }
  const found = ranTool(context, run, story);
  if (found?.kind !== 'declared' || found.tool.isStrict === true) return undefined;
  const result: Returned = {
    ...{ kind: 'returned', record: stage.record, run: run.id, call: story.call, step: story.step },
    ...{ outcome: 'ok', structured: payload, canBeStructured: true },
  };
  return context.judge.result(found.tool, result, posture);
}

/** What ran or was handed on in place of what had passed, and does not pass. */
export function judgeStrays(context: Context, run: Run, story: Story): readonly Judgement[] {
  const strays: Judgement[] = [];
  const add = (gate: Judgement['gate'], stage: Stage, judged: Judged | undefined): void => {
    if (judged?.answer.verdict === 'fail') strays.push({ gate, stage, answer: judged.answer });
  };
  const { executed, returned, committed, released } = story;
  if (executed !== undefined && isOpen(story.input)) add('input', executed, judgeRun(context, run, story));
  if (!isOpen(story.output)) return strays;
  if (committed !== undefined && isOther(returned, committed)) add('output', committed, judgeHanded(context, run, story, committed));
  if (released !== undefined && isOther(committed ?? returned, released))
    add('output', released, judgeHanded(context, run, story, released));
  return strays;
}
