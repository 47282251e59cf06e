import { ExactNumber, isJsonArray, isJsonObject, type JsonValue } from '../../model/json.ts';
import { utf8Length } from '../../text/utf8.ts';

/** A string as JSON in its shortest spelling, without its quotes: what must be escaped takes two bytes or six (RFC 8259 §7). */
function leastString(text: string): number {
  let bytes = utf8Length(text, text.length);
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code === 0x22 || code === 0x5c || (code >= 8 && code <= 13 && code !== 11)) bytes += 1;
    else if (code < 0x20) bytes += 5;
  }
  return bytes;
}

/**
 * UTF-8 bytes that every JSON text of a value has at least; a number may be spelled in many ways, and is counted as one digit. Stops once it is
 * above `enough`. Of a text at the top its characters alone are counted: a part of a document is handed on as it is, without quotes.
 */
export function leastBytes(value: JsonValue, enough: number): number {
  if (typeof value === 'string') return utf8Length(value, value.length);
  let bytes = 0;
  // no recursion: the value may be nested as deeply as it likes
  const open: JsonValue[] = [value];
  for (let next = open.pop(); next !== undefined && bytes <= enough; next = open.pop()) {
    if (typeof next === 'string') bytes += 2 + leastString(next);
    else if (typeof next === 'number' || next instanceof ExactNumber) bytes += 1;
    else if (isJsonArray(next)) {
      bytes += 1 + Math.max(1, next.length);
      for (const item of next) open.push(item);
    } else if (isJsonObject(next)) {
      const names = Object.keys(next);
      bytes += 1 + Math.max(1, names.length);
      for (const name of names) {
        bytes += 3 + leastString(name);
        const member = next[name];
        if (member !== undefined) open.push(member);
      }
    } else bytes += next === false ? 5 : 4;
  }
  return bytes;
}
