import type { ObservationBase } from './base.ts';

/** A release in validated-document mode that came before what it has to wait for. */
export interface ReleasedEarly extends ObservationBase {
  readonly kind: 'released-early';
  readonly isPartial: boolean;
  /** What is not recorded before it; never empty. */
  readonly missing: readonly ('gate' | 'commit' | 'evidence')[];
}

/** A failed answer was followed by somebody else, or by a text that nobody answered, and nobody had allowed it. */
export interface UnauthorizedRecovery extends ObservationBase {
  readonly kind: 'unauthorized-recovery';
  /** What is another one than in the failed attempt. */
  readonly what: CandidatePart | 'text';
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** The kind of a recovery that was allowed for that attempt, where another one was needed. */
  readonly instead?: string | undefined;
}

export type CandidatePart = 'provider' | 'model' | 'account' | 'region';

export interface RecoveryBeyondLimit extends ObservationBase {
  readonly kind: 'recovery-beyond-limit';
  readonly limit: 'attempts' | 'tokens' | 'input_tokens' | 'output_tokens' | 'cost';
  readonly allowed: string;
  readonly used: string;
}

export interface ExposureWidened extends ObservationBase {
  readonly kind: 'exposure-widened';
  readonly what: CandidatePart;
  readonly allowed: readonly string[];
  readonly recorded: string;
}

/** Somebody was asked for an answer of whom nothing shows that they can do what the step must have. */
export interface CapabilityUnproven extends ObservationBase {
  readonly kind: 'capability-unproven';
  /** `combination`: each may be proven, but not together; `unclear`: its request says neither that it was in effect nor that it was not. */
  readonly because: 'refused' | 'absent' | 'unknown' | 'combination' | 'no-evidence' | 'unclear';
  readonly mandatory: readonly string[];
}

/** The answer to a declared probe became the outcome of its step. */
export interface ProbeHandedOn extends ObservationBase {
  readonly kind: 'probe-handed-on';
  readonly isReleased: boolean;
}

/** More left than the step's delivery allows. */
export interface OversizedRelease extends ObservationBase {
  readonly kind: 'oversized-release';
  readonly limit: number;
  /** UTF-8 bytes: exactly, or what any spelling of the value has at least. */
  readonly bytes: number;
  readonly isExact: boolean;
  /** Parts, and all of them since the last document together. */
  readonly isPartial: boolean;
}

export interface CapabilityDowngraded extends ObservationBase {
  readonly kind: 'capability-downgraded';
  readonly mandatory: readonly string[];
  readonly lacking: readonly string[];
}
