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

/** Colour is decided by the caller, never by the environment: level 1 (16 colours) or none. */
export async function loadPainter(isColored: boolean): Promise<Painter> {
  const [{ Chalk }, { default: Table }] = await Promise.all([import('chalk'), import('cli-table3')]);
  const chalk = new Chalk({ level: isColored ? 1 : 0 });
  const tones: Readonly<Record<Tone, (text: string) => string>> = {
    plain: (text) => text,
    strong: chalk.bold,
    dim: chalk.dim,
    bad: chalk.red,
    warn: chalk.yellow,
    good: chalk.green,
  };
  return {
    paint: (line) => line.map(({ text, tone }) => (text.trim() === '' ? text : tones[tone](text))).join(''),
    table: (rows, alignments) => {
      const table = new Table({
        chars: { ...noBorders, middle: ' ' },
        style: { head: [], border: [], 'padding-left': 0, 'padding-right': 1 },
        colAligns: [...alignments],
      });
      table.push(...rows.map((row) => [...row]));
      return table.toString().split('\n');
    },
  };
}
