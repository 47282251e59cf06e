import { type Carry, carries } from '../../model/carry.ts';
import { readers } from '../../readers/index.ts';
import { displayWidth } from '../../text/width.ts';

/** What each word of a format's abilities says of a recording. */
export const carryMeanings: Readonly<Record<Carry, string>> = {
  declarations: 'the tools that were declared, with their schemas',
  'raw-arguments': 'the exact text of the arguments, as the model wrote it',
  gates: 'the verdicts of gates',
  decisions: 'what a policy decided',
  authorizations: 'who authorised a call',
  executions: 'what really ran, apart from what was proposed',
  'error-flag': 'whether a result is an error',
  'structured-results': 'a result as data, apart from its text',
  commits: 'what was committed or released',
  failures: 'failed attempts, with their class and route',
  attempts: 'which attempt of a step a call belongs to',
  ids: 'ids that join a result to its call',
  order: 'the order in which things happened',
  time: 'when things happened',
};

/** A recording format and every word of its abilities, on one side or the other. */
export interface FormatRow {
  readonly id: string;
  readonly title: string;
  readonly can: readonly Carry[];
  /** "Not recorded", which is another thing than "did not happen". */
  readonly cannot: readonly Carry[];
  /** What the pieces of a stream are called; null: no stream is read from pieces. */
  readonly streams: string | null;
}

/** Every format, in the order of their ids. */
export function formatRows(): readonly FormatRow[] {
  const rows = readers.map(({ id, title, carries: can, streams }) => ({
    id,
    title,
    can: carries.filter((word) => can.includes(word)),
    cannot: carries.filter((word) => !can.includes(word)),
    streams: streams ?? null,
  }));
  return rows.sort((a, b) => (a.id < b.id ? -1 : 1));
}

export function formatsJson(): string {
  const words = carries.map((word) => ({ word, meaning: carryMeanings[word] }));
  return `${JSON.stringify({ formats: formatRows(), words }, undefined, 2)}\n`;
}

const streamsHead =
  'Streams are read from their pieces, each a line or the data of a server-sent event, after their request or without it:';

const gap = 2;
const narrowest = 72;
const widest = 120;

/** A table for a window of so many columns; 100 where the output is no terminal. */
export function formatsTable(columns: number | undefined): string {
  const width = Math.min(widest, Math.max(narrowest, columns ?? 100));
  const rows = formatRows();
  const first = Math.max(...rows.map(({ id }) => displayWidth(id)));
  const rest = width - first - 3 * gap;
  const widths = [first, ...[0.26, 0.37, 0.37].map((part) => Math.floor(rest * part))];
  const cells = rows.map(({ id, title, can, cannot }) => [id, title, can.join(', '), cannot.length === 0 ? '–' : cannot.join(', ')]);
  const table = [['id', 'recording', 'can carry', 'not recorded'], ...cells].map((row) => rowText(row, widths));
  const longest = Math.max(...carries.map((word) => word.length));
  const words = carries.map((word) => `  ${word.padEnd(longest + gap)}${carryMeanings[word]}\n`);
  const streams = rows.flatMap((row) => (row.streams === null ? [] : [`  ${padTo(row.id, first + gap)}${row.streams}\n`]));
  return `${table.join('')}\n${streamsHead}\n${streams.join('')}\nThe words mean:\n${words.join('')}`;
}

/** A row of as many lines as its highest cell. */
function rowText(row: readonly string[], widths: readonly number[]): string {
  const cells = row.map((text, index) => wrapWords(text, widths[index] ?? 0));
  const height = Math.max(...cells.map(({ length }) => length));
  const lines = Array.from({ length: height }, (_, line) =>
    cells
      .map((cell, index) => padTo(cell[line] ?? '', (widths[index] ?? 0) + gap))
      .join('')
      .trimEnd(),
  );
  return lines.map((line) => `${line}\n`).join('');
}

function padTo(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

/** Breaks between words only: the texts are ours, and no word of them is wider than a column. */
function wrapWords(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || displayWidth(last) + 1 + displayWidth(word) > width) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines;
}
