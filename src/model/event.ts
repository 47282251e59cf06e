import type { StepDeclaration, ToolDeclaration } from './declaration.ts';
import type { GateName, UncheckedReason } from './delta.ts';
import type { JsonObject, JsonValue } from './json.ts';
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

/** A digest that a record gives of a payload: SHA-256 over the exact bytes in the payload store (ledger.md §6). */
export interface PayloadDigest {
  /** `payload`: its exact text; `call`: the RFC 8785 call object around it; `beside`: something else of the same record. */
  readonly of: 'payload' | 'call' | 'beside';
  readonly sha256: string;
  readonly pointer: string;
}

interface PayloadBase {
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
  /** The source can say it and did not: omitted arguments. */
  | (PayloadBase & { readonly form: 'absent' })
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
  /** JSON Pointer to the first member in which a delta, an error or a reason repeats content, where the record has one. */
  readonly repeats?: string | undefined;
  /** Members that could not be taken for what they should be. */
  readonly misshapen?: readonly Misshapen[] | undefined;
  /** Errors and reasons in free words, in which content may be repeated. */
  readonly freeTexts?: readonly FreeText[] | undefined;
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
  /** The id of the session it belongs to. */
  readonly session?: string | undefined;
  /** What this run records, where it says so itself. */
  readonly records?: readonly Carry[] | undefined;
}
export interface RunClosed extends EventBase {
  readonly kind: 'run-closed';
  readonly outcome?: string | undefined;
}
/** A digest that a declaration gives of itself: SHA-256 of the RFC 8785 form of what stands at `subject`. */
export interface DeclaredDigest {
  readonly sha256: string;
  readonly pointer: string;
  /** Undefined: it is not there. */
  readonly value: JsonValue | undefined;
  /** JSON Pointer to the value. */
  readonly subject: string;
  readonly isRedacted: boolean;
}
/** Declarations that are in force from this record on. */
export interface Declared extends EventBase {
  readonly kind: 'declared';
  /** Of the tool, where the record gives one. */
  readonly digest?: DeclaredDigest | undefined;
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
  /** Declared in the run of its own request already: put in force in this run too, where it is no news. */
  readonly isCopy?: true | undefined;
}
/** A request goes on from the one of an earlier run: what both declare is compared. */
export interface Continued extends EventBase {
  readonly kind: 'continued';
  readonly from: string;
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
  /** Of the output schema, where the record gives one. */
  readonly digest?: DeclaredDigest | undefined;
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
/** The record is safe up to and with the event that has this `seq`. */
export interface Persisted extends EventBase {
  readonly kind: 'persisted';
  readonly throughSeq: number;
}
/** The back-edge: the next attempt is told what was wrong. */
export interface CritiqueEngaged extends CallBase {
  readonly kind: 'critique-engaged';
  readonly iteration?: number | undefined;
}
/** An effect is being undone, was, or could not be. */
export interface Compensation extends EventBase {
  readonly kind: 'compensation';
  readonly phase: 'started' | 'completed' | 'failed';
  readonly forCall: string;
}
/** A person speaks: what was tried before is over, and a later call is no further attempt at it. */
export interface TurnBegun extends EventBase {
  readonly kind: 'turn-begun';
}
/** Who answers: a generation of a model, at an account, in a region. */
export interface Candidate {
  readonly provider: string;
  readonly model: string;
  readonly account?: string | undefined;
  readonly region?: string | undefined;
}
/** What is known of a candidate and a combination of capabilities. */
export interface CapabilityEvidence {
  /** The capabilities together; undefined: all that are required. */
  readonly combination?: readonly string[] | undefined;
  /** Written as one text: if it names no capability at all it is a name for the whole. */
  readonly isLabel?: boolean | undefined;
  readonly state?: string | undefined;
}
/** A candidate was chosen for what a step requires, or none could be. */
export interface Planned extends EventBase {
  readonly kind: 'planned';
  readonly isRefused: boolean;
  readonly mandatory: readonly string[];
  readonly preferred: readonly string[];
  readonly candidate?: Candidate | undefined;
  readonly evidence: readonly CapabilityEvidence[];
  readonly contractSha256?: string | undefined;
}
export interface Cost {
  /** Decimal text of usual size, so that it can be added; undefined where only tokens are counted. */
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
}
export interface ProviderCalled extends EventBase {
  readonly kind: 'provider-called';
  readonly candidate?: Candidate | undefined;
  readonly isProbe: boolean;
  /** The capabilities that are recorded as in effect in the request as sent. Absent: nothing is recorded of it. */
  readonly inEffect?: readonly string[] | undefined;
  /** Those of which something is recorded that is neither yes nor no. `any`: what is recorded is no list and no object. */
  readonly unclearEffect?: readonly string[] | 'any' | undefined;
  readonly contractSha256?: string | undefined;
  readonly cost?: Cost | undefined;
}
/** Somebody allowed another way for a failed attempt. */
export interface RecoveryAuthorized extends EventBase {
  readonly kind: 'recovery-authorized';
  readonly way: string | undefined;
  readonly by?: string | undefined;
  readonly forStep?: string | undefined;
  readonly forAttempt?: number | undefined;
  readonly limits?: RecoveryLimits | undefined;
  readonly exposure?: RecoveryExposure | undefined;
}
/** What a recovery may still use, all of its attempts together. Absent: no limit of that kind. */
export interface RecoveryLimits {
  readonly attempts?: number | undefined;
  /** Input and output together. */
  readonly tokens?: number | undefined;
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  /** Decimal text. */
  readonly amount?: string | undefined;
  readonly currency?: string | undefined;
}
/** Who may see the data of a recovery. Absent: nothing is said about it. */
export interface RecoveryExposure {
  readonly provider?: readonly string[] | undefined;
  readonly model?: readonly string[] | undefined;
  readonly account?: readonly string[] | undefined;
  readonly region?: readonly string[] | undefined;
}
export interface AttemptFailed extends CallBase {
  readonly kind: 'attempt-failed';
  readonly failureClass?: string | undefined;
  readonly gate?: string | undefined;
  readonly route?: string | undefined;
  readonly hasDelta: boolean;
}
/** A typed event of the native ledger that belongs to another layer: understood, counted, kept in order. */
export interface Noted extends CallBase {
  readonly kind: 'noted';
  readonly what: string;
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
  | Continued
  | Withdrawn
  | DeclarationsChanged
  | StepDeclared
  | Proposed
  | Amended
  | GateChecked
  | Authorized
  | Executed
  | Returned
  | Answered
  | Committed
  | Released
  | Persisted
  | AttemptFailed
  | CritiqueEngaged
  | Compensation
  | TurnBegun
  | Planned
  | ProviderCalled
  | RecoveryAuthorized
  | Decided
  | Noted
  | Unrelated
  | Unread;
