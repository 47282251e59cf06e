import type { Place } from '../record.ts';

export interface Accommodation {
  readonly server: string | null;
  readonly tool: string | null;
  readonly path: string;
  readonly repair: string;
  readonly count: number;
  readonly first: string;
  readonly last: string;
}

/** Of all accommodations, the one change of a schema that would remove most. */
export interface LeadingAccommodation {
  readonly server: string | null;
  readonly tool: string | null;
  readonly path: string;
  readonly repair: string;
  readonly count: number;
  readonly of: number;
  readonly change: string;
}

/** One attempt at something: a call, a result or an answer that was put before a gate. */
export interface ChainAttempt {
  readonly line: number;
  /** Its file, where the chain begins in another one. */
  readonly file?: string | undefined;
  /** The number the record gives it. */
  readonly attempt?: number | undefined;
  readonly call?: string | undefined;
  readonly tool?: string | undefined;
  readonly verdict: 'pass' | 'fail' | 'unchecked' | 'no-contract';
  /** Who stopped it, where it was stopped. */
  readonly stopped_by?: 'gate' | 'host' | undefined;
  readonly deviations: number;
  /** The first difference, as kind and path. */
  readonly first?: { readonly kind: string; readonly path: string } | undefined;
}

/**
 * recovered: a later attempt passed · exhausted: stopped where nothing may follow · abandoned: no further attempt was made · accepted: one of
 * them went through all the same · open: the run has not ended · unknown: nothing says whether the last one was as declared.
 */
export const chainEnds = ['recovered', 'exhausted', 'abandoned', 'accepted', 'open', 'unknown'] as const;

export type ChainEnd = (typeof chainEnds)[number];

/** Attempts at one thing, from the first that was stopped to the last (ledger.md §1). */
export interface AttemptChain {
  readonly at: Place;
  readonly run: string;
  readonly step?: string | undefined;
  readonly instance?: string | undefined;
  readonly agent?: string | undefined;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  /** Critiques that are allowed; null: no bound is declared, the length is all that is said. */
  readonly bound: number | null;
  readonly critiques: number;
  readonly end: ChainEnd;
  /** All attempts; `attempts` lists the first ones. */
  readonly length: number;
  readonly attempts: readonly ChainAttempt[];
}

export interface ChainsReport {
  readonly total: number;
  readonly ends: Readonly<Record<ChainEnd, number>>;
  /** Attempts of the longest. */
  readonly longest: number;
  /** The first 1,000. */
  readonly rows: readonly AttemptChain[];
}
