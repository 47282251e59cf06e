import type { Cause } from '../model/finding.ts';
import type { StageView } from '../model/observation/base.ts';
import type { Observation, ObservationKind } from '../model/observation.ts';

/** What says that something is not recorded: where the count of the run shows that events are missing, these may have been it. */
const absences: ReadonlySet<ObservationKind> = new Set<ObservationKind>([
  'ungated-execution',
  'ungated-commit',
  'unrecorded-failure',
  'missing-result',
  'orphan-result',
  'orphan-event',
  'orphan-execution',
  'uncompensated',
  'released-early',
  'unauthorized-recovery',
  'capability-unproven',
]);

/** What others may follow from that know nothing of it, being told elsewhere. */
export interface Gaps {
  /** A gap in the count of a run, or a digest that does not fit, as it was said. */
  note(observation: Observation, said: () => Cause): void;
  /** The gap that an absence may follow from, or the digest that a difference follows from. */
  causeOf(observation: Observation): (() => Cause) | undefined;
}

/**
 * Runs with a gap in their count: what is missed in them afterwards is its consequence, and no incident of its own. Likewise events with a digest
 * that does not fit: what they say is another thing than what the digest stands for, and so differs from the stages around it.
 */
export function openGaps(): Gaps {
  const gaps = new Map<string, Cause>();
  const mismatches = new Map<number, Cause>();
  const mismatchOf = ({ record }: StageView): Cause | undefined => mismatches.get(record.offset);
  const find = (observation: Observation): Cause | undefined => {
    const { kind, subject } = observation;
    if (kind === 'stage-difference') return mismatchOf(observation.after) ?? mismatchOf(observation.before);
    if (kind === 'call-object') return observation.stages.map(mismatchOf).find((said) => said !== undefined);
    return absences.has(kind) ? gaps.get(subject.run) : undefined;
  };
  return {
    note(observation, said) {
      const { kind, subject } = observation;
      if (kind === 'sequence-broken' && observation.fault === 'gap') gaps.set(subject.run, said());
      if (kind === 'payload-mismatch' && !mismatches.has(observation.site.record.offset))
        mismatches.set(observation.site.record.offset, said());
    },
    causeOf(observation) {
      const cause = find(observation);
      return cause === undefined ? undefined : () => cause;
    },
  };
}
