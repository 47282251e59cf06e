import type { Proposed } from '../model/event/calls.ts';
import { admit, hasId } from './admission.ts';
import { adoptAuthorizations } from './authorization/authorize.ts';
import { joinChain } from './chains/join.ts';
import type { Context } from './context.ts';
import { withCut } from './cut.ts';
import { noteFailing } from './failing.ts';
import { startWaiting } from './gates.ts';
import { judgeProposal } from './identity.ts';
import type { Judged } from './judge.ts';
import { layDown } from './keep.ts';
import { tellUnknownEffect } from './orphans.ts';
import type { Run } from './run.ts';
import { proposeLate, proposeShown } from './shown.ts';
import { placeOf } from './site.ts';
import { openStory, type Stage } from './story.ts';
import { toolStage } from './tool-stage.ts';
import { keyFor } from './unnamed.ts';

export function propose(context: Context, run: Run, event: Proposed): void {
  if (event.wasShown === true) {
    proposeShown(context, run, event);
    return;
  }
  const { found, judged } = judgeProposal(context, run, event);
  if (run.opened !== undefined) run.hasProposals = true;
  layDown(context, run);
  const ran = event.call === undefined ? undefined : run.calls.get(event.call);
  if (ran?.executed !== undefined && ran.proposed === undefined && ran.tool === event.tool) {
    proposeLate(context, ran, { event, found, judged });
    return;
  }
  const admission = hasId(event) ? admit(context, run, event, judged.value) : 'new';
  if (admission === 'copy') return;
  if (event.compensates !== undefined) tellUnknownEffect(context, run, { event, about: event.compensates });
  const story = openStory('call', event);
  const stage = proposedStage(context, event, judged);
  story.found = found;
  story.proposed = stage;
  story.effective = stage;
  story.clash = admission === 'new' ? undefined : admission;
  story.isProviderRun = event.isProviderRun === true;
  story.compensates = event.compensates;
  story.isShown = event.isHistory === true;
  story.input = { gate: 'input', stage, answer: withCut(judged.answer, event) };
  run.calls.set(keyFor(run, story), story);
  context.tally.proposed++;
  adoptAuthorizations(context, run, story);
  joinChain(context, run, story);
  startWaiting(run, story);
  if (story.input.answer.verdict === 'fail') noteFailing(run, story);
}

/**
 * Recordings of requests have no end: a call without a result stays open, and would hold its whole request. Where it has passed and no other stage of
 * it can be recorded, the place of its record is all that is told of it.
 */
function proposedStage({ hasStages }: Context, event: Proposed, { answer, value }: Judged): Stage {
  const stage = toolStage('proposed', event, value);
  if (hasStages || answer.verdict !== 'pass' || answer.notes.length > 0) return stage;
  return { ...stage, record: placeOf(event.record) };
}
