import type { CallBase, EventBase } from './base.ts';

/** The back-edge: the next attempt is told what was wrong. */
export interface CritiqueEngaged extends CallBase {
  readonly kind: 'critique-engaged';
  readonly iteration?: number | undefined;
}

/** An effect is being undone, was, or could not be. */
export interface Compensation extends EventBase {
  readonly kind: 'compensation';
  readonly phase: 'started' | 'completed' | 'failed';
  readonly forCall: string;
}

/** Somebody allowed another way for a failed attempt. */
export interface RecoveryAuthorized extends EventBase {
  readonly kind: 'recovery-authorized';
  readonly way: string | undefined;
  readonly by?: string | undefined;
  readonly forStep?: string | undefined;
  readonly forAttempt?: number | undefined;
  readonly limits?: RecoveryLimits | undefined;
  readonly exposure?: RecoveryExposure | undefined;
}

/** What a recovery may still use, all of its attempts together. Absent: no limit of that kind. */
export interface RecoveryLimits {
  readonly attempts?: number | undefined;
  /** Input and output together. */
  readonly tokens?: number | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  /** Decimal text. */
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
}

/** Who may see the data of a recovery. Absent: nothing is said about it. */
export interface RecoveryExposure {
  readonly provider?: readonly string[] | undefined;
  readonly model?: readonly string[] | undefined;
  readonly account?: readonly string[] | undefined;
  readonly region?: readonly string[] | undefined;
}

export interface AttemptFailed extends CallBase {
  readonly kind: 'attempt-failed';
  readonly failureClass?: string | undefined;
  readonly gate?: string | undefined;
  readonly route?: string | undefined;
  readonly hasDelta: boolean;
}
