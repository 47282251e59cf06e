import { compareNumbers, isInteger } from '../../json/decimal.ts';
import { ExactNumber, type JsonValue } from '../../model/json.ts';

type Bound = number | ExactNumber;

/** Inclusive ranges of the OpenAPI and Rust integer formats; 64-bit bounds are written out because a double rounds them. */
const ranges: ReadonlyMap<string, readonly [Bound, Bound]> = new Map<string, readonly [Bound, Bound]>([
  ['int8', [-128, 127]],
  ['int16', [-32768, 32767]],
  ['int32', [-2147483648, 2147483647]],
  ['int64', [new ExactNumber('-9223372036854775808'), new ExactNumber('9223372036854775807')]],
  ['uint8', [0, 255]],
  ['uint16', [0, 65535]],
  ['uint32', [0, 4294967295]],
  ['uint64', [0, new ExactNumber('18446744073709551615')]],
]);

export function numericFormats(): readonly string[] {
  return [...ranges.keys()];
}

export function isNumericFormat(format: string): boolean {
  return ranges.has(format);
}

/** Whether a number is an integer inside the format's range, exactly. Values that are no numbers are none of its business. */
export function isInNumericFormat(format: string, value: JsonValue): boolean {
  const range = ranges.get(format);
  if (range === undefined || (typeof value !== 'number' && !(value instanceof ExactNumber))) return true;
  return isInteger(value) && compareNumbers(value, range[0]) >= 0 && compareNumbers(value, range[1]) <= 0;
}
