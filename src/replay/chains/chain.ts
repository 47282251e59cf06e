import type { AttemptChain, ChainAttempt } from '../model/report.ts';

/** Attempts listed one by one; a chain's length is exact beyond it. */
export const attemptLimit = 50;

/** One attempt of a chain that is over, with its order in the file. */
export interface Tried extends ChainAttempt {
  readonly offset: number;
  readonly isAccepted: boolean;
  /** Where it was stopped; what was on its way by then is no answer to it. */
  readonly stoppedAt: number | undefined;
  /** It passed its gates, and its outcome says nothing else: no error, no refusal. */
  readonly isGood: boolean;
}

/**
 * Attempts at one thing, while more may come. It holds no record and no value: what was stopped may have been megabytes,
 * and a run may be stopped a hundred thousand times.
 */
export interface Chain {
  readonly key: string;
  readonly from: Omit<AttemptChain, 'at' | 'bound' | 'critiques' | 'end' | 'length' | 'attempts'>;
  readonly place: { readonly line: number; readonly column: number; readonly offset: number };
  /** Attempts are numbered by the record itself: all of one number belong together, and the next number comes after them. */
  readonly isNumbered: boolean;
  /** The highest number that was stopped. */
  lastStopped: number | undefined;
  /** Where the last stop is recorded. */
  stoppedAt: number;
  /** The highest number that began. */
  lastBegun: number;
  /** Attempts that were stopped: of numbered ones, the numbers. */
  stops: number;
  /** Stories that belong to it, and those that are over. */
  members: number;
  settled: number;
  /** Critiques of its step before it began. */
  readonly critiquesBefore: number;
  /** A failure was routed where no further attempt belongs. */
  isTerminal: boolean;
  readonly tried: Tried[];
  /** Attempts: of numbered ones, the numbers; siblings of one number are one attempt. */
  length: number;
  lastNumber: number | undefined;
  /** Stopped deviations that a later attempt would recover. */
  deviations: number;
  /** Digest of the arguments stopped last, and how many were stopped in a row. */
  lastArguments: string | undefined;
  stoppedInRow: number;
  /** The line of the attempt that passed; shared with the findings of the attempts before it. */
  readonly outcome: { recoveredAt: number | undefined };
}
