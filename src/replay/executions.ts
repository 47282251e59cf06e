import type { Executed } from '../model/event/calls.ts';
import { positionOf } from '../model/record.ts';
import { hashText } from '../text/hash.ts';
import { adoptAuthorizations, runUnder } from './authorization/authorize.ts';
import { isOtherView } from './compensation/repeated.ts';
import type { Context } from './context.ts';
import { findCall } from './find-call.ts';
import { adoptGates, recordsGates, stopWaiting } from './gates.ts';
import { judgeProposal } from './identity.ts';
import type { Run } from './run.ts';
import { eventSite, withheld } from './site.ts';
import { openStory, type Stage, type Story } from './story.ts';
import { subjectOf } from './subject.ts';
import { toolStage } from './tool-stage.ts';
import { keyFor } from './unnamed.ts';

/** A call of which only the execution is recorded: what ran is judged as if it had been proposed. */
function executeUnproposed(context: Context, run: Run, event: Executed): Story {
  const story = openStory('call', event);
  if (event.tool !== undefined) {
    const { found, judged } = judgeProposal(context, run, {
      ...event,
      kind: 'proposed',
      tool: event.tool,
      payload: withheld(event.payload),
    });
    story.found = found;
    story.input = {
      gate: 'input',
      stage: toolStage('executed', event, judged.value),
      answer: judged.answer,
    };
  }
  run.calls.set(keyFor(run, story), story);
  adoptGates(run, story, event);
  adoptAuthorizations(context, run, story);
  return story;
}

/** What the record says of the run before: that it failed, so that it is tried again. */
const isTriedAgain = ({ outcome, failure }: Story, before: Stage): boolean =>
  (outcome !== undefined && outcome !== 'ok') || (failure !== undefined && positionOf(failure.record) > positionOf(before.record));

/** Those who may watch one execution: a hostile record may name another one every time. */
const mostViews = 8;

/** A call that ran before runs again, and is told so; true where it is the same execution, as somebody else saw it. */
function followRerun(run: Run, story: Story, stage: Stage): boolean {
  if (story.executed === undefined) return false;
  const earlier = [...story.earlierRuns.slice(-mostViews).map(({ after }) => after), story.executed];
  const own = earlier.findLast((one) => !isOtherView(one, stage));
  if (own === undefined) return true;
  if (isTriedAgain(story, own)) run.effects.excused.add(own);
  else
    story.observations.push({
      kind: 'repeated-execution',
      site: eventSite(stage.record),
      subject: subjectOf(story),
      earlierLine: own.record.line,
    });
  return false;
}

/** A declared prefix rule makes two spellings one tool: whoever runs it may name it in another one than whoever asks for it. */
function asProposed(context: Context, run: Run, { story, stage }: { readonly story: Story; readonly stage: Stage }): Stage {
  const { found, server, tool } = story;
  if (stage.tool === undefined || tool === undefined || stage.tool === tool || found?.kind !== 'declared') return stage;
  const ran = context.judge.find(run.id, { server: stage.server, tool: stage.tool });
  if (ran.kind !== 'declared' || ran.tool.name !== found.tool.name || ran.tool.server !== found.tool.server) return stage;
  // a declaration of no server answers for each: then the spellings may mean two
  return ran.tool.server === undefined ? stage : { ...stage, server, tool };
}

export function execute(context: Context, run: Run, event: Executed): void {
  const known = findCall(context, run, event)?.[1];
  // its proposal and its pass may have been recorded before the end, and the end is what was wrong
  if (known === undefined && run.isAfterEnd) {
    context.tally.executed++;
    return;
  }
  const story = known ?? executeUnproposed(context, run, event);
  // arguments that an execution does not repeat are not recorded: they are not empty
  const read = event.payload.form === 'absent' ? undefined : context.judge.bare(event.payload, event.record);
  const stage = asProposed(context, run, { story, stage: toolStage('executed', event, read?.value) });
  const isSeenAgain = followRerun(run, story, stage);
  if (story.executed !== undefined) story.earlierRuns.push({ before: story.ranFrom, after: story.executed });
  else story.isUnasked = story.proposed === undefined && event.call !== undefined && !run.closedCalls.has(hashText(event.call));
  story.ranFrom = story.effective;
  stopWaiting(run, story);
  story.executed = stage;
  runUnder(story, stage);
  if (isSeenAgain) return;
  context.tally.executed++;
  if (story.isPassed.input || !recordsGates(run)) return;
  story.isUngatedExecution = true;
  context.tally.ungatedExecutions++;
}
