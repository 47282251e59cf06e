import { ExactNumber, isJsonArray, type JsonObject, type JsonValue } from '../../model/json.ts';
import { headOf } from './spans.ts';

/** Longest text written in full, in UTF-16 code units, how much of a longer one is kept, and the deepest nesting written. */
const textLimit = 2_000;
const headLength = 200;
const depthLimit = 64;

// Legal in JSON, and able to move a cursor, to reorder a line or to hide text where a log is read: what `text/escape.ts` makes visible.
const unsafe = /(?![\ufe00-\ufe0f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** Needs no escape at all: nearly every text of a report. */
const harmless = /^[ !#-[\]-~]*$/;

/** A JSON string; lone surrogates (ES2019 well-formed stringify) and characters that act on a terminal are escaped. */
export function stringText(text: string): string {
  if (harmless.test(text)) return `"${text}"`;
  return JSON.stringify(text).replace(unsafe, escapeUnits);
}

/** JSON has no escape for a whole character beyond U+FFFF: each half is written as its own. */
function escapeUnits(character: string): string {
  let text = '';
  for (let index = 0; index < character.length; index++) text += `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`;
  return text;
}

/** An object on one line, keys in the order given; members without text are left out. */
export function objectText(members: readonly (readonly [string, string | undefined])[]): string {
  let body = '';
  for (const [key, text] of members) {
    if (text !== undefined) body += `${body === '' ? '' : ','}${stringText(key)}:${text}`;
  }
  return `{${body}}`;
}

/** Objects of the record that a reader of the report would take for one of our own marks. */
function isMarkLike(object: JsonObject, keys: readonly string[]): boolean {
  const [only] = keys;
  if (keys.length === 1) return only === 'number' || only === 'masked' || only === 'verbatim';
  return Object.hasOwn(object, 'clipped') && Object.hasOwn(object, 'length');
}

interface Frame {
  readonly close: string;
  readonly keys: readonly string[] | undefined;
  readonly items: readonly JsonValue[];
  next: number;
}

function frameOf(value: JsonObject | readonly JsonValue[], parts: string[]): Frame {
  if (isJsonArray(value)) {
    parts.push('[');
    return { close: ']', keys: undefined, items: value, next: 0 };
  }
  const keys = Object.keys(value);
  const isMark = isMarkLike(value, keys);
  parts.push(isMark ? '{"verbatim":{' : '{');
  return { close: isMark ? '}}' : '}', keys, items: Object.values(value), next: 0 };
}

/** Without a call stack: recorded values nest as deep as an attacker likes. */
function writeWhole(value: JsonValue): { readonly text: string; readonly depth: number } {
  const parts: string[] = [];
  const stack: Frame[] = [];
  let depth = 0;
  const open = (item: JsonValue): void => {
    if (typeof item === 'string') parts.push(stringText(item));
    else if (item instanceof ExactNumber) parts.push(`{"number":${stringText(item.text)}}`);
    else if (item !== null && typeof item === 'object') stack.push(frameOf(item, parts));
    else parts.push(Object.is(item, -0) ? '-0' : String(item));
  };
  open(value);
  for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
    depth = Math.max(depth, stack.length);
    const item = frame.items[frame.next];
    if (item === undefined) {
      parts.push(frame.close);
      stack.pop();
      continue;
    }
    if (frame.next > 0) parts.push(',');
    if (frame.keys !== undefined) parts.push(`${stringText(frame.keys[frame.next] ?? '')}:`);
    frame.next += 1;
    open(item);
  }
  return { text: parts.join(''), depth };
}

function clippedText(text: string, of: 'string' | 'json'): string {
  return `{"clipped":${stringText(headOf(text, headLength))},"length":${text.length},"of":"${of}"}`;
}

/** A recorded or declared value as report v1 writes it: exact numbers, long texts and deep values by their marks. */
export function valueText(value: JsonValue): string {
  if (typeof value === 'string') return value.length > textLimit ? clippedText(value, 'string') : stringText(value);
  const { text, depth } = writeWhole(value);
  return text.length > textLimit || depth > depthLimit ? clippedText(text, 'json') : text;
}
