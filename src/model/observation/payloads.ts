import type { Misshapen } from '../event/base.ts';
import type { JsonValue } from '../json.ts';
import type { ObservationBase, StageView } from './base.ts';

/** One object of a record says a key twice, be it in a judged value or in the record's own members. */
export interface RecordDefect extends ObservationBase {
  readonly kind: 'record-defect';
  /** The key as written. */
  readonly key: string;
}

/** What a digest stands for is not what the record says: in the payload store, or beside the digest in the record itself. */
export interface PayloadMismatch extends ObservationBase {
  readonly kind: 'payload-mismatch';
  /**
   * `other-bytes`: what is kept has another digest than its name; `other-value`: the record itself holds another value or text;
   * `not-canonical`: no RFC 8785 form of a call object; `other-call`: a call object of another call; `other-declaration`: a tool or a schema of
   * another digest is declared.
   */
  readonly fault: 'other-bytes' | 'other-value' | 'not-canonical' | 'other-call' | 'other-declaration';
  /** JSON Pointer into the call object, to the member that differs. */
  readonly path?: string | undefined;
  /** What the record says, and what is kept. */
  readonly declared?: JsonValue | undefined;
  readonly recorded?: JsonValue | undefined;
  readonly detail?: string | undefined;
}

/** A member that is not in the shape its format gives it, and was not used. */
export interface MisshapenMember extends ObservationBase {
  readonly kind: 'misshapen';
  readonly what: Misshapen['what'];
  readonly detail: string;
}

/** The call objects of one call are not one, or are not made as the ledger says. */
export interface CallObjectFault extends ObservationBase {
  readonly kind: 'call-object';
  /**
   * `unsalted`: without a nonce; `extra-member`: says more than the six members; `two-nonces`: differs from the one before it in its nonce
   * alone; `two-digests`: another call digest than before, of the same recorded call.
   */
  readonly fault: 'unsalted' | 'extra-member' | 'two-nonces' | 'two-digests';
  readonly stages: readonly StageView[];
}

/** The bytes of a release were to be kept, and the payload store does not have them. */
export interface PromisedPayloadMissing extends ObservationBase {
  readonly kind: 'promised-payload-missing';
  readonly sha256: string;
}

/** A run that records digests only, and repeats content in a delta, an error or a reason. */
export interface ContentLeaked extends ObservationBase {
  readonly kind: 'content-leaked';
  /** The run had not ended: it may still record contents, and then withholds nothing. */
  readonly isOpenTail: boolean;
}
