import { ExactNumber, type JsonValue } from '../../model/json.ts';
import { depthLimit } from '../../model/record.ts';

/** What one look over a value tells before anything recursive touches it. */
export const isTooDeep = 1;
export const holdsExactNumber = 2;
/** Text with `<`, `&` or a quote: markup, entities or another member that it may have swallowed. */
export const holdsMarkup = 4;
/** Text that could be read as another JSON value: `"null"`, `"5"`, `"[1]"`. */
export const holdsJsonLookingText = 8;
/** Deep enough that the walk may give up where compiled code would not: both ways must give the same answer. */
export const isDeep = 16;

const shallowDepth = 32;

const waiting: JsonValue[] = [];
const depths: number[] = [];

/** Narrow enough to leave dates and identifiers alone, wide enough for whatever JSON.parse accepts. */
const jsonLooking = /^(?:\s*[[{]|(?:null|true|false|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)\s*$)/;

/** Bytes that a text which reads as JSON can begin with; all other texts are spared the expression. */
const beginsJson: Uint8Array = new Uint8Array(128);
for (const character of ' \t\n\r\v\f[{ntf-0123456789') beginsJson[character.charCodeAt(0)] = 1;

function look(text: string): number {
  let flags = 0;
  if (text.includes('<') || text.includes('&') || text.includes('"')) flags |= holdsMarkup;
  const first = text.charCodeAt(0);
  if ((first > 127 || beginsJson[first] === 1) && jsonLooking.test(text)) flags |= holdsJsonLookingText;
  return flags;
}

/** Looks at every part of a value without recursion; the result is a sum of the flags above. Stops where the value is too deep. */
export function scanValue(root: JsonValue): number {
  if (typeof root === 'string') return look(root);
  if (typeof root !== 'object' || root === null) return 0;
  let flags = 0;
  waiting.length = 0;
  depths.length = 0;
  waiting.push(root);
  depths.push(1);
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    const depth = depths.pop() ?? 0;
    if (depth > shallowDepth) flags |= isDeep;
    if (depth > depthLimit) return flags | isTooDeep;
    if (value instanceof ExactNumber) flags |= holdsExactNumber;
    else if (typeof value === 'object' && value !== null) flags |= pushParts(value, depth + 1);
  }
  return flags;
}

function pushParts(value: object, depth: number): number {
  let flags = 0;
  const parts: readonly JsonValue[] = Array.isArray(value) ? value : Object.values(value);
  for (const part of parts) {
    if (typeof part === 'string') flags |= look(part);
    else if (typeof part === 'object' && part !== null) {
      waiting.push(part);
      depths.push(depth);
    }
  }
  return flags;
}
