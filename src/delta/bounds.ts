import { compareNumbers, isMultipleOf } from '../json/decimal.ts';
import { printJson } from '../json/print.ts';
import { ExactNumber, type JsonValue } from '../model/json.ts';
import type { KeywordChange } from './keywords.ts';
import { type SchemaWalk, tell } from './schema-walk.ts';

export const lowerBounds: ReadonlySet<string> = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);
export const upperBounds: ReadonlySet<string> = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);
/** A count is never below zero, so a lower bound of zero says nothing. */
const counts: ReadonlySet<string> = new Set(['minLength', 'minItems', 'minProperties']);

type Numeral = number | ExactNumber;

export function compareBound(walk: SchemaWalk, { before, after, keyword, pointer }: KeywordChange): void {
  const floor = counts.has(keyword) ? 0 : undefined;
  const [old, now] = [before ?? floor, after ?? floor];
  if ((old !== undefined && !isNumeral(old)) || (now !== undefined && !isNumeral(now))) {
    tell(walk, pointer, 'unknown', `${keyword} changed to something that is no number`);
    return;
  }
  const order = old === undefined || now === undefined ? undefined : compareNumbers(old, now);
  if (order === 0 || (old === undefined && now === undefined)) return;
  const isTighter = order === undefined ? old === undefined : order < 0 === lowerBounds.has(keyword);
  const from = before === undefined ? 'none' : printJson(before, 40);
  const to = after === undefined ? 'none' : printJson(after, 40);
  tell(walk, pointer, isTighter ? 'narrower' : 'wider', `${keyword} changed from ${from} to ${to}`);
}

export function compareMultiple(walk: SchemaWalk, { before, after, pointer }: KeywordChange): void {
  if (before === undefined) {
    tell(walk, pointer, 'narrower', `multipleOf added: ${printJson(after ?? null, 40)}`);
    return;
  }
  if (after === undefined) {
    tell(walk, pointer, 'wider', 'multipleOf removed');
    return;
  }
  const what = `multipleOf changed from ${printJson(before, 40)} to ${printJson(after, 40)}`;
  if (!isPositive(before) || !isPositive(after)) {
    tell(walk, pointer, 'unknown', what);
    return;
  }
  if (isMultipleOf(after, before)) {
    tell(walk, pointer, 'narrower', what);
    return;
  }
  tell(walk, pointer, isMultipleOf(before, after) ? 'wider' : 'replaced', what);
}

function isNumeral(value: JsonValue): value is Numeral {
  return typeof value === 'number' || value instanceof ExactNumber;
}

function isPositive(value: JsonValue): value is Numeral {
  return isNumeral(value) && compareNumbers(value, 0) === 1;
}
