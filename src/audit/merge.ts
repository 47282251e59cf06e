import type { Carry } from '../model/carry.ts';
import { compareText } from '../model/order.ts';
import { addTally, emptyTally, type Tally } from '../replay/tally.ts';
import { joinRows, rowKey } from './accommodations.ts';
import type { SummaryRow } from './judge.ts';
import { compareFindings } from './order.ts';
import { chainLimit, compareChains, compareUnchecked, uncheckedLimit } from './outcome.ts';
import type { Part, PartAccommodation, PartChain, PartFinding, PartInput } from './part.ts';
import type { PayloadCounts } from './payloads.ts';
import { type CountedKind, type FindingKind, kindOf, runHash } from './tally-findings.ts';
import { whereIn } from './where.ts';

type Place = PartInput['firstRun'];

const earlier = (a: Place, b: Place): Place => {
  if (a === undefined || b === undefined) return a ?? b;
  return a.offset <= b.offset ? a : b;
};

const union = <Value>(a: readonly Value[], b: readonly Value[]): readonly Value[] => [...new Set([...a, ...b])];

/** Every part follows all declarations; only the dialects depend on what a part judged. */
const joinDeclarations = (a: readonly SummaryRow[], b: readonly SummaryRow[]): readonly SummaryRow[] =>
  a.map((row, index) => ({ ...row, dialects: [...union(row.dialects, b[index]?.dialects ?? [])].sort(compareText) }));

export const addPayloads = (a: PayloadCounts, b: PayloadCounts): PayloadCounts => ({
  named: a.named + b.named,
  read: a.read + b.read,
  missing: a.missing + b.missing,
  unusable: a.unusable + b.unusable,
});

/** The same input as two parts saw it: each read all of it and judged its own runs. */
function joinInputs(a: PartInput, b: PartInput): PartInput {
  const tally = emptyTally();
  addTally(tally, a.tally);
  addTally(tally, b.tally);
  return {
    ...a,
    seen: union(a.seen, b.seen),
    workflows: union(a.workflows, b.workflows),
    tally,
    payloads: addPayloads(a.payloads, b.payloads),
    unsearchedTexts: a.unsearchedTexts + b.unsearchedTexts,
    declarations: joinDeclarations(a.declarations, b.declarations),
    firstStrict: earlier(a.firstStrict, b.firstStrict),
    firstRun: earlier(a.firstRun, b.firstRun),
  };
}

const changeable: ReadonlySet<Carry> = new Set(['gates', 'executions', 'commits', 'failures']);

/** What a source carries, in truth: a native ledger could carry everything, and says or shows what it does. */
export function carriesOf(input: PartInput): readonly Carry[] {
  if (input.format !== 'native') return input.carries;
  return input.carries.filter((word) => !changeable.has(word) || input.seen.includes(word));
}

/** Files that go on with one another's runs, or record one workflow, are of one ledger: what one of them shows that it records, all of them do. */
function withGroups(inputs: readonly PartInput[]): readonly PartInput[] {
  const seen = inputs.map(() => new Set<Carry>());
  const leader = inputs.map((_, index) => index);
  const find = (index: number): number => {
    let at = index;
    while (leader[at] !== at) at = leader[at] ?? at;
    return at;
  };
  for (const [index, { pieces }] of inputs.entries())
    for (const piece of pieces) if (piece.isOfRun) leader[find(piece.input)] = find(index);
  const byWorkflow = new Map<string, number>();
  for (const [index, { workflows }] of inputs.entries())
    for (const name of workflows) {
      const first = byWorkflow.get(name);
      if (first === undefined) byWorkflow.set(name, index);
      else leader[find(index)] = find(first);
    }
  if (leader.every((at, index) => at === index)) return inputs;
  for (const [index, input] of inputs.entries()) for (const word of input.seen) seen[find(index)]?.add(word);
  return inputs.map((input, index) => ({ ...input, seen: [...(seen[find(index)] ?? [])] }));
}

/** What decides whether a finding stands. */
type AskedOf = Pick<FindingKind, 'input' | 'needs' | 'unless' | 'records'>;

/** Rules that need what the source does not carry were never rightly asked. */
function isAsked(part: AskedOf, carried: ReadonlyMap<number, ReadonlySet<Carry>>): boolean {
  const own = part.records;
  const has = (word: Carry): boolean =>
    own === undefined || !changeable.has(word) ? (carried.get(part.input)?.has(word) ?? true) : own.includes(word);
  return part.needs.every(has) && (part.unless === undefined || !has(part.unless));
}

function withoutRepeats(findings: readonly PartFinding[]): readonly PartFinding[] {
  const once = new Set<string>();
  return findings.filter((part) => {
    if (part.once === undefined) return true;
    if (once.has(part.once)) return false;
    once.add(part.once);
    return true;
  });
}

/** The first of each code, of findings in their order. */
function firstOfEach(findings: readonly PartFinding[], limit: number, cut: (part: PartFinding) => void): readonly PartFinding[] {
  const counts = new Map<string, number>();
  return findings.filter((part) => {
    // those of runs that fail on them are not crowded out by those of others
    const key = `${part.finding.code} ${part.isStrictRun}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    if (count > limit) cut(part);
    return count <= limit;
  });
}

function joinAccommodations(parts: readonly Part[]): readonly PartAccommodation[] {
  const rows = new Map<string, PartAccommodation>();
  for (const row of parts.flatMap((part) => part.accommodations)) {
    const key = rowKey(row.row);
    const known = rows.get(key);
    rows.set(key, known === undefined ? row : joinRows(known, row));
  }
  return [...rows].sort(([a], [b]) => compareText(a, b)).map(([, row]) => row);
}

/** A file of which nothing is a record is no damaged recording: it is most likely none, and the closing line says so. */
function asNote(part: PartFinding): PartFinding {
  return part.finding.severity === 'broken' ? { ...part, finding: { ...part.finding, severity: 'note' } } : part;
}

const countedAsNote = (kind: CountedKind): CountedKind => (kind.severity === 'broken' ? { ...kind, severity: 'note' } : kind);

/** Whether a later attempt passed is known only when the attempts are over, which the finding came before. */
function withRecovery(part: PartFinding): PartFinding {
  const line = part.recovery?.recoveredAt;
  return line === undefined ? part : { ...part, finding: { ...part.finding, recovered_at: line } };
}

/** Findings go on after the first divergence of a run, and say which one was first. A finding of no run stands for itself. */
function markFirst(findings: readonly PartFinding[], cutRuns: ReadonlySet<number>): readonly PartFinding[] {
  const first = new Map<string, PartFinding>();
  for (const part of findings) {
    const { finding } = part;
    if (finding.severity === 'note' || finding.run === undefined || finding.run === '') continue;
    if (cutRuns.has(runHash(part.input, finding.run))) continue;
    const key = `${part.input} ${finding.run}`;
    const known = first.get(key);
    if (known === undefined || (!isOrigin(known) && isOrigin(part))) first.set(key, part);
  }
  const marked = new Set(first.values());
  return findings.map((part) => (marked.has(part) ? { ...part, finding: { ...part.finding, is_first_of_run: true } } : part));
}

/** These stand at an event that was as declared when it was made: what came later made it a fault. */
const toldEarlier: ReadonlySet<string> = new Set(['drift/uncompensated', 'ledger/missing-result']);

/** It follows from nothing, and stands where it happened. */
const isOrigin = ({ finding: { code, cause } }: PartFinding): boolean => cause === undefined && !toldEarlier.has(code);

/** All parts of one audit joined: the same value for every number of parts. */
export interface Joined {
  readonly inputs: readonly PartInput[];
  /** The first of each code. */
  readonly findings: readonly PartFinding[];
  /** All of them. */
  readonly counts: readonly CountedKind[];
  readonly unchecked: Part['unchecked'];
  readonly accommodations: readonly PartAccommodation[];
  readonly chains: readonly PartChain[];
  readonly tally: Tally;
}

export function joinParts(parts: readonly Part[], listed: number): Joined {
  const [one, ...others] = parts;
  const own = (one?.inputs ?? []).map((input, index) =>
    others.reduce((joined, part) => {
      const other = part.inputs[index];
      return other === undefined ? joined : joinInputs(joined, other);
    }, input),
  );
  const inputs = withGroups(own);
  const carried = new Map(inputs.map((input, index) => [index, new Set(carriesOf(input))] as const));
  const cutRuns = new Set(parts.flatMap((part) => part.cutRuns));
  const isEmpty = (input: number): boolean => inputs[input]?.records === 0;
  const found = parts
    .flatMap((part) => part.findings)
    .filter((part) => isAsked(part, carried))
    .map((part) => (isEmpty(part.input) ? asNote(part) : part))
    .map(withRecovery);
  const told = withoutRepeats(found.sort(compareFindings));
  const findings = firstOfEach(told, listed, ({ input, finding }) => cutRuns.add(runHash(input, finding.run ?? '')));
  const counts = [
    ...parts
      .flatMap((part) => part.counts)
      .filter((kind) => isAsked(kind, carried))
      .map((kind) => (isEmpty(kind.input) ? countedAsNote(kind) : kind)),
    ...told.filter(({ once }) => once !== undefined).map((part) => ({ ...kindOf(part), count: 1 })),
  ];
  const tally = emptyTally();
  for (const input of inputs) addTally(tally, input.tally);
  const where = whereIn(inputs);
  return {
    inputs,
    findings: markFirst(findings, cutRuns).map(where.finding),
    counts,
    unchecked: parts
      .flatMap((part) => part.unchecked)
      .sort(compareUnchecked)
      .slice(0, uncheckedLimit)
      .map(where.unchecked),
    accommodations: joinAccommodations(parts),
    chains: parts
      .flatMap((part) => part.chains)
      .sort(compareChains)
      .slice(0, chainLimit)
      .map(where.chain),
    tally,
  };
}
