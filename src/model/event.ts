import type { StepDeclaration, ToolDeclaration } from './declaration.ts';
import type { GateName } from './delta.ts';
import type { JsonValue } from './json.ts';
import type { SourceRecord } from './record.ts';

/**
 * What a source can carry at all. A reader states it, a rule states what it needs, and a rule whose needs
 * are not carried is not asked.
 */
export const carries = [
  'declarations',
  'raw-arguments',
  'gates',
  'decisions',
  'authorizations',
  'executions',
  'error-flag',
  'structured-results',
  'commits',
  'failures',
  'attempts',
  'ids',
  'order',
  'time',
] as const;
export type Carry = (typeof carries)[number];

/** A value as the record holds it. `pointer` leads to it inside the record. */
export type Payload =
  | { readonly form: 'value'; readonly value: JsonValue; readonly pointer: string }
  /** The exact text the source holds, not yet read as JSON. */
  | { readonly form: 'text'; readonly text: string; readonly pointer: string }
  /** The source can say it and did not: omitted arguments. */
  | { readonly form: 'absent'; readonly pointer: string }
  /** Only a digest is recorded. */
  | { readonly form: 'digest'; readonly sha256: string; readonly pointer: string }
  /** Not JSON by nature, or replaced by a redaction: never parsed. */
  | { readonly form: 'opaque'; readonly reason: 'opaque' | 'redacted'; readonly detail: string; readonly pointer: string };

export type Outcome = 'ok' | 'tool_error' | 'protocol_error' | 'refused' | 'cancelled' | 'pending' | 'timeout' | 'unknown';

interface EventBase {
  readonly record: SourceRecord;
  /** Unique inside its input; a reader whose format has no runs invents one per session, connection or pair. */
  readonly run: string;
  readonly step?: string | undefined;
  readonly instance?: string | undefined;
  readonly attempt?: number | undefined;
  readonly agent?: string | undefined;
  /** The source's own count of the run's events, where it keeps one. */
  readonly seq?: number | undefined;
}

interface CallBase extends EventBase {
  /** The call's id as a string; a JSON-RPC number is written as its digits. Undefined: paired by name and order. */
  readonly call?: string | undefined;
  /** JSON Pointer to the id in the record. */
  readonly callPointer?: string | undefined;
}

export interface RunOpened extends EventBase {
  readonly kind: 'run-opened';
  readonly isStrict?: boolean | undefined;
  readonly maxIterations?: number | undefined;
  readonly isClosedObjects?: boolean | undefined;
  readonly workflow?: string | undefined;
  /** What this run records, where it says so itself. */
  readonly records?: readonly Carry[] | undefined;
}
export interface RunClosed extends EventBase {
  readonly kind: 'run-closed';
  readonly outcome?: string | undefined;
}
/** Declarations that are in force from this record on. */
export interface Declared extends EventBase {
  readonly kind: 'declared';
  readonly tools: readonly ToolDeclaration[];
  /**
   * `add`: joins what is in force. `replace`: a whole list of one server starts anew (first page). `extend`: a further page of it.
   */
  readonly mode: 'add' | 'replace' | 'extend';
  /** True once the record shows the list to be whole. */
  readonly isWhole: boolean;
  readonly server?: string | undefined;
  /** True when the run is absent: in force for all later runs of the file. */
  readonly isForAllRuns?: boolean | undefined;
}
export interface Withdrawn extends EventBase {
  readonly kind: 'withdrawn';
  readonly server?: string | undefined;
  readonly tool: string;
  /** True when the run is absent: withdrawn for all later runs of the file. */
  readonly isForAllRuns?: boolean | undefined;
}
/** The source announces that its list changed: until it is listed again the set is open. */
export interface DeclarationsChanged extends EventBase {
  readonly kind: 'declarations-changed';
  readonly server?: string | undefined;
}
export interface StepDeclared extends EventBase {
  readonly kind: 'step-declared';
  readonly declaration: StepDeclaration;
  readonly isForAllRuns?: boolean | undefined;
  /** A step that carries its own strict_mode. */
  readonly hasOwnStrictness?: boolean | undefined;
}
export interface Proposed extends CallBase {
  readonly kind: 'proposed';
  readonly server?: string | undefined;
  readonly tool: string;
  readonly toolPointer: string;
  readonly payload: Payload;
  /** Replayed from an earlier turn: a tool not declared in this request may have been offered then. */
  readonly isHistory?: boolean | undefined;
  /** Run by the provider itself; the user declared no schema for it. */
  readonly isProviderRun?: boolean | undefined;
  /** Tools offered in this turn by tool_choice or allowed_tools. Absent: all declared ones. */
  readonly offered?: readonly string[] | undefined;
  /** The tool whose arguments carried this call, by a rule the user declared. */
  readonly wrapper?: string | undefined;
  readonly compensates?: string | undefined;
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
  /** As recorded: anything but pass and fail is a third verdict. */
  readonly verdict: string;
  readonly schemaSha256?: string | undefined;
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
  /** The result says that the call itself was not valid (-32602, a validation message). */
  readonly namesInvalidity?: boolean | undefined;
  /** The result says that no tool of that name exists: the host's own word on the tool's identity. */
  readonly namesUnknownTool?: boolean | undefined;
}
/** A model's answer with, or without, a declared structure. */
export interface Answered extends EventBase {
  readonly kind: 'answered';
  readonly payload: Payload;
  readonly stopReason?: string | undefined;
  readonly isRefusal?: boolean | undefined;
  readonly isTruncated?: boolean | undefined;
  /** The contract sent with the request itself. Absent: the step's declaration. */
  readonly contract?:
    | {
        readonly schema: JsonValue;
        readonly pointer: string;
        readonly name?: string | undefined;
        readonly notation?: ToolDeclaration['notation'];
      }
    | undefined;
}
export interface Committed extends CallBase {
  readonly kind: 'committed';
  readonly payload: Payload;
}
export interface Released extends CallBase {
  readonly kind: 'released';
  readonly payload: Payload;
}
export interface AttemptFailed extends CallBase {
  readonly kind: 'attempt-failed';
  readonly failureClass?: string | undefined;
  readonly gate?: string | undefined;
  readonly route?: string | undefined;
  readonly hasDelta: boolean;
}
/** A typed event of the native ledger that no spine rule reads yet: understood, counted, kept in order. */
export interface Noted extends CallBase {
  readonly kind: 'noted';
  readonly what: string;
  /** Of a recorded decision: allow, deny, ask, … */
  readonly decision?: string | undefined;
}
/** A record understood and not about tools or answers: prose, settings, progress. */
export interface Unrelated extends EventBase {
  readonly kind: 'unrelated';
}
/** A record, or a part of one, that the reader does not know. Counted by `what` and shown. */
export interface Unread extends EventBase {
  readonly kind: 'unread';
  readonly what: string;
}

export type LedgerEvent =
  | RunOpened
  | RunClosed
  | Declared
  | Withdrawn
  | DeclarationsChanged
  | StepDeclared
  | Proposed
  | Amended
  | GateChecked
  | Executed
  | Returned
  | Answered
  | Committed
  | Released
  | AttemptFailed
  | Noted
  | Unrelated
  | Unread;
