import type { Carry } from '../model/carry.ts';
import type { LedgerEvent } from '../model/event.ts';
import type { JsonValue } from '../model/json.ts';
import type { SourceRecord } from '../model/record.ts';

/** How well the first records of an input fit a format. */
export type Recognition =
  | { readonly isRecognized: true }
  /** `likeness` from 0 (nothing in common) to below 1; `missing` completes the sentence "looks like FORMAT, but …". */
  | { readonly isRecognized: false; readonly likeness: number; readonly missing: string };

/** One pass over one input. Never throws on any record: what it does not know becomes an `unread` event. */
export interface ReaderSession {
  push(record: SourceRecord): void;
  end(): void;
}

/** A transcript format: one file here, one line in index.ts, fixtures in fixtures/readers/<id>/. */
export interface Reader {
  readonly id: string;
  readonly title: string;
  /** What this format can carry. What is absent here is "not recorded", never "did not happen". */
  readonly carries: readonly Carry[];
  /**
   * What the pieces of a stream are called where each may be a record of its own: a line, or the data of a server-sent event. Right after the
   * record of a request they are its response. Absent: no stream is read from pieces.
   */
  readonly streams?: string | undefined;
  /** What a part of an audit owns: whole files, or the runs of a file. */
  readonly owns: 'file' | 'run';
  /** Its declarations are a list that stays in force: a name missing from the next list was removed. Absent: each request offers its own. */
  readonly isListing?: true | undefined;
  /** Its call ids are made at random by a provider: the same id, tool and arguments in another file are a copy, as a resumed session takes its history along. */
  readonly hasGlobalIds?: true | undefined;
  recognize(first: readonly JsonValue[]): Recognition;
  /** Every record pushed causes at least one event, if only `unrelated` or `unread`. */
  open(emit: (event: LedgerEvent) => void): ReaderSession;
}
