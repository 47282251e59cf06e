import { compareNumbers, isMultipleOf } from '../../json/decimal.ts';
import { isHeldByDouble } from '../../json/number.ts';
import { ExactNumber, type JsonValue } from '../../model/json.ts';
import type { Facts, NumberFacts, NumberValue, TextFacts } from './facts.ts';
import { complain, remark } from './report.ts';
import type { Visit } from './visit.ts';

type Bound = Exclude<keyof NumberFacts, 'multipleOf'>;
const bounds: readonly (readonly [Bound, (order: number) => boolean])[] = [
  ['minimum', (order) => order >= 0],
  ['maximum', (order) => order <= 0],
  ['exclusiveMinimum', (order) => order > 0],
  ['exclusiveMaximum', (order) => order < 0],
];

/** Bounds and multipleOf, by exact decimal value. */
export function judgeNumber(facts: Facts, number: NumberFacts, value: NumberValue, visit: Visit): boolean {
  let isValid = true;
  for (const [name, isWithin] of bounds) {
    const bound = number[name];
    if (bound === undefined || isWithin(compareNumbers(value, bound))) continue;
    isValid = complain(visit, outOfRange(facts, writtenBound(facts, name), bound, value));
  }
  const { multipleOf } = number;
  if (multipleOf !== undefined && !isMultipleOf(value, multipleOf)) {
    isValid = complain(visit, outOfRange(facts, 'multipleOf', multipleOf, value));
  }
  return isValid;
}

/** In draft-04 an exclusive bound is written as `minimum` with a flag beside it. */
function writtenBound(facts: Facts, name: Bound): string {
  if (facts.dialect !== 'draft-04' || !name.startsWith('exclusive')) return name;
  return name === 'exclusiveMinimum' ? 'minimum' : 'maximum';
}

function outOfRange(facts: Facts, keyword: string, bound: NumberValue, recorded: JsonValue): Parameters<typeof complain>[1] {
  const isExclusive = facts.dialect === 'draft-04' && facts.number?.minimum === undefined && keyword === 'minimum';
  const isExclusiveMaximum = facts.dialect === 'draft-04' && facts.number?.maximum === undefined && keyword === 'maximum';
  const name = isExclusive ? 'exclusiveMinimum' : isExclusiveMaximum ? 'exclusiveMaximum' : keyword;
  return { node: facts.node, keyword, kind: 'out-of-range', declared: { [name]: bound }, recorded };
}

/** What a number's spelling may hide, whatever the verdict. */
export function remarkNumber(facts: Facts, value: ExactNumber, visit: Visit): void {
  const { node } = facts;
  if (!isHeldByDouble(value.text)) {
    const other = facts.types?.includes('string') === true ? '; the text form is also declared' : '';
    const detail = `no double holds this value: most readers change it${other}`;
    const keyword = facts.types === undefined ? '' : 'type';
    remark(visit, { node, keyword, kind: 'rounded-number', recorded: value, detail });
    return;
  }
  if (facts.types?.includes('integer') !== true || facts.types.includes('number')) return;
  if (!/[.eE]/.test(value.text)) return;
  const detail = 'an integer by value; typed readers refuse this spelling';
  remark(visit, { node, keyword: 'type', kind: 'number-form', declared: 'integer', recorded: value, detail });
}

/** Length in code points: a pair of surrogates is one. */
function countCodePoints(text: string): number {
  let count = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0xd800 || unit > 0xdbff) continue;
    const next = text.charCodeAt(index + 1);
    if (next < 0xdc00 || next > 0xdfff) continue;
    count--;
    index++;
  }
  return count;
}

export function judgeText(facts: Facts, text: TextFacts, value: string, visit: Visit): boolean {
  const { node } = facts;
  const { minLength, maxLength, pattern } = text;
  let isValid = true;
  if (minLength !== undefined || maxLength !== undefined) {
    const length = countCodePoints(value);
    isValid = judgeCount(
      { facts, minimum: ['minLength', minLength], maximum: ['maxLength', maxLength], unit: 'character' },
      length,
      value,
      visit,
    );
  }
  if (pattern !== undefined && !visit.walk.settings.matchPattern(pattern, value)) {
    isValid = complain(visit, { node, keyword: 'pattern', kind: 'wrong-pattern', declared: pattern, recorded: value });
  }
  return isValid;
}

/** A pair of count keywords. */
export interface CountRule {
  readonly facts: { readonly node: Facts['node'] };
  readonly minimum: readonly [string, NumberValue | undefined];
  readonly maximum: readonly [string, NumberValue | undefined];
  readonly unit: string;
}

export function judgeCount(rule: CountRule, count: number, recorded: JsonValue, visit: Visit): boolean {
  let isValid = true;
  const { node } = rule.facts;
  const detail = `${count} ${rule.unit}${count === 1 ? '' : 's'}`;
  const [least, minimum] = rule.minimum;
  if (minimum !== undefined && compareNumbers(count, minimum) < 0) {
    isValid = complain(visit, { node, keyword: least, kind: 'wrong-length', declared: { [least]: minimum }, recorded, detail });
  }
  const [most, maximum] = rule.maximum;
  if (maximum !== undefined && compareNumbers(count, maximum) > 0) {
    isValid = complain(visit, { node, keyword: most, kind: 'wrong-length', declared: { [most]: maximum }, recorded, detail });
  }
  return isValid;
}

export function judgeFormat(facts: Facts, format: string, value: JsonValue, visit: Visit): boolean {
  const { settings } = visit.walk;
  const isAsserted = settings.formats === 'assert' || facts.isFormatAsserted;
  if (!isAsserted && visit.sink === undefined) return true;
  if (settings.checkFormat(format, value, facts.dialect) !== 'wrong') return true;
  const complaint = { node: facts.node, keyword: 'format', kind: 'wrong-format' as const, declared: format, recorded: value };
  if (isAsserted) return complain(visit, complaint);
  remark(visit, complaint);
  return true;
}

/** Whether a number is an integer to this dialect: draft-04 asks how it is written, later drafts what it is worth. */
export function isWrittenAsInteger(value: NumberValue): boolean {
  return value instanceof ExactNumber ? /^-?\d+$/.test(value.text) : Number.isInteger(value);
}
