import type { JsonValue } from './json.ts';

/** What a second, exact reading of a record's text found that JSON.parse does not tell. */
export interface TextDefect {
  readonly kind: 'duplicate-key' | 'lone-surrogate' | 'rounded-number';
  /** JSON Pointer into the record (RFC 6901). */
  readonly pointer: string;
  /** Where it stands: UTF-16 index into the record's text. */
  readonly index: number;
  /** The key, the escape or the number as written. */
  readonly text: string;
}

/** One record of an input: a line of a JSONL file, an element of an array, a whole document. */
export interface SourceRecord {
  /** Position of the input in the list of inputs. */
  readonly input: number;
  /** Physical line of the record's first character, from 1. */
  readonly line: number;
  /** Column of that character in Unicode code points, from 1. */
  readonly column: number;
  /** Its offset in bytes from 0 in the (unpacked) file. */
  readonly offset: number;
  /** The exact text of the record. */
  readonly text: string;
  readonly value: JsonValue;
  /** Empty for nearly every record. */
  readonly defects: readonly TextDefect[];
  /** True when the value nests deeper than {@link depthLimit}: only iterative code may descend it. */
  readonly isDeep: boolean;
  /** Where it belongs in the order of its run, on the scale of `offset`; absent: where it stands in the file. */
  readonly position?: number | undefined;
}

/** Where a record belongs in the order of its run, on the scale of `offset`. */
export const positionOf = ({ position, offset }: { readonly position?: number | undefined; readonly offset: number }): number =>
  position ?? offset;

/** Levels of nesting that the recursive rooms accept; deeper values are `unchecked: limit:depth`. */
export const depthLimit = 512;

export type LineFaultCode =
  | 'ledger/unreadable-line'
  | 'ledger/invalid-utf8'
  | 'ledger/torn-line'
  | 'ledger/spliced-line'
  | 'ledger/byte-order-mark';

/** A fault of the file itself, found before any record exists. */
export interface LineFault {
  readonly code: LineFaultCode;
  readonly input: number;
  readonly line: number;
  readonly column: number;
  readonly offset: number;
  /** True when the fault leaves the evidence intact (a torn tail, whole objects on one line). */
  readonly isHarmless: boolean;
  /** An append that was interrupted: half a line at the end of a file of lines. */
  readonly isAppend?: true | undefined;
  readonly detail: string;
}

/** Where something stands in a file. */
export interface Spot {
  /** Physical line, from 1. */
  readonly line: number;
  /** Unicode code points, from 1. */
  readonly column: number;
  /** Bytes, from 0. */
  readonly offset: number;
}

/** A place in an input file. */
export interface Place extends Spot {
  readonly file: string;
  /** JSON Pointer into the record. */
  readonly pointer: string;
}
