import { addDecimals } from '../../json/sum.ts';
import type { Cost } from '../../model/event/providers.ts';

/**
 * Sums in exact decimal text: `input_tokens`, `output_tokens`, and `amount CURRENCY` for each currency (`amount ` where none is said).
 * Only what is recorded has an entry.
 */
export type Spending = Map<string, string>;

function add(into: Spending, key: string, amount: string): void {
  const known = into.get(key);
  into.set(key, addDecimals(known ?? '0', amount));
}

export function addCost(into: Spending, cost: Cost | undefined): void {
  if (cost === undefined) return;
  if (cost.inputTokens !== undefined) add(into, 'input_tokens', String(cost.inputTokens));
  if (cost.outputTokens !== undefined) add(into, 'output_tokens', String(cost.outputTokens));
  if (cost.amount !== undefined) add(into, `amount ${cost.currency ?? ''}`, cost.amount);
}

export function addSpending(into: Spending, from: ReadonlyMap<string, string>): void {
  for (const [key, amount] of from) add(into, key, amount);
}

/** A request and its answer tell one cost, not two: the answer, which came later, knows better, field by field. */
export function jointCost(asked: Cost | undefined, answered: Cost | undefined): Cost | undefined {
  if (asked === undefined || answered === undefined) return answered ?? asked;
  const priced = answered.amount === undefined ? asked : answered;
  return {
    amount: priced.amount,
    currency: priced.currency,
    inputTokens: answered.inputTokens ?? asked.inputTokens,
    outputTokens: answered.outputTokens ?? asked.outputTokens,
  };
}
