import { printJson } from '../../json/print.ts';
import type { JsonValue } from '../../model/json.ts';
import { headOf } from './spans.ts';

/** Shown of what both texts share, on either side of where they part; and of what only one of them says. */
const contextLength = 30;
const partLength = 240;

/**
 * Both texts where they part, each on a line: a sentence slipped into the middle of a long description must not hide
 * behind its beginning.
 */
export function textChange(before: JsonValue | undefined, after: JsonValue | undefined): readonly string[] {
  const [old, now] = [before, after].map((text) => (typeof text === 'string' ? text : undefined));
  const same = old === undefined || now === undefined ? { start: 0, end: 0 } : sharedEnds(old, now);
  return [...(old === undefined ? [] : [`before: ${excerpt(old, same)}`]), ...(now === undefined ? [] : [`after:  ${excerpt(now, same)}`])];
}

interface Ends {
  readonly start: number;
  readonly end: number;
}

function sharedEnds(a: string, b: string): Ends {
  const shorter = Math.min(a.length, b.length);
  let start = 0;
  while (start < shorter && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  let end = 0;
  while (end < shorter - start && a.charCodeAt(a.length - 1 - end) === b.charCodeAt(b.length - 1 - end)) end += 1;
  return { start, end };
}

function excerpt(text: string, { start, end }: Ends): string {
  const from = Math.max(0, start - contextLength);
  const to = Math.min(text.length, text.length - end + contextLength);
  const own = text.length - end - start;
  const isLong = own > partLength;
  const shown = headOf(text.slice(from, isLong ? start + partLength : to), contextLength * 2 + partLength);
  const rest = isLong ? `… (${own} characters)` : to < text.length ? '…' : '';
  return `${from > 0 ? '…' : ''}${printJson(shown)}${rest}`;
}
