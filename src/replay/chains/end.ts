import type { ChainEnd } from '../../model/report/stories.ts';
import type { Context } from '../context.ts';
import { critiqueKey } from '../critiques.ts';
import type { Run } from '../run.ts';
import { increase } from '../tally.ts';
import type { Chain, Stopped, Tried } from './chain.ts';

/** The attempts that began after the last stop: what was on its way by then is no answer to it. */
function afterLastStop(chain: Chain): readonly Tried[] {
  const last = chain.tried.reduce((latest, { stoppedAt }) => Math.max(latest, stoppedAt ?? -1), -1);
  return chain.tried.filter(({ begun }) => begun > last);
}

const hasPassed = ({ isGood, verdict }: Tried): boolean => isGood && verdict === 'pass';

const critiquesOf = (run: Run, chain: Chain): number => (run.critiques.get(critiqueKey(chain.from)) ?? 0) - chain.critiquesBefore;

/** Nothing may follow: by the posture, by the route that was taken, or because as many attempts were made as are declared. */
const isExhausted = (run: Run, chain: Chain): boolean =>
  chain.isTerminal || run.isStrict || (run.maxIterations !== undefined && chain.length > run.maxIterations);

function endOf(run: Run, chain: Chain, otherwise: ChainEnd): ChainEnd {
  if (chain.tried.some(({ isAccepted }) => isAccepted)) return 'accepted';
  const later = afterLastStop(chain);
  if (later.length === 0) return isExhausted(run, chain) ? 'exhausted' : otherwise;
  return later.some(hasPassed) ? 'recovered' : 'unknown';
}

/** What was stopped at one attempt is recovered one by one: the second of two siblings by the second that passed. */
const siblingKey = ({ kind, tool, attempt }: Stopped): string => `${attempt ?? ''} ${kind} ${tool ?? ''}`;

/** An answer is recovered by an answer; a call by a call of its tool, else by whatever passed in its place. */
function passedInstead({ kind, tool, at }: Stopped, passed: readonly Tried[], place: number): Tried | undefined {
  const later = passed.filter((tried) => tried.begun > at);
  const alike = later.filter((tried) => tried.kind === kind && (kind === 'answer' || tried.tool === tool));
  if (alike.length > 0 || kind === 'answer') return alike[place];
  return later[0];
}

/** Tells what was stopped of the attempts that passed after it; answers how many deviations were recovered. */
function recover(chain: Chain): number {
  const passed = afterLastStop(chain)
    .filter(hasPassed)
    .toSorted((a, b) => a.begun - b.begun);
  const places = new Map<string, number>();
  let recovered = 0;
  for (const stopped of chain.stopped) {
    const key = siblingKey(stopped);
    const place = chain.isNumbered ? (places.get(key) ?? 0) : 0;
    places.set(key, place + 1);
    const instead = passedInstead(stopped, passed, place);
    if (instead === undefined) continue;
    stopped.recovery.recoveredAt = instead.line;
    recovered += stopped.deviations;
  }
  return recovered;
}

/** Nothing more can come of a chain: how it ended, counted and told. */
export function finish(context: Context, run: Run, chain: Chain, otherwise: ChainEnd): void {
  if (chain.length === 0) return;
  const end = endOf(run, chain, otherwise);
  const { tally } = context;
  if (end === 'recovered') tally.recovered += recover(chain);
  increase(tally.chains, end);
  tally.longestChain = Math.max(tally.longestChain, chain.length);
  const attempts = chain.tried.toSorted((a, b) => a.begun - b.begun);
  context.chain({
    place: chain.place,
    row: {
      ...chain.from,
      bound: run.isStrict ? 0 : (run.maxIterations ?? null),
      critiques: critiquesOf(run, chain),
      end,
      length: chain.length,
      attempts: attempts.map(
        ({ kind: _kind, begun: _begun, isAccepted: _isAccepted, stoppedAt: _stoppedAt, isGood: _isGood, ...attempt }) => attempt,
      ),
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
