import { ExactNumber, isJsonArray, isJsonObject, type JsonValue } from '../model/json.ts';
import { compareNumbers, decimalOf } from './decimal.ts';
import { canonicalDecimal } from './number.ts';
import { type Spelling, writeJson } from './write.ts';

/** Levels compared by plain recursion, which is all that ordinary values need; deeper ones go on without it. */
const recursiveLevels = 32;

/**
 * JSON Schema equality (2020-12 core §4.2.2): numbers by exact value, objects without order, own members only. Any depth.
 */
export function isEqual(a: JsonValue, b: JsonValue): boolean {
  return compare(a, b, recursiveLevels);
}

function compare(a: JsonValue, b: JsonValue, levels: number): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' && typeof b !== 'object') return false;
  if (!isAlike(a, b)) return false;
  if (levels === 0) return isDeeplyEqual(a, b);
  if (isJsonArray(a) && isJsonArray(b)) return a.every((item, index) => compare(item, b[index] ?? null, levels - 1));
  if (!isJsonObject(a) || !isJsonObject(b)) return true; // numbers: alike is equal
  for (const name of Object.keys(a)) {
    if (!Object.hasOwn(b, name) || !compare(a[name] ?? null, b[name] ?? null, levels - 1)) return false;
  }
  return true;
}

function isDeeplyEqual(a: JsonValue, b: JsonValue): boolean {
  const left: JsonValue[] = [a];
  const right: JsonValue[] = [b];
  for (let one = left.pop(), other = right.pop(); one !== undefined && other !== undefined; one = left.pop(), other = right.pop()) {
    if (one === other) continue;
    if (!isAlike(one, other)) return false;
    if (!pushChildren(one, other, left, right)) return false;
  }
  return true;
}

/** Whether two different references may still be equal: numbers are settled here, containers by their size. */
function isAlike(a: JsonValue, b: JsonValue): boolean {
  if (isNumber(a) || isNumber(b)) return isNumber(a) && isNumber(b) && compareNumbers(a, b) === 0;
  if (isJsonArray(a)) return isJsonArray(b) && a.length === b.length;
  return isJsonObject(a) && isJsonObject(b) && Object.keys(a).length === Object.keys(b).length;
}

function isNumber(value: JsonValue): value is number | ExactNumber {
  return typeof value === 'number' || value instanceof ExactNumber;
}

/** Puts the pairs of members to be compared on the stacks; false if a member has no partner. */
function pushChildren(a: JsonValue, b: JsonValue, left: JsonValue[], right: JsonValue[]): boolean {
  if (isJsonArray(a) && isJsonArray(b)) {
    for (const item of a) left.push(item);
    for (const item of b) right.push(item);
  } else if (isJsonObject(a) && isJsonObject(b)) {
    for (const name of Object.keys(a)) {
      if (!Object.hasOwn(b, name)) return false;
      left.push(a[name] ?? null);
      right.push(b[name] ?? null);
    }
  }
  return true;
}

const keySpelling: Spelling = { number: (value) => canonicalDecimal(decimalOf(value)), isSorted: true };

/** A text that two values share exactly when they are equal: for sets and maps, so that uniqueness is linear. */
export function equalityKey(value: JsonValue): string {
  let text = '';
  writeJson(value, keySpelling, (piece) => {
    text += piece;
    return true;
  });
  return text;
}
