import type { Finding, Level } from '../model/finding.ts';
import type { LevelReport } from '../model/report/counts.ts';
import type { PartFinding, PartInput } from './part.ts';

/** From the mildest to the strictest; each level includes those before it (ledger.md §9). */
const levels: readonly Level[] = ['evidence', 'breach', 'drift', 'deviation'];

/** The lowest level that fails on a finding; undefined for notes, which fail on none. */
export function levelOf(finding: Pick<Finding, 'code' | 'severity'>): Level | undefined {
  if (finding.severity === 'broken') return 'evidence';
  if (finding.severity === 'note') return undefined;
  const area = finding.code.slice(0, finding.code.indexOf('/'));
  if (area === 'policy' || area === 'attestation') return 'breach';
  return area === 'drift' || area === 'ledger' ? 'drift' : 'deviation';
}

export const isAtLeast = (level: Level, chosen: Level): boolean => levels.indexOf(level) <= levels.indexOf(chosen);

export interface Chosen {
  readonly report: LevelReport;
  /** The level for a finding: the one asked for, or the posture of its own run. */
  levelFor(part: Pick<PartFinding, 'isStrictRun'>): Level;
  /** True when any run in scope fails on deviations: something unchecked is then inconclusive. */
  readonly isAsked: boolean;
  readonly hasStrictRun: boolean;
}

const runsOf = (inputs: readonly PartInput[]): { readonly all: number; readonly strict: number } => ({
  all: inputs.reduce((sum, input) => sum + input.tally.runs, 0),
  strict: inputs.reduce((sum, input) => sum + input.tally.strictRuns, 0),
});

/** Who decides what fails: the invocation if it says so, otherwise each run by its own posture. */
export function chooseLevel(
  inputs: readonly PartInput[],
  asked: { readonly failOn?: Level | undefined; readonly because?: string | undefined },
): Chosen {
  const { failOn } = asked;
  if (failOn !== undefined)
    return {
      report: { fails_on: failOn, decided_by: asked.because ?? `--fail-on ${failOn}` },
      levelFor: () => failOn,
      isAsked: true,
      hasStrictRun: failOn === 'deviation',
    };
  const { all, strict } = runsOf(inputs);
  const own = {
    levelFor: (part: Pick<PartFinding, 'isStrictRun'>): Level => (part.isStrictRun ? 'deviation' : 'breach'),
    isAsked: false,
    hasStrictRun: strict > 0,
  };
  if (strict === 0) return { ...own, report: { fails_on: 'breach', decided_by: 'default: no run declares strict_mode' } };
  const first = inputs.flatMap((input) => (input.firstStrict === undefined ? [] : [input.firstStrict.run]))[0];
  if (strict < all)
    return {
      ...own,
      report: { fails_on: 'deviation', decided_by: `strict_mode, declared by ${strict} of ${all} runs; breach for the others` },
    };
  const who = all === 1 ? `run ${first ?? ''}` : 'the runs';
  return { ...own, report: { fails_on: 'deviation', decided_by: `strict_mode, declared by ${who}` } };
}
