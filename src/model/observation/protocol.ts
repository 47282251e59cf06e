import type { ObservationBase } from './base.ts';

/** A deviation, and no failure event for it. */
export interface UnrecordedFailure extends ObservationBase {
  readonly kind: 'unrecorded-failure';
  /** The run had not ended: the failure may still be recorded. */
  readonly isOpenTail: boolean;
}

/** A failure event that does not say what the law wants it to say. */
export interface ProtocolFault extends ObservationBase {
  readonly kind: 'failure-without-delta' | 'strictness-changed';
}

export interface WrongFailure extends ObservationBase {
  readonly kind: 'wrong-class';
  readonly recorded: string;
}

export interface WrongRoute extends ObservationBase {
  readonly kind: 'wrong-route';
  readonly recorded: string;
  readonly expected: string;
}

/** An effect that had to be undone and was not, or not as declared. */
export interface Uncompensated extends ObservationBase {
  readonly kind: 'uncompensated';
  /** `possible`: nobody knows whether it was made; `irreversible`: it was, and nothing is declared to undo it. */
  readonly fault: 'missing' | 'failed' | 'invalid' | 'wrong-tool' | 'wrong-order' | 'unproven' | 'possible' | 'irreversible';
  /** The tool that made the effect, by its own name, and the one that is declared to undo it. */
  readonly effect: string;
  readonly undoer?: string | undefined;
  /** The tool that was called in its place. */
  readonly recorded?: string | undefined;
  readonly detail?: string | undefined;
}

/** An effect that was made once more: by a second execution of one proposal, by a retry, or by undoing twice what was made once. */
export interface EffectRepeated extends ObservationBase {
  readonly kind: 'effect-repeated';
  /** `undoing`: the effect is that of the call that undoes, which undid the same call before. */
  readonly way: 'execution' | 'retry' | 'undoing';
  readonly effect: string;
  readonly earlierLine: number;
}

export interface IterationsExceeded extends ObservationBase {
  readonly kind: 'iterations-exceeded';
  readonly count: number;
  readonly bound: number;
}
