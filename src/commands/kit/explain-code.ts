import { compareText } from '../../model/order.ts';
import { catalogue } from '../../rules/index.ts';
import { nearest } from './nearest.ts';
import { ruleListText, rulePageText } from './rule-page.ts';
import { UsageError } from './usage.ts';

export function listCodes(): string {
  return ruleListText([...catalogue.values()].sort((a, b) => compareText(a.code, b.code)));
}

/** The page of a code; a code that does not exist is a wrong call, answered with the near ones. */
export function explainCode(code: string): string {
  const page = catalogue.get(code);
  if (page !== undefined) return rulePageText(page);
  const codes = [...catalogue.keys()];
  const faults = codes.filter((known) => known.split('/')[1] === code);
  const near = faults.length > 0 ? faults : nearest(code, codes);
  throw new UsageError(
    `${code}: no such code (${near.length === 0 ? 'twogates explain lists all of them' : `near codes: ${near.join(', ')}`})`,
  );
}
