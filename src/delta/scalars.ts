import { isEqual } from '../json/equal.ts';
import { parseJson } from '../json/parse.ts';
import { printJson } from '../json/print.ts';
import { ExactNumber, isJsonArray, isJsonObject, type JsonArray, type JsonValue, jsonTypeOf } from '../model/json.ts';
import type { RepairKind } from './difference.ts';

/** The name of a repair, and what has to be said with it. */
export interface Verdict {
  readonly kind: RepairKind;
  readonly detail?: string;
}

/** A longer text is not read as JSON just to name a difference. */
const textLimit = 1_000_000;

/** Names the difference between two values that differ and are not both objects or both arrays. */
export function nameDifference(before: JsonValue, after: JsonValue): Verdict {
  const known = nameUnwrapping(before, after) ?? nameTexts(before, after) ?? nameNumbers(before, after) ?? nameCoercion(before, after);
  return known ?? { kind: 'changed' };
}

/** `{x: v}` → v and `[v]` → v. */
export function nameUnwrapping(before: JsonValue, after: JsonValue): Verdict | undefined {
  if (isJsonArray(before)) {
    const [only] = before;
    if (before.length !== 1 || only === undefined || !isEqual(only, after)) return undefined;
    return { kind: 'unwrapped', detail: 'out of an array of one item' };
  }
  if (!isJsonObject(before)) return undefined;
  const [name, second] = Object.keys(before);
  if (name === undefined || second !== undefined || !isEqual(before[name] ?? null, after)) return undefined;
  return { kind: 'unwrapped', detail: `out of the member ${printJson(name, 60)}` };
}

function nameTexts(before: JsonValue, after: JsonValue): Verdict | undefined {
  if (typeof before !== 'string' || typeof after !== 'string') return undefined;
  if (after === '') return { kind: 'emptied' };
  if (before.startsWith(after)) return { kind: 'truncated', detail: `${after.length} of ${before.length} characters kept` };
  const stem = after.replace(/(?:…|\.\.\.)$/u, '');
  if (stem !== after && stem !== '' && before.startsWith(stem)) {
    return { kind: 'truncated', detail: `${stem.length} of ${before.length} characters kept, then an ellipsis` };
  }
  if (isTextOf(before, after)) return { kind: 'unwrapped', detail: 'encoded once less' };
  if (after.startsWith(before)) return { kind: 'changed', detail: 'text was added at the end' };
  if (before.trim() === after.trim()) return { kind: 'changed', detail: 'only the surrounding white space differs' };
  if (before.toLowerCase() === after.toLowerCase()) return { kind: 'changed', detail: 'only the case differs' };
  return undefined;
}

function nameNumbers(before: JsonValue, after: JsonValue): Verdict | undefined {
  if (jsonTypeOf(before) !== 'number' || jsonTypeOf(after) !== 'number') return undefined;
  const left = textOfNumber(before);
  const right = textOfNumber(after);
  if (Number(left) === Number(right)) return { kind: 'rounded', detail: 'to the nearest double' };
  const difference = Math.abs(Number(left) - Number(right));
  if (!Number.isFinite(difference)) return undefined;
  if (difference <= Math.abs(Number(left)) * 1e-12) return { kind: 'rounded', detail: 'by floating-point noise' };
  const digits = decimalsOf(right);
  if (decimalsOf(left) <= digits || difference >= 10 ** -digits) return undefined;
  return { kind: 'rounded', detail: digits === 0 ? 'to an integer' : `to ${digits} decimal${digits === 1 ? '' : 's'}` };
}

function textOfNumber(value: JsonValue): string {
  return value instanceof ExactNumber ? value.text : String(value);
}

/** Digits after the decimal point, zeros at the end not counted. */
function decimalsOf(text: string): number {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const fraction = (mantissa.split('.')[1] ?? '').replace(/0+$/, '');
  return Math.max(0, fraction.length - Number(exponent));
}

function nameCoercion(before: JsonValue, after: JsonValue): Verdict | undefined {
  if (isJsonArray(after) && after.length === 1 && after[0] !== undefined && isEqual(before, after[0])) {
    return { kind: 'coerced', detail: 'put into an array' };
  }
  if (before === null) return isEmptyScalar(after) ? { kind: 'coerced', detail: 'null turned into an empty value' } : undefined;
  if (typeof before === 'string') return nameReading(before, after);
  if (typeof after === 'string') return nameWriting(before, after);
  return nameTruth(before, after);
}

/** A text read as what it spells. */
function nameReading(before: string, after: JsonValue): Verdict | undefined {
  const text = before.trim();
  if (after === null) return text === '' || /^(?:null|none)$/i.test(text) ? { kind: 'coerced' } : undefined;
  if (typeof after === 'boolean') return nameBooleanReading(text.toLowerCase(), after);
  if (isTextOf(text, after)) {
    return isJsonArray(after) || isJsonObject(after) ? { kind: 'coerced', detail: 'JSON text was parsed' } : { kind: 'coerced' };
  }
  if (isJsonArray(after)) return isListOf(text, after) ? { kind: 'coerced', detail: 'split at commas' } : undefined;
  if (typeof after !== 'number') return undefined;
  if (text === '') return after === 0 ? { kind: 'coerced', detail: 'empty text turned into 0' } : undefined;
  return isDecimalText(text) && Number(text.replaceAll('_', '')) === after ? { kind: 'coerced' } : undefined;
}

function isListOf(text: string, items: JsonArray): boolean {
  if (items.length < 2 || text.length > textLimit) return false;
  const parts = text.split(',');
  return parts.length === items.length && parts.every((part, index) => part.trim() === items[index]);
}

/** Spellings beyond JSON's own that lenient readers take: `+5`, `.5`, `007`, `1_000`. */
function isDecimalText(text: string): boolean {
  return text.length <= 400 && /^[+-]?(?:\d[\d_]*\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(text);
}

const yes: readonly string[] = ['true', 'yes', 'on', '1', 'y', 't'];
const no: readonly string[] = ['false', 'no', 'off', '0', 'n', 'f', ''];

function nameBooleanReading(text: string, after: boolean): Verdict | undefined {
  const meaning = yes.includes(text) ? true : no.includes(text) ? false : undefined;
  if (meaning === undefined) return after ? { kind: 'coerced', detail: 'any text turned into true' } : undefined;
  return meaning === after ? { kind: 'coerced' } : { kind: 'coerced', detail: 'inverted' };
}

/** A value written as text. */
function nameWriting(before: JsonValue, after: string): Verdict | undefined {
  const isContainer = isJsonArray(before) || isJsonObject(before);
  if (isTextOf(after, before)) return isContainer ? { kind: 'coerced', detail: 'written as JSON text' } : { kind: 'coerced' };
  if (typeof before === 'boolean' && after.toLowerCase() === String(before)) return { kind: 'coerced' };
  return undefined;
}

function nameTruth(before: JsonValue, after: JsonValue): Verdict | undefined {
  if (typeof before === 'boolean' && typeof after === 'number') {
    return after === Number(before) ? { kind: 'coerced' } : after === Number(!before) ? { kind: 'coerced', detail: 'inverted' } : undefined;
  }
  if (typeof before === 'number' && typeof after === 'boolean') {
    if (before !== 0 && before !== 1) return after ? { kind: 'coerced', detail: 'any number turned into true' } : undefined;
    return before === Number(after) ? { kind: 'coerced' } : { kind: 'coerced', detail: 'inverted' };
  }
  return undefined;
}

function isEmptyScalar(value: JsonValue): boolean {
  return value === '' || value === 0 || value === false;
}

function isTextOf(text: string, value: JsonValue): boolean {
  if (text.length > textLimit) return false;
  const read = parseJson(text);
  return read.ok && isEqual(read.value, value);
}
