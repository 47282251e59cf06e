/** RFC 3339 §5.6 dates and times, and the duration grammar of its appendix A. */

const datePattern = /^(\d{4})-(\d\d)-(\d\d)$/;
const timePattern = /^([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.\d+)?(?:[Zz]|([+-])([01]\d|2[0-3]):([0-5]\d))$/;
const durationPattern =
  /^P(?:\d+W|T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S)|(?:\d+Y(?:\d+M(?:\d+D)?)?|\d+M(?:\d+D)?|\d+D)(?:T(?:\d+H(?:\d+M(?:\d+S)?)?|\d+M(?:\d+S)?|\d+S))?)$/;

const minutesOfDay = 24 * 60;
const lastMinute = minutesOfDay - 1;

function daysInMonth(year: number, month: number): number {
  if (month === 2) return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

function readDate(text: string): Day | undefined {
  const parts = datePattern.exec(text);
  if (parts === null) return undefined;
  const date = { year: Number(parts[1]), month: Number(parts[2]), day: Number(parts[3]) };
  if (date.month < 1 || date.month > 12) return undefined;
  return date.day >= 1 && date.day <= daysInMonth(date.year, date.month) ? date : undefined;
}

interface Time {
  readonly isLeapSecond: boolean;
  /** Minutes since 00:00 of the local day, in UTC: may lie before or after that day. */
  readonly utcMinutes: number;
}

function readTime(text: string): Time | undefined {
  const parts = timePattern.exec(text);
  if (parts === null) return undefined;
  const offset = parts[4] === undefined ? 0 : (parts[4] === '-' ? -1 : 1) * (Number(parts[5]) * 60 + Number(parts[6]));
  return { isLeapSecond: parts[3] === '60', utcMinutes: Number(parts[1]) * 60 + Number(parts[2]) - offset };
}

/** A leap second is inserted at 23:59:60 UTC and nowhere else. */
function isPossibleInstant(time: Time): boolean {
  return !time.isLeapSecond || (time.utcMinutes + minutesOfDay) % minutesOfDay === lastMinute;
}

/** … and only at the end of a month (ITU-R TF.460); which months, is announced half a year ahead, so no list is final. */
function isMonthEnd(date: Day, time: Time): boolean {
  if (time.utcMinutes < 0) return date.day === 1;
  const last = daysInMonth(date.year, date.month);
  return time.utcMinutes < minutesOfDay ? date.day === last : date.day === last - 1;
}

export function isDate(text: string): boolean {
  return readDate(text) !== undefined;
}

export function isTime(text: string): boolean {
  const time = readTime(text);
  return time !== undefined && isPossibleInstant(time);
}

export function isDateTime(text: string): boolean {
  const separator = text[10];
  if (separator !== 'T' && separator !== 't') return false;
  const date = readDate(text.slice(0, 10));
  const time = readTime(text.slice(11));
  if (date === undefined || time === undefined) return false;
  return !time.isLeapSecond || (isPossibleInstant(time) && isMonthEnd(date, time));
}

export function isDuration(text: string): boolean {
  return durationPattern.test(text);
}
