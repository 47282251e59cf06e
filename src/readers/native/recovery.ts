import type { RecoveryExposure, RecoveryLimits } from '../../model/event/failures.ts';
import type { LedgerEvent } from '../../model/event.ts';
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '../../model/json.ts';
import { freeTextsOf } from './free-texts.ts';
import { identifierOf, type NativeLine, reportUnread, textList, textOf } from './line.ts';
import { amountAt, countAt } from './plans.ts';

/** `recovery.authorized`: which attempt may be recovered, within which limits, and who may see the data. */
export function readRecoveryAuthorized(line: NativeLine): LedgerEvent {
  const { event } = line;
  const attempt = memberOf(event.for, 'attempt');
  return {
    kind: 'recovery-authorized',
    ...line.base,
    way: textOf(line, 'kind', event.kind),
    by: textOf(line, 'by', event.by),
    forStep: identifierOf(memberOf(event.for, 'step')),
    forAttempt: countAt(line, 'for.attempt', attempt),
    limits: limitsOf(line, event.limits),
    exposure: exposureOf(line, event.exposure),
    freeTexts: freeTextsOf(line),
  };
}

const limitNames: ReadonlySet<string> = new Set([
  'attempts',
  'max_attempts',
  'tokens',
  'input_tokens',
  'output_tokens',
  'cost',
  'amount',
  'currency',
]);
const costNames: ReadonlySet<string> = new Set(['amount', 'currency', 'input_tokens', 'output_tokens']);

/** A limit that is not known cannot be held: it is reported, so that nobody takes the rest for all of it. */
function expectNames(line: NativeLine, object: JsonObject, known: ReadonlySet<string>): void {
  if (Object.keys(object).some((name) => !known.has(name))) reportUnread(line, 'with limits of an unknown kind');
}

function limitsOf(line: NativeLine, limits: JsonValue | undefined): RecoveryLimits | undefined {
  if (limits === undefined) return undefined;
  if (!isJsonObject(limits)) {
    reportUnread(line, 'with limits that are no object');
    return undefined;
  }
  expectNames(line, limits, limitNames);
  const cost = costObject(line, limits);
  return {
    attempts: countAt(line, 'limits.attempts', limits.attempts ?? limits.max_attempts),
    tokens: countAt(line, 'limits.tokens', limits.tokens),
    inputTokens: countAt(line, 'limits.input_tokens', limits.input_tokens ?? cost.input_tokens),
    outputTokens: countAt(line, 'limits.output_tokens', limits.output_tokens ?? cost.output_tokens),
    amount: amountAt(line, 'limits.cost', limits.amount ?? cost.amount),
    currency: textOf(line, 'limits.currency', limits.currency ?? cost.currency),
  };
}

/** `cost` as an event carries it, or the amount alone. */
function costObject(line: NativeLine, { cost }: JsonObject): JsonObject {
  if (cost === undefined) return {};
  if (!isJsonObject(cost)) return { amount: cost };
  expectNames(line, cost, costNames);
  return cost;
}

const exposureNames: ReadonlySet<string> = new Set(['provider', 'model', 'account', 'region'].flatMap((name) => [name, `${name}s`]));

/** Lists of names, each in the plural or the singular; one name may stand without a list, so that a candidate is an exposure too. */
function exposureOf(line: NativeLine, exposure: JsonValue | undefined): RecoveryExposure | undefined {
  if (exposure === undefined) return undefined;
  if (!isJsonObject(exposure)) {
    reportUnread(line, 'with exposure that is no object');
    return undefined;
  }
  if (Object.keys(exposure).some((name) => !exposureNames.has(name))) reportUnread(line, 'with exposure of an unknown kind');
  return {
    provider: namesOf(line, exposure.providers ?? exposure.provider),
    model: namesOf(line, exposure.models ?? exposure.model),
    account: namesOf(line, exposure.accounts ?? exposure.account),
    region: namesOf(line, exposure.regions ?? exposure.region),
  };
}

const namesOf = (line: NativeLine, names: JsonValue | undefined): readonly string[] | undefined =>
  typeof names === 'string' ? [names] : textList(line, 'exposure', names);
