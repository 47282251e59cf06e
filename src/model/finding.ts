import type { GateName } from './delta.ts';
import type { JsonValue } from './json.ts';
import type { Place } from './record.ts';

export type Severity = 'broken' | 'failure' | 'note';
export type Level = 'evidence' | 'breach' | 'drift' | 'deviation';
/** What became of a deviation (ledger.md §1). Only `accepted` is drift. */
export type Disposition = 'refused' | 'errored' | 'accepted' | 'unknown';
export type StageName = 'proposed' | 'amended' | 'gated' | 'authorized' | 'executed' | 'returned' | 'committed' | 'released';

/** A stage of a call's life as a finding shows it: where, and the value there (absent: the value is not there at this stage). */
export interface FindingStage {
  readonly stage: StageName;
  readonly line: number;
  /** Its file, where the finding stands in another one. */
  readonly file?: string | undefined;
  readonly value?: JsonValue;
}

/** The finding that this one follows from. */
export interface Cause {
  readonly code: string;
  readonly line: number;
  /** Its file, where it stands in another one. */
  readonly file?: string | undefined;
  readonly path?: string | undefined;
}

/** One finding: plain data, the fields of report v1. Absent fields do not apply. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  /** One line that stands alone: lower case, no full stop. */
  readonly message: string;
  readonly at: Place;
  readonly run?: string | undefined;
  readonly step?: string | undefined;
  readonly instance?: string | undefined;
  readonly attempt?: number | undefined;
  readonly call?: string | undefined;
  readonly agent?: string | undefined;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly gate?: GateName | undefined;
  /** The repair's name for stage differences (`coerced`), the reason for `not-json`, else absent. */
  readonly kind?: string | undefined;
  readonly path?: string | undefined;
  readonly declared?: JsonValue | undefined;
  readonly recorded?: JsonValue | undefined;
  readonly detail?: string | undefined;
  readonly hint?: string | undefined;
  readonly repair?: string | undefined;
  /** How many array items show this very fault; absent means one. */
  readonly count?: number | undefined;
  readonly disposition?: Disposition | undefined;
  /** The line of a later attempt at the same thing that passed. It stays a failure of this attempt. */
  readonly recovered_at?: number | undefined;
  /** Its file, where it stands in another one. */
  readonly recovered_in?: string | undefined;
  readonly evidence?: 'recorded' | 'inferred' | undefined;
  readonly stages?: readonly FindingStage[] | undefined;
  readonly cause?: Cause | undefined;
  /** The first divergence of its run: what came later may follow from it. */
  readonly is_first_of_run?: true | undefined;
  /** First 16 hex of SHA-256 over code, server, tool, gate, kind and path with array indices as `*`. */
  readonly fingerprint: string;
}
