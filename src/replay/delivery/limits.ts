import { compareDecimals, parseDecimal } from '../../json/decimal.ts';
import { addDecimals } from '../../json/sum.ts';
import type { Cost } from '../../model/event/providers.ts';
import type { Site, Subject } from '../../model/observation/base.ts';
import type { RecoveryBeyondLimit } from '../../model/observation/delivery.ts';
import type { Observation } from '../../model/observation.ts';
import type { Context } from '../context.ts';
import type { Run } from '../run.ts';
import type { Authorization } from './authorizations.ts';
import { addCost, addSpending, type Spending } from './costs.ts';
import { sayUnjudged } from './unjudged.ts';

/** Where an attempt that uses up an authorisation stands. */
export interface Use {
  readonly authorization: Authorization;
  readonly site: Site;
  readonly subject: Subject;
  /** The step had passed its bound of critiques before. */
  readonly cause?: Observation | undefined;
}

const isAbove = (used: string, allowed: string): boolean => compareDecimals(parseDecimal(used), parseDecimal(allowed)) > 0;

/** One more attempt that needed the authorisation. */
export function useAttempt(context: Context, { authorization, site, subject, cause }: Use): void {
  const { limits } = authorization;
  authorization.attempts++;
  if (limits.attempts === undefined || authorization.attempts <= limits.attempts) return;
  const told = { limit: 'attempts', allowed: String(limits.attempts), used: String(authorization.attempts) } as const;
  context.observe({ kind: 'recovery-beyond-limit', site, subject, cause, ...told });
}

interface Held {
  readonly limit: RecoveryBeyondLimit['limit'];
  readonly allowed: string | undefined;
  readonly used: string | undefined;
}

type Spent = (key: string) => string | undefined;

const sumOf = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || b === undefined ? (a ?? b) : addDecimals(a, b);

/** Asks for the few sums that have a limit: a hostile record may hold a currency for every event. */
function heldLimits({ limits }: Authorization, spent: Spent): readonly Held[] {
  const [input, output] = [spent('input_tokens'), spent('output_tokens')];
  const tokens = sumOf(input, output);
  const textOf = (count: number | undefined): string | undefined => (count === undefined ? undefined : String(count));
  return [
    { limit: 'tokens', allowed: textOf(limits.tokens), used: tokens },
    { limit: 'input_tokens', allowed: textOf(limits.inputTokens), used: input },
    { limit: 'output_tokens', allowed: textOf(limits.outputTokens), used: output },
    { limit: 'cost', allowed: limits.amount, used: spent(`amount ${limits.currency ?? ''}`) },
  ];
}

function checkSpent(context: Context, { authorization, site, subject, cause }: Use, spent: Spent): void {
  for (const { limit, allowed, used } of heldLimits(authorization, spent)) {
    if (allowed === undefined || used === undefined || authorization.told.has(limit) || !isAbove(used, allowed)) continue;
    authorization.told.add(limit);
    context.observe({ kind: 'recovery-beyond-limit', site, subject, cause, limit, allowed, used });
  }
}

/** Why a limit could not be held against an attempt. */
function unheldWords({ limits }: Authorization, limit: Held['limit'], cost: Cost | undefined): string {
  if (limit !== 'cost') return `the recovery has a limit, and the ${limit.replace('_', ' ')} of this attempt are not recorded`;
  if (cost?.amount === undefined) return 'the recovery has a limit, and what this attempt cost is not recorded';
  const [allowed, paid] = [limits.currency ?? 'no currency', cost.currency ?? 'no currency'];
  return `the limit of the recovery is in ${allowed}, and the cost of this attempt in ${paid}: nothing is converted`;
}

/** What an attempt cost in the end. A limit that nothing recorded can be held against is said to be unchecked, once. */
export function charge(
  context: Context,
  run: Run,
  told: Use & { readonly cost: Cost | undefined; readonly lost: ReadonlyMap<string, string> },
): void {
  const { authorization, site, subject } = told;
  const own: Spending = new Map(told.lost);
  addCost(own, told.cost);
  addSpending(authorization.spent, own);
  checkSpent(context, told, (key) => authorization.spent.get(key));
  for (const { limit, allowed, used } of heldLimits(authorization, (key) => own.get(key))) {
    if (allowed === undefined || used !== undefined || authorization.said.has(limit)) continue;
    authorization.said.add(limit);
    sayUnjudged(context, run, { site, subject, detail: unheldWords(authorization, limit, told.cost) });
  }
}
