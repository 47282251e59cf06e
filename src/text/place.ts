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

/** Code points that begin in [start, end). */
function codePoints(text: string, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) {
    count++;
    if (isPairAt(text, i)) i++;
  }
  return count;
}
