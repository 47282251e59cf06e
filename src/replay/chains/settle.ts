import type { GateAnswer, GateName } from '../../model/delta.ts';
import type { Closing } from '../close.ts';
import type { Context } from '../context.ts';
import type { Run } from '../run.ts';
import { isRefusedByHost, type Story } from '../story.ts';
import { attemptLimit, type Tried } from './chain.ts';
import { finish } from './end.ts';

/** A gate is recorded to have failed it, and it ran or was handed on all the same: nothing stopped it. */
function hasGoneThrough(story: Story): boolean {
  const hasFailed = (gate: GateName): boolean =>
    story.gates.some((told) => told.by === 'gate' && told.gate === gate && told.verdict === 'fail');
  const hasRun = story.executed !== undefined || story.outcome === 'ok';
  const isHandedOn = story.committed !== undefined || story.released !== undefined;
  return (hasRun && hasFailed('input') && !story.isPassed.input) || (isHandedOn && hasFailed('output') && !story.isPassed.output);
}

/** A story of a chain is over: its line in the chain, and the chain's end when nothing of it is left open. */
export function settleInChain(context: Context, run: Run, told: { readonly story: Story; readonly closing: Closing | undefined }): void {
  const { story, closing } = told;
  const { chain } = story;
  if (chain === undefined) return;
  const sides = closing?.sides ?? [];
  const deviations = sides.reduce((sum, side) => sum + side.deviations, 0);
  const isAccepted = sides.some((side) => side.deviations > 0 && side.disposition === 'accepted') || hasGoneThrough(story);
  chain.settled++;
  if (chain.isNumbered) chain.numbers.add(story.attempt ?? 0);
  chain.length = chain.isNumbered ? chain.numbers.size : chain.length + 1;
  if (story.stopped !== undefined && !isAccepted) story.stopped.deviations = deviations;
  const tried = triedOf(story, { deviations, isAccepted });
  if (chain.tried.length < attemptLimit) chain.tried.push(tried);
  else chain.tried[attemptLimit - 1] = tried;
  if (!chain.isNumbered && chain.settled === chain.members && !story.isStopped) finish(context, run, chain, 'abandoned');
}

/** Of both gates: what one could not check is not passed, and where one has nothing to say the other decides. */
function verdictOf(answers: readonly (GateAnswer | undefined)[]): Tried['verdict'] {
  const said = answers.map((answer) => answer?.verdict);
  if (said.includes('unchecked')) return 'unchecked';
  return said.includes('pass') ? 'pass' : 'no-contract';
}

function triedOf(story: Story, { deviations, isAccepted }: { readonly deviations: number; readonly isAccepted: boolean }): Tried {
  const stage = story.proposed ?? story.executed ?? story.returned ?? story.committed ?? story.released;
  const answers = [story.input?.answer, story.output?.answer];
  const failing = answers.find((answer) => answer?.verdict === 'fail');
  const [first] = failing?.verdict === 'fail' ? failing.deltas : [];
  const isHost = isRefusedByHost(story);
  return {
    line: stage?.record.line ?? 0,
    kind: story.kind,
    begun: story.begun,
    stoppedAt: story.stoppedAt,
    isAccepted,
    isGood: !story.isStopped && failing === undefined && story.outcome !== 'refused',
    attempt: story.attempt,
    call: story.call,
    tool: story.tool,
    verdict: story.isStopped || failing !== undefined ? 'fail' : verdictOf(answers),
    stopped_by: story.isStopped ? (isHost ? 'host' : 'gate') : undefined,
    deviations,
    first: first === undefined ? undefined : { kind: first.kind, path: first.path },
  };
}
