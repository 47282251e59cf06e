import type { Carry } from '../carry.ts';
import type { GateName, UncheckedReason } from '../delta.ts';
import type { Place, Spot } from '../record.ts';

export interface InputReport {
  readonly file: string;
  readonly sha256: string;
  readonly bytes: number;
  /** Reader id, or null when no reader knows the input. */
  readonly format: string | null;
  readonly records: number;
  readonly read: number;
  /** Records understood and not about tools. */
  readonly unrelated: number;
  /** Records or parts not understood, by kind. */
  readonly unread: Readonly<Record<string, number>>;
  /** Where the first of each kind stands. Absent: none was. */
  readonly unread_first?: Readonly<Record<string, Spot>> | undefined;
  /** Where the input ends in a record that is cut short: it was not read. Absent: it does not. */
  readonly torn?: Spot | undefined;
  /** Runs that begin in it. */
  readonly runs: number;
  /** Files whose runs it goes on with: these are judged and counted there. Absent: none. */
  readonly goes_on?: readonly string[] | undefined;
  readonly carries: readonly Carry[];
}

export interface DeclarationReport {
  /** A file given on the command line, or the input that declares it. */
  readonly source: string;
  readonly sha256: string;
  readonly server: string | null;
  readonly tools: number;
  readonly steps: number;
  readonly scope: 'closed' | 'open';
  /** Dialects of its schemas with the reason each was used. */
  readonly dialects: readonly string[];
}

export interface UncheckedReport {
  readonly at: Place;
  readonly run?: string | undefined;
  readonly call?: string | undefined;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly step?: string | undefined;
  readonly gate: GateName;
  readonly reason: UncheckedReason;
  readonly detail: string;
}

/** How often records named a payload by its digest, and what the payload store had for it. */
export interface PayloadReport {
  /** As the user wrote it. */
  readonly store: string;
  readonly named: number;
  readonly read: number;
  readonly missing: number;
  /** There, and not to be used: other bytes than the name says, too large, no regular file, or not UTF-8. */
  readonly unusable: number;
}
