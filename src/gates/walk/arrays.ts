import { compareNumbers } from '../../json/decimal.ts';
import { equalityKey } from '../../json/equal.ts';
import type { JsonArray, JsonValue } from '../../model/json.ts';
import { evaluate } from './evaluate.ts';
import type { ArrayFacts, Facts } from './facts.ts';
import { complain, descend } from './report.ts';
import { judgeCount } from './scalars.ts';
import type { Visit } from './visit.ts';

export function judgeArray(facts: Facts, array: ArrayFacts, value: JsonArray, visit: Visit): boolean {
  const { minItems, maxItems } = array;
  let isValid = true;
  if (minItems !== undefined || maxItems !== undefined) {
    isValid = judgeCount(
      { facts, minimum: ['minItems', minItems], maximum: ['maxItems', maxItems], unit: 'item' },
      value.length,
      value,
      visit,
    );
  }
  if (!isValid && visit.sink === undefined) return false;
  if (!judgeItems(facts, array, value, visit)) isValid = false;
  if (!isValid && visit.sink === undefined) return false;
  if (array.contains !== undefined && !judgeContains(facts, array, value, visit)) isValid = false;
  if (array.isUnique && !judgeUnique(facts, value, visit)) isValid = false;
  return isValid;
}

function judgeItems(facts: Facts, array: ArrayFacts, value: JsonArray, visit: Visit): boolean {
  const { prefix, rest, restKeyword } = array;
  if (prefix.length === 0 && rest === undefined) return true;
  let isValid = true;
  if (rest?.schema === false && value.length > prefix.length) {
    const detail = `${value.length} items`;
    const declared = { maxItems: prefix.length };
    isValid = complain(visit, { node: facts.node, keyword: restKeyword, kind: 'wrong-length', declared, recorded: value, detail });
  }
  const end = rest === undefined || rest.schema === false ? Math.min(prefix.length, value.length) : value.length;
  for (let index = 0; index < end && (isValid || visit.sink !== undefined); index++) {
    const schema = prefix[index] ?? rest;
    const item = value[index];
    if (schema === undefined || item === undefined || evaluate(schema, item, descend(visit, index))) continue;
    isValid = false;
  }
  if (visit.marks !== undefined) visit.marks.prefix = Math.max(visit.marks.prefix, rest === undefined ? end : value.length);
  return isValid;
}

function judgeContains(facts: Facts, array: ArrayFacts, value: JsonArray, visit: Visit): boolean {
  const { contains, minContains, maxContains } = array;
  if (contains === undefined) return true;
  const marks = array.isContainsMarking ? visit.marks : undefined;
  const isExhaustive = marks !== undefined || visit.sink !== undefined || maxContains !== undefined;
  let count = 0;
  for (const [index, item] of value.entries()) {
    if (!isExhaustive && compareNumbers(count, minContains) >= 0) break;
    if (!evaluate(contains, item, visit.walk.silent)) continue;
    count++;
    marks?.indexes.add(index);
    if (visit.sink !== undefined) evaluate(contains, item, descend(visit, index));
  }
  if (compareNumbers(count, minContains) < 0) return complainOfContains(facts, { minContains }, count, value, visit);
  if (maxContains !== undefined && compareNumbers(count, maxContains) > 0) {
    return complainOfContains(facts, { maxContains }, count, value, visit);
  }
  return true;
}

function complainOfContains(
  facts: Facts,
  declared: { readonly [key: string]: JsonValue },
  count: number,
  recorded: JsonValue,
  visit: Visit,
): false {
  const detail = `${count} item${count === 1 ? '' : 's'} as "contains" describes`;
  return complain(visit, { node: facts.node, keyword: 'contains', kind: 'wrong-length', declared, recorded, detail });
}

/** Linear: equal items have equal keys. */
function judgeUnique(facts: Facts, value: JsonArray, visit: Visit): boolean {
  const seen = new Map<string, number>();
  let isValid = true;
  for (const [index, item] of value.entries()) {
    const key = equalityKey(item);
    const first = seen.get(key);
    if (first === undefined) {
      seen.set(key, index);
      continue;
    }
    if (visit.sink === undefined) return false;
    const detail = `equal to item ${first}`;
    const at = descend(visit, index);
    isValid = complain(at, { node: facts.node, keyword: 'uniqueItems', kind: 'duplicate-item', recorded: item, detail });
  }
  return isValid;
}

/** `unevaluatedItems`: what is left of the array after every other schema that applies to it. */
export function judgeUnevaluatedItems(facts: Facts, value: JsonArray, visit: Visit): boolean {
  const { unevaluatedItems } = facts;
  const { marks } = visit;
  if (unevaluatedItems === undefined || marks === undefined) return true;
  let isValid = true;
  for (let index = marks.prefix; index < value.length; index++) {
    const item = value[index];
    if (item === undefined || marks.indexes.has(index)) continue;
    const below = descend(visit, index);
    if (unevaluatedItems.schema === false) {
      const detail = 'no schema that applies here describes this item';
      isValid = complain(below, { node: facts.node, keyword: 'unevaluatedItems', kind: 'forbidden', recorded: item, detail });
    } else if (!evaluate(unevaluatedItems, item, below)) isValid = false;
    if (!isValid && visit.sink === undefined) return false;
  }
  marks.prefix = Number.POSITIVE_INFINITY;
  return isValid;
}
