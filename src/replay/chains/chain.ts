import type { Recovery } from '../../model/observation/base.ts';
import type { AttemptChain, ChainAttempt } from '../../model/report/stories.ts';
import type { Story } from '../story.ts';

// Attempt chains (ledger.md §1).
//
//   what is recorded of a call or an answer           what it is in a chain
//   ------------------------------------------------  ------------------------------------------------------------
//   gate fails, attempt failed for a deviation,       an attempt that was stopped; the first one opens the chain
//   deviating and answered by an error, or refused
//   by its host as invalid
//   proposed (answered) later, same step and          the next attempt
//   instance, a higher attempt number
//   no numbers: the next call of the same tool by     the next attempt; calls proposed before the stop are none,
//   the same agent, in the same step, proposed        they were on their way already
//   after the stop
//   a person speaks, or the run ends                  no further attempt: exhausted where the declared bound (or
//                                                     strict_mode, or the recorded route) allows none, else abandoned
//   denied by a policy, a person, a hook              no attempt: a denial engages no critique, and ends no chain
//   of the number that was stopped already            no further attempt, by the record's own count

/** Attempts listed one by one; a chain's length is exact beyond it. */
export const attemptLimit = 50;

/** One attempt of a chain that is over. */
export interface Tried extends ChainAttempt {
  readonly kind: Story['kind'];
  /** When it began, and when it was stopped: what was on its way by then is no answer to it. */
  readonly begun: number;
  readonly stoppedAt: number | undefined;
  readonly isAccepted: boolean;
  /** It was not stopped, failed at no gate, and was not refused. An error of the tool is no fault of the attempt. */
  readonly isGood: boolean;
}

/** An attempt that was stopped, until it is known whether a later one passed. */
export interface Stopped {
  readonly kind: Story['kind'];
  readonly tool: string | undefined;
  readonly attempt: number | undefined;
  readonly at: number;
  deviations: number;
  readonly recovery: Recovery;
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
  /** The highest number that began. */
  lastBegun: number;
  /** Attempts that were stopped: of numbered ones, the numbers. */
  stops: number;
  /** The same, of those that a gate failed, by its own word or by ours: a host may refuse what is valid. */
  faults: number;
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
  readonly numbers: Set<number>;
  readonly stopped: Stopped[];
  /** Digest of the arguments stopped last, and how many were stopped in a row. */
  lastArguments: string | undefined;
  stoppedInRow: number;
  /** One more attempt than is declared, or than strict_mode allows: told once. */
  isExceeded: boolean;
}
