import type { SourceRecord } from '../model/record.ts';
import { isPairAt, utf8Length } from './utf8.ts';

/** A place in a file: line from 1, column in Unicode code points from 1, offset in bytes from 0. */
export interface TextPlace {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** The place of a UTF-16 index of a record's text. Only LF ends a line, as in JSONL; a record may span many. */
export function placeOf(record: SourceRecord, index: number): TextPlace {
  const { text } = record;
  const end = Math.max(0, Math.min(index, text.length));
  let line = record.line;
  let lineStart = 0;
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) {
    line++;
    lineStart = at + 1;
  }
  const column = (line === record.line ? record.column : 1) + codePoints(text, lineStart, end);
  return { line, column, offset: record.offset + utf8Length(text, end) };
}

/** Where counting may begin: every so many UTF-16 units of a long record. */
interface Milestone {
  readonly index: number;
  readonly place: TextPlace;
}
const milestoneUnits = 1 << 12;

/** The same for many indices of one record: the text before an index is counted once, not for each. */
export function openPlaces(record: SourceRecord): (index: number) => TextPlace {
  const { text } = record;
  const start = { line: record.line, column: record.column, offset: record.offset };
  const milestones: Milestone[] = [{ index: 0, place: start }];
  const passTo = (from: Milestone, end: number): TextPlace => {
    let { line, column } = from.place;
    for (let i = from.index; i < end; i++) {
      if (text.charCodeAt(i) === 10) {
        line++;
        column = 1;
        continue;
      }
      column++;
      if (isPairAt(text, i)) i++;
    }
    return { line, column, offset: from.place.offset + utf8Length(text.slice(from.index, end), end - from.index) };
  };
  return (index) => {
    const end = Math.max(0, Math.min(index, text.length));
    for (let last = milestones.at(-1); last !== undefined && last.index + milestoneUnits <= end; last = milestones.at(-1)) {
      // never between the halves of a pair
      const next = last.index + milestoneUnits + (isPairAt(text, last.index + milestoneUnits - 1) ? 1 : 0);
      if (next > end) break;
      milestones.push({ index: next, place: passTo(last, next) });
    }
    let low = 0;
    let high = milestones.length - 1;
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((milestones[middle]?.index ?? 0) <= end) low = middle;
      else high = middle - 1;
    }
    return passTo(milestones[low] ?? { index: 0, place: start }, end);
  };
}

/** Code points that begin in [start, end). */
function codePoints(text: string, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) {
    count++;
    if (isPairAt(text, i)) i++;
  }
  return count;
}
