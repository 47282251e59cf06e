import { ExactNumber } from '../model/json.ts';
import { compareDecimals, type Decimal, decimalOf, parseDecimal } from './decimal.ts';

/**
 * A number token as a JsonValue. It stays a plain double when the double prints the same value and a whole
 * number is written as one; else it is kept by its text.
 */
export function readNumber(text: string): number | ExactNumber {
  const value = Number(text);
  if (String(value) === text && !text.includes('e')) return value;
  const decimal = parseDecimal(text);
  const isWhole = decimal.sign === 0 || decimal.point >= decimal.digits.length;
  if (isWhole && /[.eE]/.test(text)) return new ExactNumber(text);
  return Number.isFinite(value) && compareDecimals(decimal, decimalOf(value)) === 0 ? value : new ExactNumber(text);
}

/**
 * Whether a double holds the token's value: either the double's shortest text or its exact binary value is that
 * very decimal. True for 0.1, 5.0 and 9223372036854775808 (2^63), false for 9007199254740993 and 1e400.
 */
export function isHeldByDouble(text: string): boolean {
  const value = Number(text);
  if (!Number.isFinite(value)) return false;
  const decimal = parseDecimal(text);
  if (compareDecimals(decimal, decimalOf(value)) === 0) return true;
  return compareDecimals(decimal, binaryValueOf(value)) === 0;
}

/** The exact value of a finite double: m × 2^-k is m × 5^k × 10^-k, and k is at most 1074. */
function binaryValueOf(value: number): Decimal {
  let whole = value;
  let halvings = 0;
  while (!Number.isInteger(whole)) {
    whole *= 2;
    halvings++;
  }
  return parseDecimal(`${BigInt(whole) * 5n ** BigInt(halvings)}e-${halvings}`);
}

/**
 * The one text of a value, in the number format of RFC 8785 (ECMAScript's), with as many digits as it takes.
 * Equal values have equal texts.
 */
export function canonicalDecimal({ sign, digits, point }: Decimal): string {
  if (sign === 0) return '0';
  const minus = sign < 0 ? '-' : '';
  const length = digits.length;
  if (typeof point === 'number') {
    if (length <= point && point <= 21) return minus + digits + '0'.repeat(point - length);
    if (0 < point && point <= 21) return `${minus}${digits.slice(0, point)}.${digits.slice(point)}`;
    if (-6 < point && point <= 0) return `${minus}0.${'0'.repeat(-point)}${digits}`;
  }
  const exponent = BigInt(point) - 1n;
  const fraction = length > 1 ? `.${digits.slice(1)}` : '';
  return `${minus}${digits.slice(0, 1)}${fraction}e${exponent < 0n ? '-' : '+'}${exponent < 0n ? -exponent : exponent}`;
}
