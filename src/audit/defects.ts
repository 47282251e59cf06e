import type { Finding } from '../model/finding.ts';
import type { PartFinding } from './part.ts';
import { type FindingKind, type FindingTally, kindOf } from './tally-findings.ts';

/** Defects seen in records, until all gates have spoken: what a gate says of a judged value says more than the same defect in the record around it. */
export interface Defects {
  hold(part: PartFinding): void;
  isConcerned(code: string): boolean;
  /** A gate said it. */
  tell(finding: Finding): void;
  end(): void;
}

/** What is left of a defect that comes after so many others that it is not listed. */
interface Counted {
  readonly kind: FindingKind;
  readonly offset: number;
  readonly run: string | undefined;
}

export function openDefects(limit: number, to: { take(part: PartFinding): void; readonly count: FindingTally['count'] }): Defects {
  const held: PartFinding[] = [];
  const further: Counted[] = [];
  const told = new Set<number>();
  return {
    hold(part) {
      const { offset } = part.finding.at;
      if (held.length < 2 * limit) held.push(part);
      else further.push({ kind: kindOf(part), offset, run: part.finding.run });
    },
    isConcerned: (code) => code === 'structure/duplicate-key',
    tell: ({ at }) => void told.add(at.offset),
    end() {
      for (const part of held) if (!told.has(part.finding.at.offset)) to.take(part);
      for (const { kind, offset, run } of further) if (!told.has(offset)) to.count(kind, offset, run);
    },
  };
}
