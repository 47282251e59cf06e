import { ExactNumber } from '../model/json.ts';
import { compareText } from '../model/order.ts';
import type { FailedBranches } from '../model/report/counts.ts';
import type { Report } from '../model/report.ts';
import type { Tally } from '../replay/tally.ts';

/** How far answers got, and what stopped those that did not get there. */
export function promisesOf({ promises, stops }: Tally): Pick<Report, 'promises' | 'answers_stopped'> {
  const { jsonLooking, json, schemaValid } = promises;
  const kept = { json_looking: jsonLooking, json, schema_valid: schemaValid };
  if (stops.size === 0) return { promises: kept };
  const count = (reason: string): number => stops.get(reason) ?? 0;
  const stopped = {
    refused: count('refused'),
    truncated: count('truncated'),
    malformed_call: count('malformed_call'),
    not_json: count('not_json'),
    not_as_declared: count('not_as_declared'),
    unchecked: count('unchecked'),
  };
  return { promises: kept, answers_stopped: stopped };
}

/** Tokens add up to more than a double holds only where somebody wrote them to: then they are given as they are. */
function tokensOf(text: string | undefined): number | ExactNumber | null {
  if (text === undefined) return null;
  return Number.isSafeInteger(Number(text)) ? Number(text) : new ExactNumber(text);
}

const amountMark = 'amount ';

function amountsOf(cost: Tally['failedCost']): FailedBranches['cost']['amounts'] {
  const sums = [...cost].filter(([key]) => key.startsWith(amountMark)).sort(([a], [b]) => compareText(a, b));
  if (sums.length === 0) return null;
  return sums.map(([key, amount]) => ({ currency: key === amountMark ? null : key.slice(amountMark.length), amount }));
}

/** A failed branch still has a history: how many attempts, and what they cost. */
export function failedBranchesOf({ failedAttempts, failedCost }: Tally): Pick<Report, 'failed_branches'> {
  if (failedAttempts === 0) return {};
  const cost = {
    input_tokens: tokensOf(failedCost.get('input_tokens')),
    output_tokens: tokensOf(failedCost.get('output_tokens')),
    amounts: amountsOf(failedCost),
  };
  return { failed_branches: { attempts: failedAttempts, cost } };
}
