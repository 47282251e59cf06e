import { equalityKey } from '../json/equal.ts';
import type { Proposed } from '../model/event/calls.ts';
import { hashText } from '../text/hash.ts';
import { isSameProposal } from './admission.ts';
import type { Context } from './context.ts';
import { withCut } from './cut.ts';
import { judgeProposal } from './identity.ts';
import type { Found, Judged } from './judge.ts';
import { takeUp } from './keep.ts';
import type { Run } from './run.ts';
import { settle } from './settle.ts';
import { openStory, type Stage, type Story } from './story.ts';
import { countInput } from './tally.ts';
import { toolStage } from './tool-stage.ts';

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
    tellRefused(context, run, { event, found, judged });
    return;
  }
  if (story?.input === undefined || story.input.answer.verdict === 'fail' || judged.answer.verdict === 'unchecked') return;
  story.found = found;
  story.input = { gate: 'input', stage: toolStage('proposed', event, judged.value), answer: withCut(judged.answer, event) };
}

interface Refused {
  readonly event: Proposed;
  readonly found: Found;
  readonly judged: Judged;
}

/**
 * The history held its result as well: the call is over, and was judged by what was in force there. What its own request offered and declared is
 * what counts: it fails, once.
 */
function tellRefused(context: Context, run: Run, { event, found, judged }: Refused): void {
  const { tally } = context;
  const stage = toolStage('proposed', event, judged.value);
  const before = run.shown.get(shownKey(event.call, event.tool, stage));
  if (before === 'fail') return;
  if (before === 'pass') tally.passed--;
  const story = openStory('call', event);
  story.found = found;
  story.proposed = stage;
  story.input = { gate: 'input', stage, answer: withCut(judged.answer, event) };
  story.isCounted = true;
  countInput(tally, story.input.answer);
  settle(context, run, story);
}

const shownKey = (call: string | undefined, tool: string | undefined, { value, payload }: Stage): number =>
  hashText(`${call ?? ''}\u0000${tool ?? ''}\u0000${value === undefined ? payload.form : equalityKey(value)}`);

/** A call of a history is over: its response may still come, and say what was in force when it was made. */
export function rememberShown(run: Run, { isShown, call, tool, proposed, input }: Story): void {
  if (isShown && proposed !== undefined && input !== undefined) run.shown.set(shownKey(call, tool, proposed), input.answer.verdict);
}

/** Of calls without an id it is the first of the same words whose response has not come. */
function shownCall(context: Context, run: Run, event: Proposed, value: Stage['value']): Story | undefined {
  if (event.call !== undefined) return run.calls.get(event.call) ?? takeUp(context, run, event.call);
  for (const story of run.calls.values())
    if (story.call === undefined && story.input?.stage === story.proposed && isSameProposal(story, event, value)) return story;
  return undefined;
}
