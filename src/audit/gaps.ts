import type { Cause } from '../model/finding.ts';
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

export interface Gaps {
  /** A gap in the count of a run, as it was said. */
  note(observation: Observation, said: Cause): void;
  /** The gap that an absence may follow from. */
  causeOf(observation: Observation): Cause | undefined;
}

/** Runs with a gap in their count: what is missed in them afterwards is its consequence, and no incident of its own. */
export function openGaps(): Gaps {
  const gaps = new Map<string, Cause>();
  return {
    note(observation, said) {
      if (observation.kind === 'sequence-broken' && observation.fault === 'gap') gaps.set(observation.subject.run, said);
    },
    causeOf: ({ kind, subject }) => (absences.has(kind) ? gaps.get(subject.run) : undefined),
  };
}
