import type { ObservationBase, StageView } from './base.ts';

/** Two stages of one story differ without a recorded amendment. */
export interface StageDifference extends ObservationBase {
  readonly kind: 'stage-difference';
  readonly repair: string;
  readonly path: string;
  readonly detail?: string | undefined;
  readonly before: StageView;
  readonly after: StageView;
  /** Filled in equal to the schema's own `default`. */
  readonly isDefault: boolean;
  /** The run had not ended: what would show them to be equal may still be recorded. */
  readonly isOpenTail?: true | undefined;
}

export interface Amendment extends ObservationBase {
  readonly kind: 'amendment';
  readonly by?: string | undefined;
  readonly before: StageView;
  readonly after: StageView;
}

/** What a result says of itself is not what its status says. */
export interface ContradictedStatus extends ObservationBase {
  readonly kind: 'contradicted-status';
  readonly words: string;
}
