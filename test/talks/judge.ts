import type { Report } from '../../src/model/report.ts';
import type { Json } from '../plane/event.ts';
import { auditText } from '../plane/judge.ts';
import { type Random, seeded } from '../properties/differential/random.ts';
import type { TalkFormat } from './format.ts';
import { makeTalk, type Talk } from './talk.ts';

/** What a report has to say of conversations, whatever wrote them down. */
interface Verdict {
  readonly format: string | null;
  readonly proposed: number | null;
  readonly returned: number | null;
  /** Code, tool and path of every finding that is no note. */
  readonly findings: readonly string[];
  /** Tools of calls that were not judged. */
  readonly unchecked: readonly string[];
  readonly unread: readonly string[];
}

function wantedOf(id: string, talks: readonly Talk[]): Verdict {
  const turns = talks.flatMap((talk) => talk.turns);
  const calls = turns.flatMap((turn) => (turn.kind === 'model' ? turn.calls : []));
  const results = turns.flatMap((turn) => (turn.kind === 'results' ? turn.results : []));
  const findings = calls.flatMap(({ tool, delta }) => delta.map(({ kind, path }) => `structure/${kind} ${tool} ${path}`));
  return { format: id, proposed: calls.length, returned: results.length, findings: findings.toSorted(), unchecked: [], unread: [] };
}

function toldOf({ inputs, calls, findings, unchecked }: Report): Verdict {
  return {
    format: inputs[0]?.format ?? null,
    proposed: calls.proposed,
    returned: calls.returned,
    findings: findings
      .filter(({ severity }) => severity !== 'note')
      .map(({ code, tool, path }) => `${code} ${tool ?? ''} ${path ?? ''}`)
      .toSorted(),
    unchecked: unchecked.filter(({ gate }) => gate === 'input').map(({ tool }) => tool ?? ''),
    unread: inputs.flatMap(({ unread }) => Object.keys(unread)),
  };
}

/** The records of several conversations as they come in, each in its own order; or in any order at all. */
function mixed(random: Random, rows: readonly (readonly Json[])[], isOrdered: boolean): readonly Json[] {
  const waiting = rows.map((row) => [...row]).filter((row) => row.length > 0);
  const records: Json[] = [];
  while (waiting.length > 0) {
    const row = random.pick(waiting);
    const next = isOrdered ? row.shift() : row.splice(random.below(row.length), 1)[0];
    if (next !== undefined) records.push(next);
    if (row.length === 0) waiting.splice(waiting.indexOf(row), 1);
  }
  return records;
}

interface Recording {
  readonly talks: readonly Talk[];
  readonly text: string;
  readonly given: ReadonlyMap<string, Json> | undefined;
}

function record(format: TalkFormat, random: Random, isOrdered: boolean): Recording {
  const share = random.pick([0, 0.3]);
  const talks = Array.from({ length: format.order === 'one' ? 1 : 1 + random.below(3) }, () => makeTalk(random, share));
  const rows = talks.map((talk) => format.write(talk, random));
  const text = mixed(random, rows, isOrdered)
    .map((one) => JSON.stringify(one))
    .join('\n');
  return { talks, text, given: format.given === undefined ? undefined : new Map([['workflow.json', format.given(talks)]]) };
}

/** A recording whose last record stops short: whatever it holds before, it is not told to be as declared. */
export async function judgeCut(format: TalkFormat, seed: number): Promise<readonly string[]> {
  const random = seeded(seed);
  const { text, given } = record(format, random, true);
  const begin = text.lastIndexOf('\n') + 1;
  const size = 1 + random.below(text.length - begin - 1);
  const { exit } = await auditText(text.slice(0, begin + size), given);
  return exit === 0 ? ['exit 0'] : [];
}

/** Every difference between what was said and what a replay of its recording tells. */
export async function judgeTalks(format: TalkFormat, seed: number, isOrdered: boolean): Promise<readonly string[]> {
  const { talks, text, given } = record(format, seeded(seed), isOrdered);
  const wanted = wantedOf(format.id, talks);
  if (wanted.proposed === 0) return [];
  const told = toldOf(await auditText(text, given));
  const missed = apart(wanted.findings, told.findings);
  const open = format.isOpen === true ? missed.filter(isOfUnchecked(told.unchecked)) : [];
  // a history that is read before the response it repeats does not know what was declared when a call was made
  const mayBeUnchecked = format.isOpen === true || !isOrdered;
  const undeclared = mayBeUnchecked ? told.unchecked.filter((tool) => wanted.findings.includes(`structure/invented-tool ${tool} `)) : [];
  return [
    ...(told.format === wanted.format ? [] : [`read as ${told.format}`]),
    ...(told.proposed === wanted.proposed ? [] : ['calls']),
    ...(told.returned === wanted.returned ? [] : ['results']),
    ...(told.unread.length === 0 ? [] : [`unread: ${told.unread.join(', ')}`]),
    ...apart(missed, open).map((line) => `missed: ${line.split(' ')[0]}`),
    ...apart(told.unchecked, undeclared).map(() => 'unchecked'),
    ...apart(told.findings, wanted.findings).map((line) => `false: ${line.split(' ')[0]}`),
  ];
}

/** A name that nothing declares, told as unchecked. */
const isOfUnchecked =
  (unchecked: readonly string[]) =>
  (line: string): boolean =>
    line.startsWith('structure/invented-tool ') && unchecked.includes(line.split(' ')[1] ?? '');

/** What is in one list and not in the other, as often as it is. */
function apart(one: readonly string[], other: readonly string[]): readonly string[] {
  const rest = [...other];
  return one.filter((line) => {
    const at = rest.indexOf(line);
    if (at >= 0) rest.splice(at, 1);
    return at < 0;
  });
}
