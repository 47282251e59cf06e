import type { ObservationBase } from './base.ts';

export interface PairFault extends ObservationBase {
  readonly kind:
    | 'orphan-result'
    | 'duplicate-result'
    | 'duplicate-call'
    | 'duplicate-event'
    | 'id-reused'
    | 'ambiguous-pairing'
    | 'rewritten-call';
  readonly earlierLine?: number | undefined;
}

export interface MissingResult extends ObservationBase {
  readonly kind: 'missing-result';
  /** The run had not ended: the result may still come. */
  readonly isOpenTail: boolean;
}

/** A person, a hook, the host or a policy said no to a call: a recorded decision. */
export interface DeniedCall extends ObservationBase {
  readonly kind: 'denied-call';
  readonly by: 'host' | 'human' | 'hook' | 'policy';
}

/** It ran, and the last decision before it says no. */
export interface DeniedButExecuted extends ObservationBase {
  readonly kind: 'denied-but-executed';
  /** Where the decision stands. */
  readonly line: number;
}

/** An event about a call that is nowhere in the record. */
export interface OrphanEvent extends ObservationBase {
  readonly kind: 'orphan-event';
  readonly what: 'gate-checked' | 'amended' | 'attempt-failed' | 'decided' | 'authorized' | 'compensation' | 'proposed';
  /** The call that is nowhere, where it is not that of the subject: the one whose effect is undone. */
  readonly about?: string | undefined;
}

/** A call ran that nobody had asked for, in a run that records what is asked for. */
export interface OrphanExecution extends ObservationBase {
  readonly kind: 'orphan-execution';
  /** The run had not ended: its proposal may still come. */
  readonly isOpenTail: boolean;
}

/** One answer or result, and two commits. */
export interface RepeatedCommit extends ObservationBase {
  readonly kind: 'repeated-commit';
  readonly earlierLine: number;
  /** It commits another value than the one before it. */
  readonly isOther: boolean;
  /** Both are compared with what was answered, and a difference is told there. */
  readonly isCompared: boolean;
}

/** One proposal, and two executions; told where nothing says that an effect was made twice. */
export interface RepeatedExecution extends ObservationBase {
  readonly kind: 'repeated-execution';
  readonly earlierLine: number;
}

/** Attempts that were stopped one after another. */
export interface RepeatedCall extends ObservationBase {
  readonly kind: 'repeated-call';
  readonly count: number;
  /** The arguments are those of the attempt before. */
  readonly isIdentical: boolean;
}
