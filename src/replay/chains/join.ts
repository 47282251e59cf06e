import type { Observation } from '../../model/observation.ts';
import type { Context } from '../context.ts';
import { critiqueKey } from '../critiques.ts';
import { isRecoveryAllowed } from '../delivery/authorizations.ts';
import { stepKey } from '../gates.ts';
import type { Run } from '../run.ts';
import { eventSite } from '../site.ts';
import type { Story } from '../story.ts';
import { subjectOf } from '../subject.ts';
import type { Chain } from './chain.ts';
import { keyOf } from './key.ts';

/** A call or answer that begins: the next attempt at what was stopped before, if anything was. */
export function joinChain(context: Context, run: Run, story: Story): void {
  story.begun = context.clock.now;
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
    if (number <= (chain.lastStopped ?? 0)) return;
    chain.lastBegun = number;
  } else if (waiting.length === 1) run.chains.delete(key);
  else waiting.shift();
  story.chain = chain;
  chain.members++;
  watchBound(context, run, { chain, story });
}

/** It was denied: no attempt, and what it would have been the next attempt at waits for another one. */
export function leaveChain(run: Run, story: Story): void {
  const { chain } = story;
  if (chain === undefined || story.isStopped) return;
  story.chain = undefined;
  chain.members--;
  if (chain.isNumbered) return;
  const waiting = run.chains.get(chain.key);
  if (waiting === undefined) run.chains.set(chain.key, [chain]);
  else waiting.unshift(chain);
}

/** N + 1 attempts were stopped, and here is one more: told once, and by its critique where one is recorded. */
function watchBound(context: Context, run: Run, { chain, story }: { readonly chain: Chain; readonly story: Story }): void {
  const bound = run.isStrict ? 0 : run.maxIterations;
  const key = stepKey(story);
  const record = (story.proposed ?? story.returned)?.record;
  if (bound === undefined || chain.stops <= bound || chain.isExceeded || run.exceeded.has(key) || record === undefined) return;
  if (isRecoveryAllowed(run, story)) return;
  chain.isExceeded = true;
  const base = { site: eventSite(record), subject: subjectOf(story) };
  const cause = run.wrongRoutes.get(critiqueKey(story));
  if (!run.isStrict) {
    const exceeded: Observation = { kind: 'iterations-exceeded', ...base, cause, count: chain.stops, bound };
    if (chain.isNumbered) run.exceeded.set(key, exceeded);
    context.observe(exceeded);
    return;
  }
  if (cause !== undefined) return;
  // a deviation is terminal there, and nothing but compensation follows it, whatever route is recorded
  const wrong: Observation = { kind: 'wrong-route', ...base, recorded: 'another attempt', expected: 'compensation' };
  if (chain.isNumbered) run.wrongRoutes.set(critiqueKey(story), wrong);
  run.effects.dueTo ??= wrong;
  context.observe(wrong);
}
