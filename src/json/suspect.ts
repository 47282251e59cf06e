import { ExactNumber } from '../model/json.ts';
import { depthLimit } from '../model/record.ts';
import { readNumber } from './number.ts';
import { isNumberToken } from './token.ts';

/** More keys in one object than this are left to the exact reader: comparing each with all would be quadratic. */
const keyLimit = 64;
/** Hashes of the keys of all open objects, and where each open container's begin. Scratch space, reused by every scan. */
const hashes: Int32Array = new Int32Array((depthLimit + 2) * keyLimit);
const starts: Int32Array = new Int32Array(depthLimit + 2);

/** 1 for the bytes that end a plain run inside a string: the quote, the backslash, control characters. */
const stops: Uint8Array = new Uint8Array(256).map((_, code) => (code === 34 || code === 92 || code < 32 ? 1 : 0));

/**
 * Whether UTF-8 bytes may hold what JSON.parse does not tell: a key said twice, a number that a double changes, half
 * a surrogate pair, nesting beyond the limit. Bytes, because reading characters of a string costs thrice as much.
 * Works on anything, but means something only for JSON: JSON.parse judges that. True is a suspicion (two keys with
 * one hash, a key with an escape), false is certain.
 */
export function isSuspect(bytes: Uint8Array, from: number, to: number): boolean {
  let depth = 0;
  let top = 0;
  let start = 0;
  let i = from;
  while (i < to) {
    const code = bytes[i++];
    if (code === 34) {
      const first = i;
      while (stops[bytes[i] ?? 34] === 0) i++;
      // a raw control character ends the plain run: JSON refuses it, and behind `to` stands none or a line end
      if (i >= to || (bytes[i] ?? 0) < 32) return true;
      const hasEscape = bytes[i] === 92;
      if (hasEscape) i = endOfEscapedString(bytes, i, to);
      if (i < 0) return true;
      const end = i++;
      if (!isKeyEnd(bytes, i)) continue;
      if (hasEscape || top - start >= keyLimit) return true;
      const hash = hashOf(bytes, first, end);
      for (let key = start; key < top; key++) if (hashes[key] === hash) return true;
      hashes[top++] = hash;
    } else if (code === 123 || code === 91) {
      if (depth === depthLimit) return true;
      starts[++depth] = start;
      start = top;
    } else if (code === 125 || code === 93) {
      if (depth === 0) return true;
      top = start;
      start = starts[depth--] ?? 0;
    } else if (code === 45 || (code !== undefined && code >= 48 && code <= 57)) {
      i = endOfNumber(bytes, i, to);
      if (i < 0) return true;
    }
  }
  return false;
}

/** The closing quote of a string whose first escape is at `from`; -1 where an escape names half a pair. */
function endOfEscapedString(bytes: Uint8Array, from: number, to: number): number {
  for (let i = from; i < to; ) {
    const code = bytes[i];
    if (code === 34) return i;
    if (code !== 92) {
      i++;
    } else if (bytes[i + 1] !== 117) {
      i += 2;
    } else if (isSurrogateEscape(bytes, i, false)) {
      if (!isSurrogateEscape(bytes, i + 6, true)) return -1;
      i += 12;
    } else if (isSurrogateEscape(bytes, i, true)) {
      return -1;
    } else {
      i += 6;
    }
  }
  return to;
}

/** `\uD8xx` to `\uDBxx`, or the low half `\uDCxx` to `\uDFxx`, in either case of letters. */
function isSurrogateEscape(bytes: Uint8Array, index: number, isLow: boolean): boolean {
  if (bytes[index] !== 92 || bytes[index + 1] !== 117 || ((bytes[index + 2] ?? 0) | 32) !== 100) return false;
  const third = (bytes[index + 3] ?? 0) | 32;
  return isLow ? third >= 99 && third <= 102 : third === 56 || third === 57 || third === 97 || third === 98;
}

function isKeyEnd(bytes: Uint8Array, after: number): boolean {
  let i = after;
  let code = bytes[i];
  while (code === 32 || code === 10 || code === 13 || code === 9) code = bytes[++i];
  return code === 58;
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = end - start;
  for (let i = start; i < end; i++) hash = (Math.imul(hash, 31) + (bytes[i] ?? 0)) | 0;
  return hash;
}

/** The end of a number token; -1 where a double would change it or its form. */
function endOfNumber(bytes: Uint8Array, after: number, to: number): number {
  let i = after;
  while (i < to && isDigit(bytes[i])) i++;
  let isPlain = true;
  if (bytes[i] === 46) {
    isPlain = false;
    for (i++; i < to && isDigit(bytes[i]); i++) if (bytes[i] !== 48) isPlain = true;
  }
  // Up to 15 digits, and a fraction only where it says something: a double holds it as it is.
  if (isPlain && i - after < 15 && bytes[i] !== 101 && bytes[i] !== 69) return i;
  while (i < to && isNumberPart(bytes[i])) i++;
  let text = '';
  for (let k = after - 1; k < i; k++) text += String.fromCharCode(bytes[k] ?? 0);
  return !isNumberToken(text) || readNumber(text) instanceof ExactNumber ? -1 : i;
}

function isDigit(code: number | undefined): boolean {
  return code !== undefined && code >= 48 && code <= 57;
}

function isNumberPart(code: number | undefined): boolean {
  return isDigit(code) || code === 43 || code === 45 || code === 101 || code === 69;
}
