import { type Cursor, stopAt } from './cursor.ts';

/** Characters of a string that need no look: all but the quote, the backslash and control characters (RFC 8259 §7). */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what must not pass
const ordinary = /[^"\\\u0000-\u001f]*/y;
const hexDigits = /[0-9a-fA-F]{0,4}/y;
/** RFC 8259 §6. Each part is read once, so the expression is linear. */
const numberToken = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const numberParts = /[0-9.eE+-]*/y;

function endOfMatch(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  pattern.test(text);
  return Math.max(pattern.lastIndex, from);
}

/** Reads the string literal at the cursor, which stands on its opening quote. */
export function readString(cursor: Cursor): string | undefined {
  const { text, index } = cursor;
  let hasEscape = false;
  for (let i = index + 1; ; ) {
    i = endOfMatch(ordinary, text, i);
    const code = text.charCodeAt(i);
    if (code === 34) {
      cursor.index = i + 1;
      return hasEscape ? decodeLiteral(text.slice(index, i + 1)) : text.slice(index + 1, i);
    }
    if (i >= text.length) return stopAt(cursor, 'end-of-string', text.length);
    if (code !== 92) return stopAt(cursor, 'control-character', i);
    const length = escapeLength(text, i);
    if (length === 0) return stopAt(cursor, 'escape', i);
    if (i + length > text.length) return stopAt(cursor, 'end-of-string', text.length);
    hasEscape = true;
    i += length;
  }
}

/** JSON.parse decodes a literal that is known to be well formed faster than any loop of ours. */
function decodeLiteral(literal: string): string {
  const value: unknown = JSON.parse(literal);
  return typeof value === 'string' ? value : '';
}

/** Characters of the escape at a backslash; 0 if it is none, more than are left if the text ends inside it. */
export function escapeLength(text: string, index: number): number {
  const letter = text.charAt(index + 1);
  if (letter === '') return 2;
  if (letter !== 'u') return '"\\/bfnrt'.includes(letter) ? 2 : 0;
  const end = endOfMatch(hexDigits, text, index + 2);
  return end === index + 6 || end === text.length ? 6 : 0;
}

/** Reads the number token at the cursor. */
export function readNumberToken(cursor: Cursor): string | undefined {
  const { text, index } = cursor;
  const end = endOfMatch(numberToken, text, index);
  const far = endOfMatch(numberParts, text, end);
  if (end > index && far === end) {
    cursor.index = end;
    return text.slice(index, end);
  }
  // `1.` or `2e-` at the very end could have become a number; `01`, `1.5.2` and `+1` never could.
  const isCut = far === text.length && isNumberToken(`${text.slice(index, far)}0`);
  if (isCut) return stopAt(cursor, 'number', far);
  // A minus sign before no digit (`-Infinity`) stops at itself.
  return stopAt(cursor, 'number', Math.min(end, text.length - 1));
}

/** Whether a text is one number token of RFC 8259. */
export function isNumberToken(text: string): boolean {
  return endOfMatch(numberToken, text, 0) === text.length;
}

const literals: ReadonlyMap<string, { readonly text: string; readonly value: true | false | null }> = new Map([
  ['t', { text: 'true', value: true }],
  ['f', { text: 'false', value: false }],
  ['n', { text: 'null', value: null }],
]);

/** Reads `true`, `false` or `null` at the cursor. */
export function readLiteral(cursor: Cursor): boolean | null | undefined {
  const { text, index } = cursor;
  const literal = literals.get(text.charAt(index));
  if (literal === undefined) return stopAt(cursor, 'value', index);
  if (text.startsWith(literal.text, index)) {
    cursor.index = index + literal.text.length;
    return literal.value;
  }
  const isCut = literal.text.startsWith(text.slice(index, index + 5));
  return stopAt(cursor, 'value', isCut ? text.length : index);
}
