import type { JsonValue } from '../model/json.ts';
import { numberText } from './decimal.ts';
import { type Spelling, writeJson } from './write.ts';

const asWritten: Spelling = { number: numberText, isSorted: false };

/**
 * One line of JSON for a person, members in recorded order. Safe for any depth and size: from `limit` characters
 * (UTF-16 units) on it is cut, and says how long the whole would be.
 */
export function printJson(value: JsonValue, limit: number = Number.POSITIVE_INFINITY): string {
  let text = '';
  let length = 0;
  writeJson(value, asWritten, (piece) => {
    length += piece.length;
    if (text.length <= limit) text += piece.length <= limit ? piece : piece.slice(0, limit + 1);
    return true;
  });
  return length <= limit ? text : `${wholeCharacters(text, limit)}… (${length} characters)`;
}

/** Never cuts a surrogate pair in two: the half would read as damage that is not in the record. */
function wholeCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  const isHalf = last >= 0xd800 && last <= 0xdbff && length < text.length;
  return text.slice(0, isHalf ? length - 1 : length);
}
