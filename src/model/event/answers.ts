import type { ToolDeclaration } from '../declaration.ts';
import type { JsonValue } from '../json.ts';
import type { Payload } from '../payload.ts';
import type { SourceRecord } from '../record.ts';
import type { CallBase, EventBase } from './base.ts';
import type { Cost } from './providers.ts';

/** A model's answer with, or without, a declared structure. */
export interface Answered extends EventBase {
  readonly kind: 'answered';
  readonly payload: Payload;
  readonly stopReason?: string | undefined;
  readonly isRefusal?: boolean | undefined;
  readonly isTruncated?: boolean | undefined;
  /** The provider could not read the call that the model set out to make. */
  readonly isMalformedCall?: boolean | undefined;
  /** The model goes on, with calls or after a pause: words beside them are no answer yet. */
  readonly isInterim?: boolean | undefined;
  readonly model?: string | undefined;
  readonly cost?: Cost | undefined;
  /** Who saw it: gateway, client, server, … */
  readonly by?: string | undefined;
  /** The contract sent with the request itself. Absent: the step's declaration. */
  readonly contract?:
    | {
        readonly schema: JsonValue;
        readonly pointer: string;
        readonly name?: string | undefined;
        readonly notation?: ToolDeclaration['notation'];
        /** The record of the request, where the answer lies in another one. */
        readonly record?: SourceRecord | undefined;
      }
    | undefined;
}

export interface Committed extends CallBase {
  readonly kind: 'committed';
  readonly payload: Payload;
  /** Who saw it: gateway, client, server, … */
  readonly by?: string | undefined;
}

export interface Released extends CallBase {
  readonly kind: 'released';
  readonly payload: Payload;
  /** A part of a document: delivery, and no stage of its own, since it cannot equal the whole. */
  readonly isPartial?: boolean | undefined;
  /** The record promises to keep the exact bytes of what it released. */
  readonly isRetained?: boolean | undefined;
}
