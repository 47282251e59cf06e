import type { Cause, Finding } from '../model/finding.ts';
import type { PartFinding } from './part.ts';

// What is wrong with the opening of a run, or with what stands after its end, may show in several ways at one place: the count begins anew, the
// record is the very one of before, the run had ended. It is one thing that happened.

/** What may be said of one place, the gravest first: what stands behind follows from it. */
const ranks: readonly string[] = ['after-end', 'repeated', 'gap', 'copied-run', 'reopened'];

const codes: ReadonlySet<string> = new Set(['ledger/sequence-broken', 'ledger/duplicate-event']);

const rankOf = ({ kind }: Finding): number => ranks.indexOf(kind ?? '');

const isOfRestart = ({ finding }: PartFinding): boolean => codes.has(finding.code) && finding.cause === undefined && rankOf(finding) >= 0;

export interface Restarts {
  isConcerned(code: string): boolean;
  hold(part: PartFinding): void;
  end(): void;
}

/** Holds what may be of one restart until all of it is told, which is before the record after it. */
export function openRestarts(limit: number, take: (part: PartFinding) => void): Restarts {
  let held: PartFinding[] = [];
  const release = (): void => {
    for (const part of linkRestarts(held)) take(part);
    held = [];
  };
  return {
    isConcerned: (code) => codes.has(code),
    hold(part) {
      if (held.length >= 2 * limit && held.at(-1)?.finding.at.offset !== part.finding.at.offset) release();
      held.push(part);
    },
    end: release,
  };
}

/** Findings of one input, with one cause for what is said of one place of a run. That a run was opened again says nothing beside any other of them. */
function linkRestarts(parts: readonly PartFinding[]): readonly PartFinding[] {
  const roots = new Map<number, Finding>();
  for (const { finding } of parts.filter(isOfRestart)) {
    const { offset } = finding.at;
    const known = roots.get(offset);
    if (known === undefined || rankOf(finding) < rankOf(known)) roots.set(offset, finding);
  }
  if (roots.size === 0) return parts;
  return parts.flatMap((part) => {
    const root = isOfRestart(part) ? roots.get(part.finding.at.offset) : undefined;
    if (root === undefined || root === part.finding) return [part];
    return part.finding.kind === 'reopened' ? [] : [{ ...part, finding: { ...part.finding, cause: causeOf(root) } }];
  });
}

const causeOf = ({ code, at }: Finding): Cause => ({ code, line: at.line });
