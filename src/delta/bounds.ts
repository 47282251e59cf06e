import { compareNumbers, isMultipleOf } from '../json/decimal.ts';
import { appendToken } from '../json/pointer.ts';
import { printJson } from '../json/print.ts';
import { ExactNumber, type JsonObject, type JsonValue, member } from '../model/json.ts';
import { type KeywordPair, type SchemaWalk, type Sides, tell } from './schema-walk.ts';

const pairs = [
  ['minimum', 'exclusiveMinimum', 1],
  ['maximum', 'exclusiveMaximum', -1],
] as const;
export const boundKeywords: readonly string[] = ['minimum', 'exclusiveMinimum', 'maximum', 'exclusiveMaximum'];
const lowerCounts = ['minLength', 'minItems', 'minProperties'] as const;
const upperCounts = ['maxLength', 'maxItems', 'maxProperties'] as const;
export const countKeywords: readonly string[] = [...lowerCounts, ...upperCounts];

type Numeral = number | ExactNumber;

interface Bound {
  readonly value: Numeral;
  readonly isExclusive: boolean;
  readonly keyword: string;
}

/** The tighter of the two bounds of one direction. `odd`: something that is no number. In draft-04 the second is a flag on the first. */
function boundOf(schema: JsonObject, [inclusive, exclusive, direction]: (typeof pairs)[number]): Bound | 'odd' | undefined {
  const plain = member(schema, inclusive);
  const strict = member(schema, exclusive);
  if (plain !== undefined && !isNumeral(plain)) return 'odd';
  if (typeof strict === 'boolean') return plain === undefined ? undefined : { value: plain, isExclusive: strict, keyword: inclusive };
  if (strict !== undefined && !isNumeral(strict)) return 'odd';
  if (strict === undefined) return plain === undefined ? undefined : { value: plain, isExclusive: false, keyword: inclusive };
  const isPlainTighter = plain !== undefined && compareNumbers(plain, strict) === direction;
  return isPlainTighter
    ? { value: plain, isExclusive: false, keyword: inclusive }
    : { value: strict, isExclusive: true, keyword: exclusive };
}

export function compareBounds(walk: SchemaWalk, { before, after, pointer }: KeywordPair): void {
  for (const pair of pairs) {
    const [old, now] = [boundOf(before, pair), boundOf(after, pair)];
    if (old === undefined && now === undefined) continue;
    const keyword = now !== undefined && now !== 'odd' ? now.keyword : old !== undefined && old !== 'odd' ? old.keyword : pair[0];
    const at = appendToken(pointer, keyword);
    const sides = { before: member(before, keyword), after: member(after, keyword) };
    if (old === 'odd' || now === 'odd') {
      tell(walk, at, 'unknown', `${keyword} is no number`, sides);
      continue;
    }
    const isWhole = holdsNoFraction(before) && holdsNoFraction(after);
    const [from, to] = isWhole ? [inWholes(old, pair[2]), inWholes(now, pair[2])] : [old, now];
    const order = orderOf(from, to, pair[2]);
    if (order !== 0)
      tell(walk, at, order > 0 ? 'narrower' : 'wider', `${pair[0]} changed from ${showBound(old)} to ${showBound(now)}`, sides);
  }
}

function holdsNoFraction(schema: JsonObject): boolean {
  const type = member(schema, 'type');
  return Array.isArray(type) ? type.includes('integer') && !type.includes('number') : type === 'integer';
}

/** Among integers, above 0 and from 1 is the same. */
function inWholes(bound: Bound | undefined, direction: 1 | -1): Bound | undefined {
  if (bound === undefined || typeof bound.value !== 'number') return bound;
  const inner = direction === 1 ? Math.ceil(bound.value) : Math.floor(bound.value);
  const value = bound.isExclusive && inner === bound.value ? inner + direction : inner;
  return Number.isSafeInteger(value) ? { ...bound, value, isExclusive: false } : bound;
}

function showBound(bound: Bound | undefined): string {
  if (bound === undefined) return 'none';
  return `${printJson(bound.value, 40)}${bound.isExclusive ? ' (exclusive)' : ''}`;
}

/** Above zero: the later one is tighter. */
function orderOf(old: Bound | undefined, now: Bound | undefined, direction: 1 | -1): number {
  if (old === undefined || now === undefined) return old === undefined ? 1 : -1;
  const order = compareNumbers(now.value, old.value) * direction;
  return order === 0 ? Number(now.isExclusive) - Number(old.isExclusive) : order;
}

/** A count is never below zero, so a lower bound of zero says nothing. */
export function compareCounts(walk: SchemaWalk, { before, after, pointer }: KeywordPair): void {
  for (const keyword of countKeywords) {
    const floor = lowerCounts.some((name) => name === keyword) ? 0 : undefined;
    const sides = { before: member(before, keyword), after: member(after, keyword) };
    const [old, now] = [sides.before ?? floor, sides.after ?? floor];
    if (old === undefined && now === undefined) continue;
    const at = appendToken(pointer, keyword);
    if ((old !== undefined && !isNumeral(old)) || (now !== undefined && !isNumeral(now))) {
      tell(walk, at, 'unknown', `${keyword} is no number`, sides);
      continue;
    }
    const order = orderOf(countBound(old), countBound(now), floor === undefined ? -1 : 1);
    const [from, to] = [sides.before, sides.after].map((value) => (value === undefined ? 'none' : printJson(value, 40)));
    if (order !== 0) tell(walk, at, order > 0 ? 'narrower' : 'wider', `${keyword} changed from ${from} to ${to}`, sides);
  }
}

const countBound = (value: Numeral | undefined): Bound | undefined =>
  value === undefined ? undefined : { value, isExclusive: false, keyword: '' };

export function compareMultiple(walk: SchemaWalk, pointer: string, sides: Sides): void {
  const { before, after } = sides;
  if (before === undefined || after === undefined) {
    const isAdded = before === undefined;
    tell(
      walk,
      pointer,
      isAdded ? 'narrower' : 'wider',
      `multipleOf ${isAdded ? `added: ${printJson(after ?? null, 40)}` : 'removed'}`,
      sides,
    );
    return;
  }
  const what = `multipleOf changed from ${printJson(before, 40)} to ${printJson(after, 40)}`;
  if (!isPositive(before) || !isPositive(after)) {
    tell(walk, pointer, 'unknown', what, sides);
    return;
  }
  if (isMultipleOf(after, before)) {
    tell(walk, pointer, 'narrower', what, sides);
    return;
  }
  tell(walk, pointer, isMultipleOf(before, after) ? 'wider' : 'replaced', what, sides);
}

function isNumeral(value: JsonValue): value is Numeral {
  return typeof value === 'number' || value instanceof ExactNumber;
}

function isPositive(value: JsonValue): value is Numeral {
  return isNumeral(value) && compareNumbers(value, 0) === 1;
}
