import type { Carry } from '../carry.ts';
import type { CallBase, EventBase } from './base.ts';

export interface RunOpened extends EventBase {
  readonly kind: 'run-opened';
  readonly isStrict?: boolean | undefined;
  readonly maxIterations?: number | undefined;
  readonly isClosedObjects?: boolean | undefined;
  readonly workflow?: string | undefined;
  /** The id of the session it belongs to. */
  readonly session?: string | undefined;
  /** What this run records, where it says so itself. */
  readonly records?: readonly Carry[] | undefined;
}

export interface RunClosed extends EventBase {
  readonly kind: 'run-closed';
  readonly outcome?: string | undefined;
}

/** The record is safe up to and with the event that has this `seq`. */
export interface Persisted extends EventBase {
  readonly kind: 'persisted';
  readonly throughSeq: number;
}

/** A person speaks: what was tried before is over, and a later call is no further attempt at it. */
export interface TurnBegun extends EventBase {
  readonly kind: 'turn-begun';
}

/** A typed event of the native ledger that belongs to another layer: understood, counted, kept in order. */
export interface Noted extends CallBase {
  readonly kind: 'noted';
  readonly what: string;
}

/** A record understood and not about tools or answers: prose, settings, progress. */
export interface Unrelated extends EventBase {
  readonly kind: 'unrelated';
}

/** A record, or a part of one, that the reader does not know. Counted by `what` and shown. */
export interface Unread extends EventBase {
  readonly kind: 'unread';
  readonly what: string;
}
