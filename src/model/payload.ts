import type { UncheckedReason } from './delta.ts';
import type { JsonObject, JsonValue } from './json.ts';

/** A digest that a record gives of a payload: SHA-256 over the exact bytes in the payload store (ledger.md §6). */
export interface PayloadDigest {
  /** `payload`: its exact text; `call`: the RFC 8785 call object around it; `beside`: something else of the same record. */
  readonly of: 'payload' | 'call' | 'beside';
  readonly sha256: string;
  readonly pointer: string;
}

export interface PayloadBase {
  readonly pointer: string;
  /** Every digest that the record gives with it, in its place or beside it. Absent: none. */
  readonly digests?: readonly PayloadDigest[] | undefined;
  /** What the call object that is kept under its call digest says besides the arguments, where a payload store has it. */
  readonly bound?: JsonObject | undefined;
}

/** A value as the record holds it. `pointer` leads to it inside the record. */
export type Payload =
  | (PayloadBase & { readonly form: 'value'; readonly value: JsonValue })
  /** The exact text the source holds, not yet read as JSON. `isKept`: from the payload store; `pointer` leads to its digest. */
  | (PayloadBase & { readonly form: 'text'; readonly text: string; readonly isKept?: true | undefined })
  /** The source can say it and did not: omitted arguments. `isEmptyText`: an empty text, by which models of this format say the same. */
  | (PayloadBase & { readonly form: 'absent'; readonly isEmptyText?: true | undefined })
  /** Only a digest is recorded. `withheld`: why the payload store did not help. */
  | (PayloadBase & {
      readonly form: 'digest';
      readonly sha256: string;
      readonly withheld?: { readonly reason: UncheckedReason; readonly detail: string } | undefined;
    })
  /** Not JSON by nature, replaced by a redaction, or beyond a limit: never parsed. */
  | (PayloadBase & {
      readonly form: 'opaque';
      readonly reason: 'opaque' | 'redacted' | 'limit:size' | 'limit:depth';
      readonly detail: string;
    });
