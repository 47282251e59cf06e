import type { Delta, GateName, UncheckedReason } from '../model/delta.ts';
import { compareText } from '../model/order.ts';
import type { AgainstChange, AgainstCounts, AgainstExample, AgainstReport } from '../model/report/against.ts';
import { siteOfDelta, valueSite } from '../replay/site.ts';
import type { Judgement, Story } from '../replay/story.ts';
import { increase } from '../replay/tally.ts';
import { type First, keepFirst } from './first.ts';
import type { PartAgainst, PartExample } from './part.ts';
import { type Piece, placeInPiece } from './pieces.ts';
import { placeOfSite } from './place.ts';

/** Examples of each kind for every tool and gate, and differences shown of one. */
const exampleLimit = 3;
const deltaLimit = 20;

/** A recorded value, and what became of it under the candidate. */
export interface Weighed {
  readonly gate: GateName;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly step?: string | undefined;
  readonly story: Story;
  readonly judgement: Judgement;
  readonly change: AgainstChange;
  readonly reason?: UncheckedReason | undefined;
  readonly deltas?: readonly Delta[];
}

/** The input that examples stand in, and the files that go on with it. */
export interface ExampleSource {
  readonly file: string;
  readonly input: number;
  readonly pieces: readonly Piece[];
}

export interface AgainstFold {
  add(weighed: Weighed): void;
  rows(): readonly PartAgainst[];
}

/** An example before its place is worked out, which costs more than it is worth for all but the first. */
interface Raw {
  readonly weighed: Weighed;
  readonly change: AgainstExample['change'];
}

interface Row {
  readonly named: Pick<PartAgainst, 'gate' | 'server' | 'tool' | 'step'>;
  readonly counts: Record<AgainstChange, number>;
  readonly reasons: Map<string, number>;
  readonly rejected: First<Raw>;
  readonly accepted: First<Raw>;
}

const noCounts = (): Record<AgainstChange, number> => ({
  newly_rejected: 0,
  newly_accepted: 0,
  same: 0,
  unchecked: 0,
  not_in_candidate: 0,
});

const keyOf = ({ gate, server, tool, step }: Pick<PartAgainst, 'gate' | 'server' | 'tool' | 'step'>): string =>
  JSON.stringify([gate, server ?? null, tool ?? null, step ?? null]);

/** Counts and first examples of one input. */
export function openAgainstFold(source: ExampleSource): AgainstFold {
  const rows = new Map<string, Row>();
  const rowOf = (weighed: Weighed): Row => {
    const { gate, server, tool, step } = weighed;
    const named = { gate, server, tool, step };
    const key = keyOf(named);
    const row = rows.get(key) ?? {
      named,
      counts: noCounts(),
      reasons: new Map(),
      rejected: keepFirst(exampleLimit, compareRaw),
      accepted: keepFirst(exampleLimit, compareRaw),
    };
    rows.set(key, row);
    return row;
  };
  return {
    add(weighed) {
      const row = rowOf(weighed);
      row.counts[weighed.change] += 1;
      if (weighed.reason !== undefined) increase(row.reasons, weighed.reason);
      if (weighed.change === 'newly_rejected') row.rejected.add({ weighed, change: weighed.change });
      if (weighed.change === 'newly_accepted') row.accepted.add({ weighed, change: weighed.change });
    },
    rows: () =>
      [...rows.values()].map(({ named, counts, reasons, rejected, accepted }) => ({
        ...named,
        counts,
        reasons,
        examples: [...rejected.values(), ...accepted.values()].map((raw) => exampleOf(raw, source)),
      })),
  };
}

/** By place in the input, then by what tells two values of one record apart. */
function compareRaw({ weighed: a }: Raw, { weighed: b }: Raw): number {
  const [left, right] = [a.judgement.stage, b.judgement.stage];
  return (
    left.record.offset - right.record.offset ||
    compareText(left.payload.pointer, right.payload.pointer) ||
    compareText(a.story.run, b.story.run) ||
    compareText(a.story.call ?? '', b.story.call ?? '')
  );
}

function exampleOf({ weighed, change }: Raw, { file, input, pieces }: ExampleSource): PartExample {
  const { story, judgement, deltas = [] } = weighed;
  const { record, payload, toolPointer } = judgement.stage;
  const [first] = deltas;
  const isOfTool = first?.kind === 'invented-tool' || first?.kind === 'tool-not-offered';
  const site = isOfTool
    ? valueSite(record, toolPointer ?? '')
    : first === undefined
      ? valueSite(record, payload.pointer)
      : siteOfDelta(record, payload, first);
  const { run, call, instance, attempt } = story;
  const shown = deltas.slice(0, deltaLimit);
  const example: AgainstExample = {
    change,
    at: placeInPiece(pieces, placeOfSite(site, file)),
    run,
    call,
    instance,
    attempt,
    deltas: shown,
    more: deltas.length - shown.length,
  };
  return { input, offset: record.offset, pointer: payload.pointer, example };
}

const compareExamples = (a: PartExample, b: PartExample): number =>
  a.input - b.input ||
  a.offset - b.offset ||
  compareText(a.pointer, b.pointer) ||
  compareText(a.example.run ?? '', b.example.run ?? '') ||
  compareText(a.example.call ?? '', b.example.call ?? '');

function firstOf(examples: readonly PartExample[], change: AgainstExample['change']): readonly AgainstExample[] {
  const first = keepFirst(exampleLimit, compareExamples);
  for (const example of examples) if (example.example.change === change) first.add(example);
  return first.values().map(({ example }) => example);
}

function addCounts(sum: Record<AgainstChange, number>, counts: AgainstCounts): void {
  for (const change of ['newly_rejected', 'newly_accepted', 'same', 'unchecked', 'not_in_candidate'] as const)
    sum[change] += counts[change];
}

/** The parts' rows joined: counts add up, and of the examples the first of all stay. */
export function joinAgainst(parts: readonly (readonly PartAgainst[])[]): Pick<AgainstReport, 'total' | 'rows'> {
  const groups = new Map<string, PartAgainst[]>();
  for (const row of parts.flat()) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  const total = noCounts();
  const rows = [...groups.values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const counts = noCounts();
    const reasons = new Map<string, number>();
    for (const row of group) {
      addCounts(counts, row.counts);
      for (const [reason, count] of row.reasons) reasons.set(reason, (reasons.get(reason) ?? 0) + count);
    }
    addCounts(total, counts);
    const examples = group.flatMap((row) => row.examples);
    return [
      {
        gate: first.gate,
        server: first.server ?? null,
        tool: first.tool ?? null,
        step: first.step ?? null,
        counts,
        reasons: Object.fromEntries([...reasons].sort(([a], [b]) => compareText(a, b))),
        examples: [...firstOf(examples, 'newly_rejected'), ...firstOf(examples, 'newly_accepted')],
      },
    ];
  });
  return { total, rows: rows.sort(compareRows) };
}

type ReportRow = AgainstReport['rows'][number];

const compareRows = (a: ReportRow, b: ReportRow): number =>
  compareText(a.server ?? '', b.server ?? '') ||
  compareText(a.tool ?? '', b.tool ?? '') ||
  compareText(a.step ?? '', b.step ?? '') ||
  compareText(a.gate, b.gate) ||
  compareText(JSON.stringify([a.server, a.tool, a.step]), JSON.stringify([b.server, b.tool, b.step]));
