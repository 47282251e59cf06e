import { escapeControl } from '../../text/escape.ts';
import { displayWidth } from '../../text/width.ts';

export type Tone = 'plain' | 'strong' | 'dim' | 'bad' | 'warn' | 'good';

/** A piece of a line. Made by {@link span} alone, so that no recorded character reaches the terminal raw. */
export interface Span {
  readonly text: string;
  readonly tone: Tone;
  /** Stays on one line where a whole line can hold it: `committed 1` is never torn. */
  readonly isSolid?: boolean;
}
export type Line = readonly Span[];

/** Longest text one span takes from a report, in UTF-16 units: a name of a megabyte must not become a page. */
const spanLimit = 400;

/** A text made safe to print: clipped with its length said, control and direction characters made visible. */
export function span(text: string, tone: Tone = 'plain'): Span {
  return { text: escapeControl(clipText(text, spanLimit)), tone };
}

/** A span that is broken only where no line can hold it. */
export function solid(text: string, tone: Tone = 'plain'): Span {
  return { ...span(text, tone), isSolid: true };
}

/** Clips at `limit` UTF-16 units, never between the halves of a character, and says how long the text was. */
function clipText(text: string, limit: number): string {
  if (text.length <= limit) return text;
  return `${headOf(text, limit)}… (${text.length} characters)`;
}

/** The first `limit` UTF-16 units, one fewer where the cut would split a surrogate pair. */
export function headOf(text: string, limit: number): string {
  const last = text.charCodeAt(limit - 1);
  const next = text.charCodeAt(limit);
  const isSplit = last >= 0xd800 && last <= 0xdbff && next >= 0xdc00 && next <= 0xdfff;
  return text.slice(0, isSplit ? limit - 1 : limit);
}

/** Columns of a line on the terminal. */
export function widthOf(line: Line): number {
  return line.reduce((sum, piece) => sum + displayWidth(piece.text), 0);
}

export function spaces(count: number): Span {
  return { text: ' '.repeat(Math.max(0, count)), tone: 'plain' };
}

/** The line filled with spaces up to `width` columns; a wider line stays as it is. */
export function padLine(line: Line, width: number): Line {
  const missing = width - widthOf(line);
  return missing > 0 ? [...line, spaces(missing)] : line;
}

/** The pieces with ` · ` between them. */
export function joinDots(pieces: readonly Span[]): Line {
  return pieces.flatMap((piece, index) => (index === 0 ? [piece] : [span(' · ', 'dim'), piece]));
}
