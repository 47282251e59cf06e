import type { Answered } from '../../model/event/answers.ts';
import type { Candidate, ProviderCalled } from '../../model/event/providers.ts';
import type { Subject } from '../../model/observation/base.ts';
import type { CandidatePart, UnauthorizedRecovery } from '../../model/observation/delivery.ts';
import type { Context } from '../context.ts';
import { stepKey } from '../gates.ts';
import type { Run } from '../run.ts';
import { eventSite } from '../site.ts';
import { type Authorization, allowedInstead, findAuthorization, type Way } from './authorizations.ts';
import type { Attempt, Branch } from './branch.ts';
import { differingPart } from './candidates.ts';
import { jointCost } from './costs.ts';
import { checkExposure } from './exposure.ts';
import { charge, type Use, useAttempt } from './limits.ts';

interface Next<Event> {
  readonly branch: Branch;
  /** The attempt that follows the failed one. */
  readonly attempt: Attempt;
  readonly event: Event;
}

function subjectOfEvent(run: Run, event: ProviderCalled | Answered): Subject {
  return { run: run.id, step: event.step, instance: event.instance, attempt: event.attempt, agent: event.agent };
}

/** One that was given more attempts than one goes on to cover the failures of those. */
export function authorizationFor(
  run: Run,
  branch: Branch,
  asked: { readonly step?: string | undefined; readonly instance?: string | undefined; readonly way: Way },
): Authorization | undefined {
  const found = findAuthorization(run, { ...asked, failed: branch.failed?.number });
  if (found !== undefined) branch.authorization = found;
  else if (branch.authorization?.limits.attempts === undefined || !branch.authorization.ways.includes(asked.way)) return undefined;
  return branch.authorization;
}

/** N critiques are declared, and the attempts before this one have used them up. */
const isBeyondBound = ({ maxIterations }: Run, { failures }: Branch): boolean => maxIterations !== undefined && failures > maxIterations;

function beginUse(context: Context, attempt: Attempt, use: Use): void {
  attempt.use = use;
  useAttempt(context, use);
}

function tellUnauthorized(
  context: Context,
  use: Omit<Use, 'authorization'>,
  told: Pick<UnauthorizedRecovery, 'what' | 'before' | 'after' | 'instead'>,
): void {
  context.observe({ kind: 'unauthorized-recovery', ...use, ...told });
}

/** By which part a candidate is another than the one that failed, and than the last one that was lawfully asked. */
function anotherPart({ failed, lawful }: Branch, candidate: Candidate): CandidatePart | undefined {
  const what = differingPart(failed?.candidate, candidate);
  const isBack = lawful?.candidate !== undefined && differingPart(lawful.candidate, candidate) === undefined;
  return isBack ? undefined : what;
}

/** A request after a failed answer: to somebody else it is a recovery, to the same candidate it is one only beyond the declared bound. */
export function recoverByRequest(context: Context, run: Run, told: Next<ProviderCalled>): void {
  const { branch, attempt, event } = told;
  const { failed } = branch;
  const { step, instance } = event;
  if (failed === undefined || attempt.candidate === undefined) return;
  const at = { site: eventSite(event.record), subject: subjectOfEvent(run, event), cause: run.exceeded.get(stepKey(event)) };
  const what = anotherPart(branch, attempt.candidate);
  if (what === undefined) {
    if (!isBeyondBound(run, branch)) return;
    const authorization = authorizationFor(run, branch, { step, instance, way: 'again' }) ?? branch.authorization;
    if (authorization !== undefined) beginUse(context, attempt, { ...at, authorization });
    return;
  }
  attempt.isRecovery = true;
  const asked = { step, instance, way: 'elsewhere' } as const;
  const authorization = authorizationFor(run, branch, asked);
  if (authorization === undefined) {
    attempt.isUnauthorized = true;
    const pair = { before: failed.candidate?.[what], after: attempt.candidate[what] };
    tellUnauthorized(context, at, { what, ...pair, instead: allowedInstead(run, { ...asked, failed: failed.number }) });
    return;
  }
  const use = { ...at, authorization };
  beginUse(context, attempt, use);
  checkExposure(context, run, { ...use, candidate: attempt.candidate, failed: failed.candidate });
}

/** Another model answered than the one that failed, and than the last one that lawfully did. */
const isAnotherModel = ({ failed, lawful }: Branch, model: string | undefined): boolean =>
  model !== undefined && failed?.model !== undefined && failed.model !== model && lawful?.model !== model;

/** An answer after a failed one: the model that says it answered may be another, whoever was asked. */
export function recoverByAnswer(context: Context, run: Run, told: Next<Answered>): void {
  const { branch, attempt, event } = told;
  const at = { site: eventSite(event.record), subject: subjectOfEvent(run, event), cause: run.exceeded.get(stepKey(event)) };
  if (attempt.isAfterFailure && !attempt.isRecovery && isAnotherModel(branch, event.model)) {
    const asked = { step: event.step, instance: event.instance, way: 'elsewhere' } as const;
    const authorization = authorizationFor(run, branch, asked);
    if (authorization === undefined) {
      attempt.isUnauthorized = true;
      const instead = allowedInstead(run, { ...asked, failed: branch.failed?.number });
      tellUnauthorized(context, at, { what: 'model', before: branch.failed?.model, after: event.model, instead });
    } else if (attempt.use === undefined) beginUse(context, attempt, { ...at, authorization });
  }
  settle(context, run, attempt, at);
}

/** The attempt is over, or the run is: what it cost is known, as far as it will be. It is told at the answer, else at the request. */
export function settle(context: Context, run: Run, attempt: Attempt, answered?: Omit<Use, 'authorization'>): void {
  const { use, lost } = attempt;
  if (use === undefined) return;
  attempt.use = undefined;
  charge(context, run, { ...use, ...answered, lost, cost: jointCost(attempt.askedCost, attempt.answeredCost) });
}
