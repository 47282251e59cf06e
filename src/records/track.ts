import { isPairAt, utf8Length } from '../text/utf8.ts';
import type { Position } from './sink.ts';

/** The position at `to`, from that at `from`: lines end at LF, columns are code points, offsets bytes. Linear in between. */
export function advance({ line, column, offset }: Position, text: string, from: number, to: number): Position {
  let [nextLine, nextColumn] = [line, column];
  for (let i = from; i < to; i++) {
    if (text.charCodeAt(i) === 10) {
      nextLine++;
      nextColumn = 1;
    } else {
      nextColumn++;
      if (isPairAt(text, i)) i++;
    }
  }
  return { line: nextLine, column: nextColumn, offset: offset + utf8Length(text.slice(from, to), to - from) };
}
