import { type Line, padLine, type Span, spaces, span, widthOf } from './spans.ts';
import { wrapLine } from './wrap.ts';

/** A line of a difference: its sign, then cells that stand in columns shared with the rows around it. */
export interface Row {
  readonly sign: Span;
  readonly cells: readonly Line[];
}
export interface Space {
  readonly indent: number;
  readonly width: number;
}

const gap = 3;
/** A cell wider than this does not widen its column: its row is stacked instead. */
const cellLimit = 36;

function columnWidths(rows: readonly Row[]): number[] {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [index, cell] of row.cells.entries()) {
      const width = widthOf(cell);
      if (width <= cellLimit) widths[index] = Math.max(widths[index] ?? 0, width);
    }
  }
  return widths;
}

function alignRow(row: Row, widths: readonly number[], indent: number): Line {
  const last = row.cells.length - 1;
  const cells = row.cells.flatMap((cell, index) => (index === last ? cell : padLine(cell, (widths[index] ?? 0) + gap)));
  return [spaces(indent), row.sign, span(' '), ...cells];
}

function isAligned(row: Row, widths: readonly number[]): boolean {
  return row.cells.slice(0, -1).every((cell, index) => widthOf(cell) <= (widths[index] ?? 0));
}

/** One cell a line, when the window is too narrow for columns. */
function stackRow(row: Row, { indent, width }: Space): Line[] {
  const [first = [], ...rest] = row.cells;
  const head = wrapLine([spaces(indent), row.sign, span(' '), ...first], width, indent + 4);
  return [...head, ...rest.filter((cell) => cell.length > 0).flatMap((cell) => wrapLine([spaces(indent + 4), ...cell], width, indent + 6))];
}

/** Lays rows out in common columns; a row that does not fit is stacked. The result holds the lines of each row. */
export function layRows(rows: readonly Row[], space: Space): Line[][] {
  const widths = columnWidths(rows);
  return rows.map((row) => {
    const aligned = alignRow(row, widths, space.indent);
    return isAligned(row, widths) && widthOf(aligned) <= space.width ? [aligned] : stackRow(row, space);
  });
}
