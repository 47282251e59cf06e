import type { SourceRecord } from '../record.ts';

/** A member that is not what its format says it is, and, but for its spelling, is not used. */
export interface Misshapen {
  readonly pointer: string;
  /**
   * `digest`: no SHA-256; `spelling`: one that is spelled otherwise than the format spells it, and is read all the same; `envelope`: no DSSE
   * envelope around an in-toto statement.
   */
  readonly what: 'digest' | 'spelling' | 'envelope';
  /** What is wrong with it, without what stands there. */
  readonly detail: string;
}

/** What an event says in words of its own: an error, a reason. */
export interface FreeText {
  readonly text: string;
  readonly pointer: string;
}

export interface EventBase {
  readonly record: SourceRecord;
  /** Unique inside its input; a reader whose format has no runs invents one per session, connection or pair. */
  readonly run: string;
  readonly step?: string | undefined;
  readonly instance?: string | undefined;
  readonly attempt?: number | undefined;
  readonly agent?: string | undefined;
  /** The source's own count of the run's events, where it keeps one. */
  readonly seq?: number | undefined;
  /** JSON Pointer to the first member in which a delta, an error or a reason repeats content, where the record has one. */
  readonly repeats?: string | undefined;
  /** Members that could not be taken for what they should be. */
  readonly misshapen?: readonly Misshapen[] | undefined;
  /** Errors and reasons in free words, in which content may be repeated. */
  readonly freeTexts?: readonly FreeText[] | undefined;
}

export interface CallBase extends EventBase {
  /** The call's id as a string; a JSON-RPC number is written as its digits. Undefined: paired by name and order. */
  readonly call?: string | undefined;
  /** JSON Pointer to the id in the record. */
  readonly callPointer?: string | undefined;
}
