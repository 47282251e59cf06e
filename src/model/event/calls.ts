import type { GateName } from '../delta.ts';
import type { JsonObject } from '../json.ts';
import type { Payload } from '../payload.ts';
import type { CallBase } from './base.ts';

export type Outcome = 'ok' | 'tool_error' | 'protocol_error' | 'refused' | 'cancelled' | 'pending' | 'timeout' | 'unknown';

export interface Proposed extends CallBase {
  readonly kind: 'proposed';
  readonly server?: string | undefined;
  readonly tool: string;
  readonly toolPointer: string;
  readonly payload: Payload;
  /** Replayed from an earlier turn: a tool not declared in this request may have been offered then. */
  readonly isHistory?: boolean | undefined;
  /** No call of its own: a repeated history has the call of that line, with other arguments than it was made with. */
  readonly rewrites?: { readonly line: number } | undefined;
  /** No call of its own: the response that made a call which the history of an earlier record showed. What was in force then is in force here. */
  readonly wasShown?: true | undefined;
  /** Run by the provider itself; the user declared no schema for it. */
  readonly isProviderRun?: boolean | undefined;
  /** Tools offered in this turn by tool_choice or allowed_tools. Absent: all declared ones. */
  readonly offered?: readonly string[] | undefined;
  /** The tool whose arguments carried this call, by a rule the user declared. */
  readonly wrapper?: string | undefined;
  readonly compensates?: string | undefined;
  /** The provider stopped the generation inside or right after this call. */
  readonly isTruncated?: boolean | undefined;
  /** Why it stopped, in its own word; only with `isTruncated`. */
  readonly stopReason?: string | undefined;
}

export interface Amended extends CallBase {
  readonly kind: 'amended';
  readonly payload: Payload;
  readonly by?: string | undefined;
  readonly reason?: string | undefined;
}

/** One entry of a delta as a gate recorded it. */
export interface RecordedDelta {
  readonly kind?: string | undefined;
  readonly path?: string | undefined;
}

export interface GateChecked extends CallBase {
  readonly kind: 'gate-checked';
  readonly gate: GateName;
  /** `host`: the agent's host or the provider refused it in its own words; a source that shows these need not record gates. */
  readonly by?: 'host' | undefined;
  /** As recorded: anything but pass and fail is a third verdict. */
  readonly verdict: string;
  readonly schemaSha256?: string | undefined;
  /** Of what the gate says it judged. */
  readonly subjectSha256?: string | undefined;
  readonly delta?: readonly RecordedDelta[] | undefined;
}

export interface Executed extends CallBase {
  readonly kind: 'executed';
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly toolPointer: string;
  readonly payload: Payload;
  /** The tool whose arguments carried this call, by a rule the user declared. */
  readonly wrapper?: string | undefined;
  /** Who saw it: gateway, client, server, … */
  readonly by?: string | undefined;
  /** What is recorded is that it was tried, and ended in an error: that may have been its host's, before it ran. */
  readonly isTried?: true | undefined;
}

/**
 * Somebody signed for a call: a DSSE envelope around an in-toto statement whose subject is the call digest (layer 3). What it binds is read;
 * whether its signature holds, and whose it is, is not asked here.
 */
export interface Authorized extends CallBase {
  readonly kind: 'authorized';
  /** The arguments where the statement discloses them, else the call digest that it names. */
  readonly payload: Payload;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  /** The whole call object, where the statement discloses it. */
  readonly disclosed?: JsonObject | undefined;
  /** The statement holds a number that a double does not. */
  readonly isRounded?: true | undefined;
}

export interface Returned extends CallBase {
  readonly kind: 'returned';
  readonly outcome: Outcome;
  /** The tool's name, where a result names it (pairing without ids). */
  readonly tool?: string | undefined;
  /** The structured result, where the source carries one apart from text. Absent: the source has the field and it is not there. */
  readonly structured?: Payload | undefined;
  /** The text blocks that mirror the structured result. */
  readonly texts?: readonly { readonly text: string; readonly pointer: string }[] | undefined;
  /** False where this format, protocol revision or tool kind never carries structured results. */
  readonly canBeStructured: boolean;
  /** What the host itself refused or decided, in the words of this result. */
  readonly verdict?: HostVerdict | undefined;
  /** What in the result speaks against its recorded status, in words. */
  readonly contradicts?: string | undefined;
  /** Who saw it: gateway, client, server, … */
  readonly by?: string | undefined;
}

/**
 * A host that refuses is a gate, and one that denies has decided (ledger.md §1). `invalid`: the call itself was not valid (-32602, a
 * validation message); `unknown-tool`: no tool of that name exists, the host's own word on the tool's identity; `denied`: a person, a hook
 * or the host's policy said no.
 */
export type HostVerdict =
  | { readonly kind: 'invalid' | 'unknown-tool' }
  | { readonly kind: 'denied'; readonly by: 'host' | 'human' | 'hook' };

/** A decision about a call at the level of values: allow, deny, ask, … */
export interface Decided extends CallBase {
  readonly kind: 'decided';
  readonly decision: string | undefined;
  /** engine, human, hook, host. */
  readonly by?: string | undefined;
}
