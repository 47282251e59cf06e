import type { Delta, GateName } from '../delta.ts';
import type { Disposition } from '../finding.ts';
import type { ObservationBase, Recovery } from './base.ts';

/** A gate's difference that fails its value. */
export interface Deviation extends ObservationBase {
  readonly kind: 'deviation';
  readonly gate: GateName;
  readonly delta: Delta;
  readonly disposition: Disposition;
  /** What became of the attempts it was one of: known when they are over, which may be later than this. */
  readonly recovery?: Readonly<Recovery> | undefined;
}

/** A gate's remark that fails nothing. */
export interface Remark extends ObservationBase {
  readonly kind: 'remark';
  readonly gate: GateName;
  readonly delta: Delta;
}

export interface DespiteDeviation extends ObservationBase {
  readonly kind: 'executed-despite-deviation' | 'committed-despite-deviation';
  /** `recorded`: an execution or commit stands in the record; `inferred`: an answer with success says so. */
  readonly evidence: 'recorded' | 'inferred';
  /** It was handed on without a commit. */
  readonly isReleasedOnly?: true | undefined;
}

export interface Ungated extends ObservationBase {
  readonly kind: 'ungated-execution' | 'ungated-commit';
  /** The gate was asked, and the record says fail. */
  readonly isFailed: boolean;
}

export interface VerdictMismatch extends ObservationBase {
  readonly kind: 'verdict-mismatch';
  readonly gate: GateName;
  readonly recorded: string;
  readonly recomputed: 'pass' | 'fail';
  /** True when both say fail and the recorded delta misses no faulted path. */
  readonly isOnlyDelta: boolean;
  readonly missingPaths: readonly string[];
}

export interface RejectedThoughValid extends ObservationBase {
  readonly kind: 'rejected-though-valid' | 'refused-by-host';
  /** The gate that a recorded failure names; absent: a host said so. */
  readonly gate?: GateName | undefined;
}

/** A gate judged by another schema than the declaration in force, or a plan or a request named another one. */
export interface OtherContract extends ObservationBase {
  readonly kind: 'contract-changed';
  readonly place: 'plan' | 'request' | 'gate';
  readonly gate: GateName;
  /** SHA-256 of the RFC 8785 form of the schema in force, and the one the record names. */
  readonly declared: string;
  readonly recorded: string;
}
