import type { Line, Tone } from './spans.ts';

/** What the terminal formats need of chalk and cli-table3, loaded by those formats alone and late. */
export interface Painter {
  /** The line as text, coloured only when colour was asked for. */
  paint(line: Line): string;
  /** Aligned rows without borders; the first is the head. Cells must already be escaped. */
  table(rows: readonly (readonly string[])[], alignments: readonly ('left' | 'right')[]): string[];
}

const noBorders = Object.fromEntries(
  ['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right']
    .concat(['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'])
    .map((name) => [name, '']),
);

type Tones = Readonly<Record<Tone, (text: string) => string>>;

const same = (text: string): string => text;
const plainTones: Tones = { plain: same, strong: same, dim: same, bad: same, warn: same, good: same };

async function loadTones(): Promise<Tones> {
  const { Chalk } = await import('chalk');
  const chalk = new Chalk({ level: 1 });
  return { plain: same, strong: chalk.bold, dim: chalk.dim, bad: chalk.red, warn: chalk.yellow, good: chalk.green };
}

async function loadTable(): Promise<Painter['table']> {
  const { default: Table } = await import('cli-table3');
  return (rows, alignments) => {
    const table = new Table({
      chars: { ...noBorders, middle: ' ' },
      style: { head: [], border: [], 'padding-left': 0, 'padding-right': 1 },
      colAligns: [...alignments],
    });
    table.push(...rows.map((row) => [...row]));
    return table.toString().split('\n');
  };
}

/**
 * Colour is decided by the caller, never by the environment: level 1 (16 colours) or none. What a report has no use for
 * is not loaded: most short ones want neither colours nor a table.
 */
export async function loadPainter(wanted: { readonly isColored: boolean; readonly hasTable: boolean }): Promise<Painter> {
  const tones = wanted.isColored ? await loadTones() : plainTones;
  return {
    paint: (line) => line.map(({ text, tone }) => (text.trim() === '' ? text : tones[tone](text))).join(''),
    table: wanted.hasTable ? await loadTable() : () => [],
  };
}
