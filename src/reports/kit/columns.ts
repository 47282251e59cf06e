import { displayWidth } from '../../text/width.ts';

/** Rows of few, escaped cells in columns, two spaces between them. */
export function alignColumns(rows: readonly (readonly string[])[], alignments: readonly ('left' | 'right')[]): readonly string[] {
  const widths = alignments.map((_, index) => Math.max(0, ...rows.map((row) => displayWidth(row[index] ?? ''))));
  const pad = (cell: string, index: number): string => {
    const space = ' '.repeat(Math.max(0, (widths[index] ?? 0) - displayWidth(cell)));
    return alignments[index] === 'right' ? space + cell : cell + space;
  };
  return rows.map((row) => row.map(pad).join('  '));
}
