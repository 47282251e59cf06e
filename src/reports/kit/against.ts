import type { Look } from '../../model/look.ts';
import type { AgainstCounts, AgainstExample, AgainstReport, AgainstRow } from '../../model/report/against.ts';
import type { Report } from '../../model/report.ts';
import { againstChanges } from './against-json.ts';
import { deltaRow } from './delta-row.ts';
import { countWords } from './header.ts';
import { layRows } from './rows.ts';
import { joinDots, type Line, solid, span } from './spans.ts';
import { showName } from './values.ts';
import { wrapLine } from './wrap.ts';

/** Rows that are shown; those that change nothing come last and are the first to be left out. */
const rowLimit = 50;

function countsLine(counts: AgainstCounts): Line {
  const tones = { newly_rejected: 'bad', newly_accepted: 'warn', same: 'plain', unchecked: 'warn', not_in_candidate: 'warn' } as const;
  const shown = againstChanges.filter((change) => counts[change] > 0);
  return joinDots(shown.map((change) => solid(`${change.replaceAll('_', ' ')} ${counts[change]}`, tones[change])));
}

function nameOf({ server, tool, step }: AgainstRow): string {
  if (tool === null) return `step ${showName(step ?? '')}`;
  return server === null ? showName(tool) : `${showName(tool)} (${showName(server)})`;
}

function exampleLines(example: AgainstExample, look: Page): Line[] {
  const { change, at, run, call, deltas, more } = example;
  const words = [
    `${change === 'newly_rejected' ? 'newly rejected' : 'newly accepted'}  ${at.file}:${at.line}:${at.column}`,
    ...(run === undefined || run === '' ? [] : [run]),
    ...(call === undefined ? [] : [`call ${call}`]),
  ];
  const head = wrapLine([span('  '), ...joinDots(words.map((word) => solid(word)))], look.width, 4);
  const rows = layRows(
    deltas.map((delta) => deltaRow(delta, look.values)),
    { indent: 4, width: look.width },
  );
  return [...head, ...rows.flat(), ...(more === 0 ? [] : [[span(`    … and ${countWords(more, 'difference')} more`, 'dim')]])];
}

interface Page {
  readonly width: number;
  readonly values: Look['values'];
}

function rowLines(row: AgainstRow, look: Page): Line[] {
  const reasons = Object.entries(row.reasons).map(([reason, count]) => solid(`${reason} ${count}`, 'dim'));
  const head: Line = [span(`${nameOf(row)} · ${row.gate} gate   `), ...countsLine(row.counts)];
  return [
    ...wrapLine(reasons.length === 0 ? head : [...head, span(' · ', 'dim'), ...joinDots(reasons)], look.width, 4),
    ...row.examples.flatMap((example) => exampleLines(example, look)),
  ];
}

const isChanged = ({ counts }: AgainstRow): boolean => counts.newly_rejected + counts.newly_accepted > 0;

function headLine({ candidates }: AgainstReport): Line {
  const words = candidates.map(({ source, tools, steps }) =>
    solid(`${source} (${countWords(tools, 'tool')}, ${countWords(steps, 'step')})`),
  );
  return [span('what if this were in force: ', 'strong'), ...joinDots(words)];
}

/** What a declaration that is not shipped yet would make of the record: counts for every tool and gate, first examples. */
export function renderAgainst({ against }: Report, look: Page): Line[] {
  if (against === undefined) return [];
  const rows = [...against.rows.filter(isChanged), ...against.rows.filter((row) => !isChanged(row))];
  const hidden = rows.length - rowLimit;
  return [
    [],
    ...wrapLine(headLine(against), look.width, 4),
    ...rows.slice(0, rowLimit).flatMap((row) => rowLines(row, look)),
    ...(hidden <= 0 ? [] : [[span(`… ${hidden} more rows (--format json shows all)`, 'dim')]]),
  ];
}
