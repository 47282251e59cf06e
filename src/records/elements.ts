import type { Position } from './sink.ts';

/** Takes one element: bytes [from, to) and where it begins. */
export type TakeElement = (from: number, to: number, at: Position) => void;

interface Walk {
  readonly bytes: Uint8Array;
  index: number;
  line: number;
  column: number;
  readonly offset: number;
}

/**
 * Finds the elements of an array in bytes that are known to be one JSON array. On bytes and in one pass: reading the
 * whole value again, element by element, would cost ten times as much.
 */
export function eachElement(bytes: Uint8Array, start: Position, take: TakeElement): void {
  const walk: Walk = { bytes, index: 0, line: start.line, column: start.column, offset: start.offset };
  let depth = 0;
  let element: { readonly from: number; readonly at: Position } | undefined;
  let end = 0;
  while (walk.index < bytes.length) {
    const code = bytes[walk.index] ?? 0;
    if (depth === 1 && (code === 44 || code === 93)) {
      if (element !== undefined) take(element.from, end, element.at);
      element = undefined;
    } else if (depth === 1 && element === undefined && code > 32) {
      element = { from: walk.index, at: { line: walk.line, column: walk.column, offset: walk.offset + walk.index } };
    }
    if (code === 123 || code === 91) depth++;
    else if (code === 125 || code === 93) depth--;
    if (code === 34) passString(walk);
    else passByte(walk, code);
    if (code > 32) end = walk.index;
  }
}

/** Columns are code points: only a byte that begins one counts. */
function passByte(walk: Walk, code: number): void {
  walk.index++;
  if (code === 10) {
    walk.line++;
    walk.column = 1;
  } else if ((code & 0xc0) !== 0x80) {
    walk.column++;
  }
}

function passString(walk: Walk): void {
  const { bytes } = walk;
  let i = walk.index + 1;
  let column = walk.column + 1;
  for (let code = bytes[i] ?? 34; code !== 34; code = bytes[i] ?? 34) {
    const length = code === 92 ? 2 : 1;
    if ((code & 0xc0) !== 0x80) column += length;
    i += length;
  }
  walk.index = i + 1;
  walk.column = column + 1;
}
