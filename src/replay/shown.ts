import type { GateAnswer } from '../model/delta.ts';
import type { Proposed } from '../model/event/calls.ts';
import { isSameProposal } from './admission.ts';
import { countInputOf } from './call-counts.ts';
import type { Context } from './context.ts';
import { judgeProposal } from './identity.ts';
import type { Found, Judged } from './judge.ts';
import { takeUp } from './keep.ts';
import type { Run } from './run.ts';
import type { Stage, Story } from './story.ts';
import { toolStage, withCut } from './tool-stage.ts';

/** A proposal that is recorded after its own execution, as concurrent writers leave it: one call, not two. */
export function proposeLate(
  context: Context,
  story: Story,
  late: { readonly event: Proposed; readonly found: Found; readonly judged: Judged },
): void {
  const stage = toolStage('proposed', late.event, late.judged.value);
  if (story.returned === undefined) story.isUnasked = false;
  story.found = late.found;
  story.proposed = stage;
  story.effective = stage;
  story.ranFrom = stage;
  for (const authorization of story.authorizations) authorization.from ??= stage;
  story.input = { gate: 'input', stage, answer: late.judged.answer };
  context.tally.proposed++;
}

/**
 * A history showed the call before, where nobody knew what was in force when it was made. Its response knows: what it says is placed there, and
 * a failure that was said stays said.
 */
export function proposeShown(context: Context, run: Run, event: Proposed): void {
  const { found, judged } = judgeProposal(context, run, event);
  const story = shownCall(context, run, event, judged.value);
  if (story === undefined && judged.answer.verdict === 'fail') {
    // the history held its result as well: it is over, and was judged by what was in force there
    const answer: GateAnswer = { verdict: 'unchecked', reason: 'disagreement', detail: refusedLater, notes: [] };
    countInputOf(context, run, { judgement: { gate: 'input', stage: toolStage('proposed', event, judged.value), answer }, about: event });
    return;
  }
  if (story?.input === undefined || story.input.answer.verdict === 'fail' || judged.answer.verdict === 'unchecked') return;
  story.found = found;
  story.input = { gate: 'input', stage: toolStage('proposed', event, judged.value), answer: withCut(judged.answer, event) };
}

const refusedLater = 'an earlier record shows this call answered; what its own request offered and declared refuses it';

/** Of calls without an id it is the first of the same words whose response has not come. */
function shownCall(context: Context, run: Run, event: Proposed, value: Stage['value']): Story | undefined {
  if (event.call !== undefined) return run.calls.get(event.call) ?? takeUp(context, run, event.call);
  for (const story of run.calls.values())
    if (story.call === undefined && story.input?.stage === story.proposed && isSameProposal(story, event, value)) return story;
  return undefined;
}
