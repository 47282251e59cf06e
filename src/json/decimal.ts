import { ExactNumber } from '../model/json.ts';

/**
 * An exact decimal: sign × 0.DIGITS × 10^point. `digits` has no leading and no trailing zero, so that equal
 * values have equal fields; zero has no digits at all.
 */
export interface Decimal {
  readonly sign: -1 | 0 | 1;
  readonly digits: string;
  /** A bigint only where an exponent is too large for a safe integer. The power itself is never computed. */
  readonly point: number | bigint;
}

const zero: Decimal = { sign: 0, digits: '', point: 0 };

/**
 * `1e` followed by a million digits must cost no more than reading it. Exponents of up to 1,000 digits are
 * held exactly; longer ones count as ±10^1000, so two of those can no longer be told apart.
 */
const exponentDigitLimit = 1000;
const exponentCap: bigint = 10n ** 1000n;

function exponentOf(text: string): number | bigint {
  const isNegative = text.charCodeAt(0) === 45;
  let start = isNegative || text.charCodeAt(0) === 43 ? 1 : 0;
  while (start < text.length - 1 && text.charCodeAt(start) === 48) start++;
  const length = text.length - start;
  if (length <= 15) return isNegative ? -Number(text.slice(start)) : Number(text.slice(start));
  const size = length <= exponentDigitLimit ? BigInt(text.slice(start)) : exponentCap;
  return isNegative ? -size : size;
}

/** Reads a JSON number token, or what `String(number)` prints. Linear in its length. */
export function parseDecimal(text: string): Decimal {
  const isNegative = text.charCodeAt(0) === 45;
  const mark = text.search(/[eE]/);
  const mantissa = text.slice(isNegative ? 1 : 0, mark < 0 ? text.length : mark);
  const dot = mantissa.indexOf('.');
  const digits = dot < 0 ? mantissa : mantissa.slice(0, dot) + mantissa.slice(dot + 1);
  let first = 0;
  while (first < digits.length && digits.charCodeAt(first) === 48) first++;
  if (first === digits.length) return zero;
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 48) end--;
  const shift = (dot < 0 ? mantissa.length : dot) - first;
  const exponent = mark < 0 ? 0 : exponentOf(text.slice(mark + 1));
  const point = typeof exponent === 'number' ? exponent + shift : exponent + BigInt(shift);
  return { sign: isNegative ? -1 : 1, digits: digits.slice(first, end), point };
}

/**
 * The value of a number. A plain double stands for the shortest decimal that reads back as it, which is what
 * its author wrote: 0.1 is one tenth. parseJson keeps every number for which that is not so as ExactNumber.
 */
export function decimalOf(value: number | ExactNumber): Decimal {
  return parseDecimal(value instanceof ExactNumber ? value.text : String(value));
}

/** Orders two decimals by value. */
export function compareDecimals(a: Decimal, b: Decimal): -1 | 0 | 1 {
  if (a.sign !== b.sign) return a.sign < b.sign ? -1 : 1;
  if (a.sign === 0) return 0;
  const [low, high] = a.sign > 0 ? [a, b] : [b, a];
  if (low.point < high.point) return -1;
  if (low.point > high.point) return 1;
  if (low.digits === high.digits) return 0;
  return low.digits < high.digits ? -1 : 1;
}

/** Orders two finite numbers by exact value: 9007199254740993 is above 9007199254740992, and 5.0 equals 5. */
export function compareNumbers(a: number | ExactNumber, b: number | ExactNumber): -1 | 0 | 1 {
  if (typeof a === 'number' && typeof b === 'number') {
    if (a < b) return -1;
    return a > b ? 1 : 0;
  }
  return compareDecimals(decimalOf(a), decimalOf(b));
}

/** Whether the value is a whole number, however it is written: 5.0 and 1e400 are, 1.0000000000000000001 is not. */
export function isInteger(value: number | ExactNumber): boolean {
  if (typeof value === 'number') return Number.isInteger(value);
  const decimal = parseDecimal(value.text);
  return decimal.sign === 0 || decimal.point >= decimal.digits.length;
}

/** Exact decimal `multipleOf`: 19.99 is a multiple of 0.01. Only zero is a multiple of zero. */
export function isMultipleOf(value: number | ExactNumber, divisor: number | ExactNumber): boolean {
  if (Number.isSafeInteger(value) && Number.isSafeInteger(divisor) && divisor !== 0) return Number(value) % Number(divisor) === 0;
  const dividend = decimalOf(value);
  const unit = decimalOf(divisor);
  if (dividend.sign === 0) return true;
  if (unit.sign === 0) return false;
  const shift = shiftBetween(dividend, unit);
  // The dividend's digits do not end in 0, so they are no multiple of anything times ten.
  if (shift < 0) return false;
  const modulus = BigInt(unit.digits);
  return (BigInt(dividend.digits) * powerOfTen(shift, modulus)) % modulus === 0n;
}

/**
 * The power of ten by which DIGITS must be multiplied to be measured in the unit's last place. More tens than
 * the unit has factors of 2 and 5 change no divisibility, so a hostile exponent is cut at four per digit.
 */
function shiftBetween(value: Decimal, unit: Decimal): number {
  const shift = BigInt(value.point) - BigInt(value.digits.length) - BigInt(unit.point) + BigInt(unit.digits.length);
  const enough = BigInt(unit.digits.length) * 4n;
  return shift > enough ? Number(enough) : Number(shift < 0n ? -1n : shift);
}

function powerOfTen(exponent: number, modulus: bigint): bigint {
  let result = 1n % modulus;
  let base = 10n % modulus;
  for (let rest = exponent; rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = (result * base) % modulus;
    base = (base * base) % modulus;
  }
  return result;
}

/** The number for a reader's eyes: an ExactNumber as it was written. */
export function numberText(value: number | ExactNumber): string {
  if (value instanceof ExactNumber) return value.text;
  return Object.is(value, -0) ? '-0' : String(value);
}
