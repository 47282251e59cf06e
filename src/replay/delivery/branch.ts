import { equalityKey } from '../../json/equal.ts';
import type { Answered } from '../../model/event/answers.ts';
import type { Candidate, Cost, ProviderCalled } from '../../model/event/providers.ts';
import type { JsonValue } from '../../model/json.ts';
import { hashText } from '../../text/hash.ts';
import type { Context } from '../context.ts';
import { stepKey } from '../gates.ts';
import type { Run } from '../run.ts';
import type { Authorization } from './authorizations.ts';
import { addCost, addSpending, jointCost, type Spending } from './costs.ts';
import type { Use } from './limits.ts';

/** One attempt at an answer: a request, an answer, or both, as far as they are recorded. */
export interface Attempt {
  readonly number: number | undefined;
  readonly candidate: Candidate | undefined;
  /** Asked when the answer before it had failed: an attempt made side by side with it follows nothing. */
  readonly isAfterFailure: boolean;
  readonly askedCost: Cost | undefined;
  /** What requests of this attempt cost that nobody answered. */
  readonly lost: Spending;
  answeredCost: Cost | undefined;
  /** Which model says it answered. */
  model: string | undefined;
  isAnswered: boolean;
  isFailed: boolean;
  /** The authorisation whose limits it uses up, and where; until its cost is settled. */
  use: Use | undefined;
  /** Whether its candidate was already held against the failed one. */
  isRecovery: boolean;
  /** Nobody had allowed it. */
  isUnauthorized: boolean;
}

/** The attempts of a step and instance that are still of interest. */
export interface Branch {
  /** Requests that wait for an answer, by the number of their attempt; the oldest are forgotten. */
  readonly asked: Map<number, Attempt>;
  /** Declared probes since the last request or answer, by the number of their attempt: the next answer may be that of one of them. */
  readonly probes: Map<number, Candidate | undefined>;
  current: Attempt | undefined;
  /** The last answer, if it failed. */
  failed: Attempt | undefined;
  /** The last one of them that was as it should be: going back to it from one that was not is no further recovery. */
  lawful: Attempt | undefined;
  failures: number;
  /** Hashes of the values of answers that failed: committing one of them is another fault than repairing it. */
  readonly failedValues: Set<number>;
  authorization: Authorization | undefined;
}

export function branchOf(run: Run, event: { readonly step?: string | undefined; readonly instance?: string | undefined }): Branch {
  const { branches } = run.delivery;
  const key = stepKey(event);
  const known = branches.get(key);
  if (known !== undefined) return known;
  const branch: Branch = {
    asked: new Map(),
    probes: new Map(),
    current: undefined,
    failed: undefined,
    lawful: undefined,
    failures: 0,
    failedValues: new Set(),
    authorization: undefined,
  };
  branches.set(key, branch);
  return branch;
}

const unnumbered = 0;
/** Requests without an answer that are remembered in one branch. */
const askedLimit = 8;

interface Start {
  readonly number: number | undefined;
  readonly candidate?: Candidate | undefined;
  readonly cost?: Cost | undefined;
  readonly lost?: Spending | undefined;
  readonly isAfterFailure: boolean;
}

const startAttempt = ({ number, candidate, cost, lost = new Map(), isAfterFailure }: Start): Attempt => ({
  number,
  candidate,
  isAfterFailure,
  askedCost: cost,
  lost,
  answeredCost: undefined,
  model: undefined,
  isAnswered: false,
  isFailed: false,
  use: undefined,
  isRecovery: false,
  isUnauthorized: false,
});

/** A request begins an attempt, or begins it once more: what the unanswered request before it cost is the attempt's too. */
export function ask(branch: Branch, event: ProviderCalled): Attempt {
  const { attempt: number, candidate, cost } = event;
  const key = number ?? unnumbered;
  branch.probes.clear(); // a step that goes on to ask has its answer
  const earlier = branch.asked.get(key);
  if (earlier !== undefined) addCost(earlier.lost, earlier.askedCost);
  const attempt = startAttempt({ number, candidate, cost, lost: earlier?.lost, isAfterFailure: branch.failed !== undefined });
  branch.asked.delete(key); // so that it becomes the newest
  branch.asked.set(key, attempt);
  if (branch.asked.size > askedLimit) for (const oldest of [...branch.asked.keys()].slice(0, 1)) branch.asked.delete(oldest);
  return attempt;
}

/** A probe asks what a candidate can do. Where it is told that it answered, that is no answer of the step. */
export function noteProbe({ probes }: Branch, { attempt, candidate }: ProviderCalled): void {
  if (probes.size < askedLimit) probes.set(attempt ?? unnumbered, candidate);
}

/** Whether an answer is that of a probe: no request waits for it, a probe of its attempt does, and it is of the model that was probed. */
export function takeProbe({ asked, probes }: Branch, { attempt, model }: Answered): boolean {
  if (probes.size === 0) return false;
  const isAsked = attempt === undefined ? asked.size > 0 : asked.has(attempt) || asked.has(unnumbered);
  const key = attempt === undefined ? [...probes.keys()].at(-1) : probes.has(attempt) ? attempt : unnumbered;
  const isProbed = key !== undefined && probes.has(key);
  const probed = key === undefined ? undefined : probes.get(key);
  probes.clear();
  return !isAsked && isProbed && (model === undefined || probed === undefined || probed.model === model);
}

/** The request that something of attempt `number` goes back to. */
function takeAsked({ asked }: Branch, number: number | undefined): Attempt | undefined {
  const key = number === undefined ? [...asked.keys()].at(-1) : asked.has(number) ? number : unnumbered;
  const attempt = key === undefined ? undefined : asked.get(key);
  if (key !== undefined) asked.delete(key);
  return attempt;
}

/** An answer belongs to the request of its attempt, where there is one. */
export function beginAnswer(branch: Branch, event: Answered): Attempt {
  const isAfterFailure = branch.failed !== undefined;
  const attempt = takeAsked(branch, event.attempt) ?? startAttempt({ number: event.attempt, isAfterFailure });
  attempt.isAnswered = true;
  attempt.model = event.model;
  attempt.answeredCost = event.cost;
  return attempt;
}

/** The attempt that a gate or a failure speaks of; one of which nothing else is recorded begins here. */
export function attemptAt(branch: Branch, number: number | undefined): Attempt {
  const { current } = branch;
  const isCurrent = current !== undefined && (number === undefined || current.number === undefined || current.number === number);
  if (isCurrent && !(current.isFailed && number === undefined && branch.asked.size > 0)) return current;
  const attempt = takeAsked(branch, number) ?? startAttempt({ number, isAfterFailure: branch.failed !== undefined });
  branch.current = attempt;
  return attempt;
}

/** The history of a failed branch: how many attempts, and what they cost. */
export function countFailure({ tally }: Context, attempt: Attempt): void {
  if (attempt.isFailed) return;
  attempt.isFailed = true;
  tally.failedAttempts++;
  addSpending(tally.failedCost, attempt.lost);
  addCost(tally.failedCost, jointCost(attempt.askedCost, attempt.answeredCost));
}

/** An answer that failed: whoever follows it recovers it. */
export function failAnswer(context: Context, branch: Branch, attempt: Attempt): void {
  if (!attempt.isFailed) branch.failures++;
  countFailure(context, attempt);
  branch.failed = attempt;
  if (!attempt.isUnauthorized) branch.lawful = attempt;
}

/** Something passed, or stands in for what failed: nothing is to be recovered any more. */
export function passAnswer(branch: Branch): void {
  branch.failed = undefined;
  branch.lawful = undefined;
}

const hashOf = (value: JsonValue): number => hashText(equalityKey(value));

export const rememberFailed = ({ failedValues }: Branch, value: JsonValue | undefined): void => {
  if (value !== undefined) failedValues.add(hashOf(value));
};
export const isFailedValue = ({ failedValues }: Branch, value: JsonValue): boolean => failedValues.has(hashOf(value));
