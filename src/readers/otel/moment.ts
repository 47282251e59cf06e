import { compareNumbers } from '../../json/decimal.ts';
import { ExactNumber, isJsonArray, type JsonValue } from '../../model/json.ts';

/** When a span began, in whatever unit its source counts: a number, or the text of a date. */
export type Moment = number | ExactNumber | string | undefined;

/** Nanoseconds are written as text, and as `[seconds, nanoseconds]` by the JavaScript SDK. */
export function momentOf(value: JsonValue | undefined): Moment {
  if (typeof value === 'number' || value instanceof ExactNumber) return value;
  if (typeof value === 'string') return /^\d{1,30}$/.test(value) ? new ExactNumber(value) : value;
  if (!isJsonArray(value)) return undefined;
  const [seconds, nanoseconds] = value;
  return isCount(seconds) && isCount(nanoseconds) ? new ExactNumber(`${seconds}${String(nanoseconds).padStart(9, '0')}`) : undefined;
}

/** What its digits alone can stand for. */
const isCount = (value: JsonValue | undefined): value is number => typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;

/** Spans of one trace are written by one exporter, in one unit; what has no time comes last. */
export function compareMoments(a: Moment, b: Moment): number {
  if (typeof a === 'string' && typeof b === 'string') return a < b ? -1 : Number(a > b);
  if (isNumeric(a) && isNumeric(b)) return compareNumbers(a, b);
  return rankOf(a) - rankOf(b);
}

const isNumeric = (moment: Moment): moment is number | ExactNumber => typeof moment === 'number' || moment instanceof ExactNumber;

const rankOf = (moment: Moment): number => (isNumeric(moment) ? 0 : moment === undefined ? 2 : 1);
