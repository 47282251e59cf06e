import type { LineFault } from '../record.ts';
import type { ObservationBase } from './base.ts';

/** A run is opened by the very record that opened one before: most likely all of it is a copy. */
export interface CopiedRun extends ObservationBase {
  readonly kind: 'copied-run';
  /** Where that was. */
  readonly from: string;
}

/** The input holds the very bytes of an earlier one. */
export interface CopiedInput extends ObservationBase {
  readonly kind: 'copied-input';
  readonly from: string;
}

/** Calls that an earlier input tells to their end: a resumed or forked session took them along. */
export interface CopiedHistory extends ObservationBase {
  readonly kind: 'copied-history';
  readonly count: number;
  /** The inputs that tell them, in the order of the audit. */
  readonly from: readonly string[];
}

/** Records of runs that an earlier input tells in the very same bytes and order. */
export interface CopiedLines extends ObservationBase {
  readonly kind: 'copied-lines';
  readonly count: number;
  /** The inputs that tell them. */
  readonly from: readonly string[];
}

/** What `prev` says of the line before does not hold (ledger.md §6). */
export interface ChainBroken extends ObservationBase {
  readonly kind: 'chain-broken';
  /** `begins-later`: its first line names one that is not here; `ends-early`: lines without `prev` follow. */
  readonly fault: 'other' | 'begins-anew' | 'malformed' | 'begins-later' | 'ends-early';
}

/** An event is counted after another one of its run, and dated before it. */
export interface TimeOrder extends ObservationBase {
  readonly kind: 'time-order';
  readonly earlierLine: number;
}

export interface SequenceBroken extends ObservationBase {
  readonly kind: 'sequence-broken';
  /** `reopened`: with a new opening, after an end that was no pause. */
  readonly fault: 'repeated' | 'gap' | 'after-end' | 'reopened' | 'late';
  readonly seq?: number | undefined;
  /** The count that was due; of a late event the count of what stands before it. */
  readonly expected?: number | undefined;
}

export interface RunStillOpen extends ObservationBase {
  readonly kind: 'run-open';
}

export interface FileFault extends Omit<ObservationBase, 'site'> {
  readonly kind: 'line-fault';
  readonly fault: LineFault;
}
