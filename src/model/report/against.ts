import type { Delta, GateName } from '../delta.ts';
import type { Place } from '../record.ts';

/** What a declaration that is not shipped yet would make of a recorded value, compared with the one in force. */
export type AgainstChange = 'newly_rejected' | 'newly_accepted' | 'same' | 'unchecked' | 'not_in_candidate';

export type AgainstCounts = Readonly<Record<AgainstChange, number>>;

export interface AgainstExample {
  readonly change: 'newly_rejected' | 'newly_accepted';
  readonly at: Place;
  readonly run?: string | undefined;
  readonly call?: string | undefined;
  readonly instance?: string | undefined;
  readonly attempt?: number | undefined;
  /** Newly rejected: the difference from the candidate. Newly accepted: the one from what is in force. */
  readonly deltas: readonly Delta[];
  /** Deltas beyond those listed. */
  readonly more: number;
}

export interface AgainstRow {
  readonly gate: GateName;
  readonly server: string | null;
  /** Null for answers, which belong to a step. */
  readonly tool: string | null;
  readonly step: string | null;
  readonly counts: AgainstCounts;
  /** Why values were unchecked. */
  readonly reasons: Readonly<Record<string, number>>;
  /** The first three of each change. */
  readonly examples: readonly AgainstExample[];
}

/** What-if replay (`--against`). */
export interface AgainstReport {
  readonly candidates: readonly { readonly source: string; readonly sha256: string; readonly tools: number; readonly steps: number }[];
  readonly total: AgainstCounts;
  readonly rows: readonly AgainstRow[];
}
