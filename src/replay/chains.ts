import { equalityKey } from '../json/equal.ts';
import type { GateAnswer, GateName } from '../model/delta.ts';
import type { Observation } from '../model/observation.ts';
import type { SourceRecord } from '../model/record.ts';
import type { ChainEnd } from '../model/report.ts';
import { attemptLimit, type Chain, type Tried } from './chain.ts';
import type { Closing } from './close.ts';
import type { Context } from './context.ts';
import { isRecoveryAllowed } from './delivery/authorizations.ts';
import { stepKey } from './gates.ts';
import { hashId } from './hash.ts';
import type { Run } from './run.ts';
import { eventSite } from './site.ts';
import { isRefusedByHost, type Story } from './story.ts';
import { subjectOf } from './subject.ts';
import { increase } from './tally.ts';

// Attempt chains (ledger.md §1).
//
//   what is recorded of a call or an answer           what it is in a chain
//   ------------------------------------------------  ------------------------------------------------------------
//   gate fails, attempt failed for a deviation,       an attempt that was stopped; the first one opens the chain
//   deviating and answered by an error, or refused
//   by its host as invalid
//   proposed (answered) later, same step and          the next attempt
//   instance, a higher attempt number
//   no numbers: the next call of the same tool by     the next attempt; calls proposed before the stop are none,
//   the same agent, in the same step, proposed        they were on their way already
//   after the stop
//   a person speaks, or the run ends                  no further attempt: exhausted where the declared bound (or
//                                                     strict_mode, or the recorded route) allows none, else abandoned
//   denied by a policy, a person, a hook              no attempt: a denial engages no critique

/** Chains of one key that wait for a next attempt; a hostile record may stop any number and never try again. */
const waitingLimit = 100;

const isNumbered = (story: Story): boolean => story.step !== undefined && story.attempt !== undefined;

const keyOf = (story: Story): string =>
  isNumbered(story)
    ? `#${stepKey(story)}`
    : [stepKey(story), story.kind, story.agent ?? '', story.server ?? '', story.tool ?? ''].join('\u0000');

const startOf = (story: Story): number => (story.proposed ?? story.executed ?? story.returned)?.record.offset ?? 0;

/** A call or answer that begins: the next attempt at what was stopped before, if anything was. */
export function joinChain(context: Context, run: Run, story: Story): void {
  // what undoes an effect is no attempt at what failed
  if (run.chains.size === 0 || story.compensates !== undefined) return;
  const key = keyOf(story);
  const waiting = run.chains.get(key);
  const chain = waiting?.[0];
  if (waiting === undefined || chain === undefined) return;
  if (chain.isNumbered) {
    const number = story.attempt ?? 0;
    if (number < chain.lastBegun) {
      // counted anew: a loop whose instances the record does not name
      run.chains.delete(key);
      run.pastChains.push(chain);
      return;
    }
    // of the same number: on its way together with what was stopped, or a further try that was not counted
    const isNotCounted = startOf(story) > chain.stoppedAt && !run.isStrict && !chain.isTerminal;
    if (number <= (chain.lastStopped ?? 0) && !isNotCounted) return;
    chain.lastBegun = number;
  } else if (waiting.length === 1) run.chains.delete(key);
  else waiting.shift();
  story.chain = chain;
  chain.members++;
  watchBound(context, run, { chain, story });
}

/** N + 1 attempts were stopped, and here is one more: told once, and by its critique where one is recorded. */
function watchBound(context: Context, run: Run, { chain, story }: { readonly chain: Chain; readonly story: Story }): void {
  const bound = run.isStrict ? 0 : run.maxIterations;
  const key = stepKey(story);
  const record = (story.proposed ?? story.returned)?.record;
  // without numbers the next call may as well be about something else
  if (!chain.isNumbered || bound === undefined || chain.stops <= bound || run.exceeded.has(key) || record === undefined) return;
  // what bears the number of what was stopped is no further attempt by the record's own count
  if ((story.attempt ?? 0) <= (chain.lastStopped ?? 0) || isRecoveryAllowed(run, story)) return;
  const cause = run.wrongRoutes.get(key);
  if (run.isStrict) {
    // a deviation is terminal there, and nothing but compensation follows it, whatever route is recorded
    if (cause === undefined) tellStrictAttempt(context, run, { story, record });
    return;
  }
  const exceeded: Observation = {
    kind: 'iterations-exceeded',
    site: eventSite(record),
    subject: subjectOf(story),
    cause,
    count: chain.stops,
    bound,
  };
  run.exceeded.set(key, exceeded);
  context.observe(exceeded);
}

function tellStrictAttempt(context: Context, run: Run, { story, record }: { readonly story: Story; readonly record: SourceRecord }): void {
  const base = { site: eventSite(record), subject: subjectOf(story) };
  const wrong: Observation = { kind: 'wrong-route', ...base, recorded: 'another attempt', expected: 'compensation' };
  run.wrongRoutes.set(stepKey(story), wrong);
  run.effects.dueTo ??= wrong;
  context.observe(wrong);
}

function openChain(run: Run, story: Story): Chain {
  const { line, column, offset } = (story.proposed ?? story.executed ?? story.returned)?.record ?? run.firstPlace;
  return {
    key: keyOf(story),
    from: {
      run: run.id,
      step: story.step,
      instance: story.instance,
      agent: story.agent,
      server: story.server,
      tool: story.tool,
    },
    place: { line, column, offset },
    isNumbered: isNumbered(story),
    lastStopped: undefined,
    stoppedAt: 0,
    lastBegun: story.attempt ?? 0,
    stops: 0,
    members: 0,
    settled: 0,
    critiquesBefore: run.critiques.get(stepKey(story)) ?? 0,
    isTerminal: false,
    tried: [],
    length: 0,
    lastNumber: undefined,
    deviations: 0,
    lastArguments: undefined,
    stoppedInRow: 0,
    outcome: { recoveredAt: undefined },
  };
}

/** Something else of the same numbered attempt was stopped already: one attempt, one chain. */
function chainOfSibling(run: Run, story: Story): Chain | undefined {
  const chain = isNumbered(story) ? run.chains.get(keyOf(story))?.[0] : undefined;
  return chain !== undefined && (story.attempt ?? 0) >= (chain.lastStopped ?? 0) ? chain : undefined;
}

/** A deviation was stopped, or the host refused: a further attempt may follow. */
export function stopAttempt(context: Context, run: Run, { story, at }: { readonly story: Story; readonly at: SourceRecord }): void {
  if (story.isStopped) return;
  story.isStopped = true;
  story.stoppedAt = at.offset;
  if (story.chain === undefined) {
    story.chain = chainOfSibling(run, story) ?? openChain(run, story);
    story.chain.members++;
  }
  const chain = story.chain;
  const isSibling = chain.isNumbered && story.attempt === chain.lastStopped;
  chain.stoppedAt = at.offset;
  chain.lastBegun = Math.max(chain.lastBegun, story.attempt ?? 0);
  if (!chain.isNumbered || (story.attempt ?? 0) > (chain.lastStopped ?? 0)) chain.stops++;
  chain.lastStopped = Math.max(chain.lastStopped ?? 0, story.attempt ?? 0);
  if (!isSibling) watchRepeats(context, chain, story);
  wait(context, run, chain);
}

function wait(context: Context, run: Run, chain: Chain): void {
  const waiting = run.chains.get(chain.key);
  if (waiting === undefined) {
    run.chains.set(chain.key, [chain]);
    return;
  }
  if (waiting.includes(chain)) return;
  waiting.push(chain);
  if (waiting.length <= waitingLimit) return;
  const oldest = waiting.shift();
  if (oldest !== undefined) finish(context, run, oldest, 'abandoned');
}

/** The same invalid call again, or a third one in a row that was stopped: nobody learns from the refusals. */
function watchRepeats(context: Context, chain: Chain, story: Story): void {
  if (story.kind !== 'call' || story.proposed === undefined) return;
  const { value, record, payload } = story.proposed;
  const said = payload.form === 'text' ? payload.text : value === undefined ? undefined : equalityKey(value);
  const digest = said === undefined ? undefined : `${story.tool ?? ''} ${said.length} ${hashId(said)}`;
  const isSame = digest !== undefined && digest === chain.lastArguments;
  chain.lastArguments = digest;
  chain.stoppedInRow++;
  if (!isSame && chain.stoppedInRow !== 3) return;
  context.observe({
    kind: 'repeated-call',
    site: eventSite(record),
    subject: subjectOf(story),
    count: chain.stoppedInRow,
    isIdentical: isSame,
  });
}

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
  if (!chain.isNumbered || story.attempt !== chain.lastNumber) chain.length++;
  chain.lastNumber = story.attempt;
  if (!isAccepted) chain.deviations += deviations;
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
    offset: stage?.record.offset ?? 0,
    isAccepted,
    stoppedAt: story.isStopped ? (story.stoppedAt ?? 0) : undefined,
    isGood: !story.isStopped && failing === undefined && isGoodOutcome(story),
    attempt: story.attempt,
    call: story.call,
    tool: story.tool,
    verdict: story.isStopped || failing !== undefined ? 'fail' : verdictOf(answers),
    stopped_by: story.isStopped ? (isHost ? 'host' : 'gate') : undefined,
    deviations,
    first: first === undefined ? undefined : { kind: first.kind, path: first.path },
  };
}

/** Errors and refusals are no success of an attempt, whatever its gates say; where no outcome is recorded the gates are all there is. */
const isGoodOutcome = ({ outcome }: Story): boolean =>
  outcome === undefined || outcome === 'ok' || outcome === 'pending' || outcome === 'unknown';

/** The attempts that began after the last stop: what was on its way by then is no answer to it. */
function afterLastStop(chain: Chain): readonly Tried[] {
  const last = chain.tried.reduce((latest, { stoppedAt }) => Math.max(latest, stoppedAt ?? -1), -1);
  return chain.tried.filter(({ offset }) => offset > last).toSorted((a, b) => a.offset - b.offset);
}

const critiquesOf = (run: Run, chain: Chain): number => (run.critiques.get(stepKey(chain.from)) ?? 0) - chain.critiquesBefore;

/** Nothing may follow: by the posture, by the route that was taken, or because as many ways back were taken as are declared. */
function isExhausted(run: Run, chain: Chain): boolean {
  if (chain.isTerminal || run.isStrict) return true;
  if (run.maxIterations === undefined) return false;
  const attempts = chain.isNumbered ? new Set(chain.tried.map(({ attempt }) => attempt)).size : chain.length;
  return Math.max(critiquesOf(run, chain), attempts - 1) >= run.maxIterations;
}

function endOf(run: Run, chain: Chain, otherwise: ChainEnd): ChainEnd {
  if (chain.tried.some(({ isAccepted }) => isAccepted)) return 'accepted';
  const later = afterLastStop(chain);
  if (later.length === 0) return isExhausted(run, chain) ? 'exhausted' : otherwise;
  return later.some(({ isGood, verdict }) => isGood && verdict === 'pass') ? 'recovered' : 'unknown';
}

/** Nothing more can come of a chain: how it ended, counted and told. */
function finish(context: Context, run: Run, chain: Chain, otherwise: ChainEnd): void {
  if (chain.length === 0) return;
  const end = endOf(run, chain, otherwise);
  const { tally } = context;
  if (end === 'recovered') {
    tally.recovered += chain.deviations;
    chain.outcome.recoveredAt = afterLastStop(chain).find(({ isGood, verdict }) => isGood && verdict === 'pass')?.line;
  }
  increase(tally.chains, end);
  tally.longestChain = Math.max(tally.longestChain, chain.length);
  const attempts = chain.tried.toSorted((a, b) => a.offset - b.offset);
  context.chain({
    place: chain.place,
    row: {
      ...chain.from,
      bound: run.isStrict ? 0 : (run.maxIterations ?? null),
      critiques: critiquesOf(run, chain),
      end,
      length: chain.length,
      attempts: attempts.map(({ offset: _offset, isAccepted: _isAccepted, stoppedAt: _stoppedAt, isGood: _isGood, ...attempt }) => attempt),
    },
  });
}

/** A person speaks: what was tried without numbers is over. */
export function endTurn(context: Context, run: Run): void {
  for (const [key, waiting] of run.chains) {
    if (waiting[0]?.isNumbered === true) continue;
    run.chains.delete(key);
    for (const chain of waiting) finish(context, run, chain, 'abandoned');
  }
}

/** The run, or the input, ended; every story of it is over by then. */
export function finishChains(context: Context, run: Run, { isClosed }: { readonly isClosed: boolean }): void {
  const otherwise = isClosed || run.opened === undefined ? 'abandoned' : 'open';
  for (const chain of run.pastChains) finish(context, run, chain, 'abandoned');
  for (const waiting of run.chains.values()) for (const chain of waiting) finish(context, run, chain, otherwise);
  run.pastChains.length = 0;
  run.chains.clear();
}
