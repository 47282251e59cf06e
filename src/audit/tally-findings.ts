import type { Carry } from '../model/carry.ts';
import type { Severity } from '../model/finding.ts';
import { hashText } from '../text/hash.ts';
import { type First, keepFirst } from './first.ts';
import { compareFindings } from './order.ts';
import type { PartFinding } from './part.ts';

// Where every call deviates, a ledger of a million calls has a million findings, and nobody reads them one by one. The first ones of each kind are
// kept, and all are counted: closing lines, levels and exit codes are made of the counts.

/** Findings of one kind that are listed. */
export const listLimit = 10_000;

/** Findings that count alike: whether they are asked for, how much they weigh, and which words they are counted in. */
export interface FindingKind {
  readonly code: string;
  readonly severity: Severity;
  /** It follows from no other finding. */
  readonly isRoot: boolean;
  /** It is a deviation of a value: these are counted by values. */
  readonly isOfValue: boolean;
  readonly input: number;
  readonly needs: readonly Carry[];
  readonly unless: Carry | undefined;
  readonly records: readonly Carry[] | undefined;
  readonly isStrictRun: boolean;
}

export interface CountedKind extends FindingKind {
  readonly count: number;
}

export const countWhere = (counts: readonly CountedKind[], isMeant: (kind: CountedKind) => boolean): number =>
  counts.reduce((sum, kind) => (isMeant(kind) ? sum + kind.count : sum), 0);

/** A run of an input, as a number: of those with findings that are not listed nobody says which finding was the first. */
export const runHash = (input: number, run: string): number => hashText(`${input} ${run}`);

const kindKey = (kind: FindingKind): string =>
  [
    kind.code,
    kind.severity,
    kind.isRoot,
    kind.isOfValue,
    kind.input,
    kind.needs.join(),
    kind.unless ?? '',
    kind.records?.join() ?? '-',
    kind.isStrictRun,
  ].join(' ');

export const kindOf = ({ finding, input, needs, unless, records, isStrictRun }: Omit<PartFinding, 'recovery' | 'once'>): FindingKind => ({
  code: finding.code,
  severity: finding.severity,
  isRoot: finding.cause === undefined,
  isOfValue: finding.disposition !== undefined,
  ...{ input, needs, unless, records, isStrictRun },
});

/** What is kept and counted of one kind. */
interface Group {
  readonly kind: FindingKind;
  count: number;
  readonly first: First<PartFinding>;
}

export interface FindingTally {
  /** Counts one of a record at `offset`; whether it may be one of the first, and is worth being worked out. */
  count(kind: FindingKind, offset: number, run: string | undefined): boolean;
  /** One that was counted. */
  keep(part: PartFinding): void;
  counts(): readonly CountedKind[];
  kept(): readonly PartFinding[];
}

/** `cut` is told of every finding that is counted and not listed, by input and run. */
export function openFindingTally(limit: number, cut: (input: number, run: string) => void): FindingTally {
  const groups = new Map<string, Group>();
  const drop = ({ input, finding }: PartFinding): void => cut(input, finding.run ?? '');
  const groupOf = (kind: FindingKind): Group => {
    const key = kindKey(kind);
    const known = groups.get(key);
    if (known !== undefined) return known;
    const group = { kind, count: 0, first: keepFirst(limit, compareFindings, drop) };
    groups.set(key, group);
    return group;
  };
  return {
    count(kind, offset, run = '') {
      const group = groupOf(kind);
      group.count++;
      const last = group.first.last();
      const isFirst = last === undefined || offset <= last.finding.at.offset;
      if (!isFirst) cut(kind.input, run);
      return isFirst;
    },
    keep: (part) => groupOf(kindOf(part)).first.add(part),
    counts: () => [...groups.values()].map(({ kind, count }) => ({ ...kind, count })),
    kept: () => [...groups.values()].flatMap(({ first }) => first.values()),
  };
}
