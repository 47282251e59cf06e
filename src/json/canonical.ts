import { ExactNumber, type JsonValue } from '../model/json.ts';
import { isInteger, parseDecimal } from './decimal.ts';
import { canonicalDecimal, isHeldByDouble } from './number.ts';
import { type Spelling, writeJson } from './write.ts';

/**
 * The canonical form of a value (RFC 8785, JSON Canonicalization Scheme). Throws nothing, any depth. The RFC knows only
 * doubles, and a fraction is written as its nearest one. Two departures where the RFC has no answer but an error: a
 * whole number that no double holds, and one beyond the range of doubles, keep all their digits in the same number
 * format, so that 9007199254740993 and 9007199254740992 never share a digest; half a surrogate pair is written as its
 * lower-case `\u` escape.
 */
export function canonicalize(value: JsonValue): string {
  let text = '';
  writeJson(value, canonical, (piece) => {
    text += piece;
    return true;
  });
  return text;
}

const canonical: Spelling = { number: canonicalNumber, isSorted: true };

function canonicalNumber(value: number | ExactNumber): string {
  // String() is the number format of RFC 8785 §3.2.2.3, and it prints -0 as 0.
  if (!(value instanceof ExactNumber)) return String(value);
  const double = Number(value.text);
  const isNearEnough = isHeldByDouble(value.text) || (Number.isFinite(double) && double !== 0 && !isInteger(value));
  return isNearEnough ? String(double) : canonicalDecimal(parseDecimal(value.text));
}
