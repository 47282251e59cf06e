import type { DeclarationProblem } from './declaration.ts';
import type { Delta, GateName } from './delta.ts';
import type { Carry, Misshapen } from './event.ts';
import type { Disposition, StageName } from './finding.ts';
import type { JsonValue } from './json.ts';
import type { LineFault, SourceRecord } from './record.ts';

/** Where an observation points: a value, or the key that leads to it, inside a record. */
export interface Site {
  readonly record: SourceRecord;
  /** JSON Pointer into the record; the empty pointer is the whole event (column of its first character). */
  readonly pointer: string;
  readonly part: 'value' | 'key';
  /** UTF-16 index inside the text that stands at `pointer`, when the checked value is written in a string. */
  readonly textIndex?: number | undefined;
  /** True when `textIndex` is wanted but `path` must first be found inside the text: the pointer into that text. */
  readonly textPath?: string | undefined;
}

/** Whose life it is: the facts a finding repeats. */
export interface Subject {
  readonly run: string;
  readonly step?: string | undefined;
  readonly instance?: string | undefined;
  readonly attempt?: number | undefined;
  readonly call?: string | undefined;
  readonly agent?: string | undefined;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
}

/** One stage of a story as an observation shows it. */
export interface StageView {
  readonly stage: StageName;
  readonly record: SourceRecord;
  readonly value?: JsonValue | undefined;
}

interface ObservationBase {
  readonly site: Site;
  readonly subject: Subject;
  /** The observation this one follows from: one incident, shown once with its consequences under it. */
  readonly cause?: Observation | undefined;
  /** Dropped where the source turns out to carry this: the absence then means something else. */
  readonly unless?: Carry | undefined;
  /** Dropped where the source turns out not to carry this, besides what the rule itself needs. */
  readonly onlyWith?: Carry | undefined;
}

/** What became of an attempt that was stopped: filled in when those after it are over. */
export interface Recovery {
  /** The line of the attempt that passed. */
  recoveredAt: number | undefined;
}

/** A gate's difference that fails its value. */
export interface Deviation extends ObservationBase {
  readonly kind: 'deviation';
  readonly gate: GateName;
  readonly delta: Delta;
  readonly disposition: Disposition;
  /** What became of the attempts it was one of: known when they are over, which may be later than this. */
  readonly recovery?: Readonly<Recovery> | undefined;
}
/** A gate's remark that fails nothing. */
export interface Remark extends ObservationBase {
  readonly kind: 'remark';
  readonly gate: GateName;
  readonly delta: Delta;
}
export interface DespiteDeviation extends ObservationBase {
  readonly kind: 'executed-despite-deviation' | 'committed-despite-deviation';
  /** `recorded`: an execution or commit stands in the record; `inferred`: an answer with success says so. */
  readonly evidence: 'recorded' | 'inferred';
  /** It was handed on without a commit. */
  readonly isReleasedOnly?: true | undefined;
}
export interface Ungated extends ObservationBase {
  readonly kind: 'ungated-execution' | 'ungated-commit';
  /** The gate was asked, and the record says fail. */
  readonly isFailed: boolean;
}
/** Two stages of one story differ without a recorded amendment. */
export interface StageDifference extends ObservationBase {
  readonly kind: 'stage-difference';
  readonly repair: string;
  readonly path: string;
  readonly detail?: string | undefined;
  readonly before: StageView;
  readonly after: StageView;
  /** Filled in equal to the schema's own `default`. */
  readonly isDefault: boolean;
  /** The run had not ended: what would show them to be equal may still be recorded. */
  readonly isOpenTail?: true | undefined;
}
export interface Amendment extends ObservationBase {
  readonly kind: 'amendment';
  readonly by?: string | undefined;
  readonly before: StageView;
  readonly after: StageView;
}
export interface VerdictMismatch extends ObservationBase {
  readonly kind: 'verdict-mismatch';
  readonly gate: GateName;
  readonly recorded: string;
  readonly recomputed: 'pass' | 'fail';
  /** True when both say fail and the recorded delta misses no faulted path. */
  readonly isOnlyDelta: boolean;
  readonly missingPaths: readonly string[];
}
export interface PairFault extends ObservationBase {
  readonly kind:
    | 'orphan-result'
    | 'duplicate-result'
    | 'duplicate-call'
    | 'duplicate-event'
    | 'id-reused'
    | 'ambiguous-pairing'
    | 'rewritten-call';
  readonly earlierLine?: number | undefined;
}
export interface MissingResult extends ObservationBase {
  readonly kind: 'missing-result';
  /** The run had not ended: the result may still come. */
  readonly isOpenTail: boolean;
}
export interface RejectedThoughValid extends ObservationBase {
  readonly kind: 'rejected-though-valid' | 'refused-by-host';
  /** The gate that a recorded failure names; absent: a host said so. */
  readonly gate?: GateName | undefined;
}
/** Calls that an earlier input tells to their end: a resumed or forked session took them along. */
/** A run is opened by the very record that opened one before: most likely all of it is a copy. */
export interface CopiedRun extends ObservationBase {
  readonly kind: 'copied-run';
  /** Where that was. */
  readonly from: string;
}
/** The input holds the very bytes of an earlier one. */
export interface CopiedInput extends ObservationBase {
  readonly kind: 'copied-input';
  readonly from: string;
}
export interface CopiedHistory extends ObservationBase {
  readonly kind: 'copied-history';
  readonly count: number;
  /** The inputs that tell them, in the order of the audit. */
  readonly from: readonly string[];
}
/** What `prev` says of the line before does not hold (ledger.md §6). */
export interface ChainBroken extends ObservationBase {
  readonly kind: 'chain-broken';
  /** `begins-later`: its first line names one that is not here; `ends-early`: lines without `prev` follow. */
  readonly fault: 'other' | 'begins-anew' | 'malformed' | 'begins-later' | 'ends-early';
}
/** An event is counted after another one of its run, and dated before it. */
export interface TimeOrder extends ObservationBase {
  readonly kind: 'time-order';
  readonly earlierLine: number;
}
/** A person, a hook, the host or a policy said no to a call: a recorded decision. */
export interface DeniedCall extends ObservationBase {
  readonly kind: 'denied-call';
  readonly by: 'host' | 'human' | 'hook' | 'policy';
}
/** It ran, and the last decision before it says no. */
export interface DeniedButExecuted extends ObservationBase {
  readonly kind: 'denied-but-executed';
  /** Where the decision stands. */
  readonly line: number;
}
/** What a result says of itself is not what its status says. */
export interface ContradictedStatus extends ObservationBase {
  readonly kind: 'contradicted-status';
  readonly words: string;
}
/** An event about a call that is nowhere in the record. */
export interface OrphanEvent extends ObservationBase {
  readonly kind: 'orphan-event';
  readonly what: 'gate-checked' | 'amended' | 'attempt-failed' | 'decided' | 'authorized' | 'compensation' | 'proposed';
  /** The call that is nowhere, where it is not that of the subject: the one whose effect is undone. */
  readonly about?: string | undefined;
}
/** A call ran that nobody had asked for, in a run that records what is asked for. */
export interface OrphanExecution extends ObservationBase {
  readonly kind: 'orphan-execution';
  /** The run had not ended: its proposal may still come. */
  readonly isOpenTail: boolean;
}
/** One answer or result, and two commits. */
export interface RepeatedCommit extends ObservationBase {
  readonly kind: 'repeated-commit';
  readonly earlierLine: number;
  /** It commits another value than the one before it. */
  readonly isOther: boolean;
  /** Both are compared with what was answered, and a difference is told there. */
  readonly isCompared: boolean;
}
/** One proposal, and two executions; told where nothing says that an effect was made twice. */
export interface RepeatedExecution extends ObservationBase {
  readonly kind: 'repeated-execution';
  readonly earlierLine: number;
}
/** Attempts that were stopped one after another. */
export interface RepeatedCall extends ObservationBase {
  readonly kind: 'repeated-call';
  readonly count: number;
  /** The arguments are those of the attempt before. */
  readonly isIdentical: boolean;
}
export interface SequenceBroken extends ObservationBase {
  readonly kind: 'sequence-broken';
  /** `reopened`: with a new opening, after an end that was no pause. */
  readonly fault: 'repeated' | 'gap' | 'after-end' | 'reopened' | 'late';
  readonly seq?: number | undefined;
  /** The count that was due; of a late event the count of what stands before it. */
  readonly expected?: number | undefined;
}
export interface RunStillOpen extends ObservationBase {
  readonly kind: 'run-open';
}
export interface DeclarationChange extends ObservationBase {
  readonly kind: 'declaration-changed' | 'declaration-mismatch';
  /** `added`, `removed`: the list had been whole, and now has a tool more or less. */
  readonly change: 'changed' | 'added' | 'removed';
  readonly isAnnounced: boolean;
  /** Two requests declare it, each for itself. */
  readonly isByRequest?: true | undefined;
  readonly isCompatible: boolean;
  readonly changes: readonly { readonly pointer: string; readonly what: string; readonly effect: string }[];
  /** Where the other declaration stands, in words. */
  readonly against: string;
}
export interface DeclarationRemark extends ObservationBase {
  readonly kind: 'declaration-problem';
  readonly gate: GateName;
  readonly problem: DeclarationProblem;
  /** A file given by the user, when the declaration stands in no record of the input. */
  readonly given?: string | undefined;
}
/** What stands against telling two declared names apart. */
export interface NameFault extends ObservationBase {
  readonly kind: 'name-collision' | 'confusable-name';
  /** The name declared before it: the same, or one that looks like it. */
  readonly other: string;
}
/** A deviation, and no failure event for it. */
export interface UnrecordedFailure extends ObservationBase {
  readonly kind: 'unrecorded-failure';
  /** The run had not ended: the failure may still be recorded. */
  readonly isOpenTail: boolean;
}
/** A failure event that does not say what the law wants it to say. */
export interface ProtocolFault extends ObservationBase {
  readonly kind: 'failure-without-delta' | 'strictness-changed';
}
export interface WrongFailure extends ObservationBase {
  readonly kind: 'wrong-class';
  readonly recorded: string;
}
export interface WrongRoute extends ObservationBase {
  readonly kind: 'wrong-route';
  readonly recorded: string;
  readonly expected: string;
}
/** A gate judged by another schema than the declaration in force, or a plan or a request named another one. */
export interface OtherContract extends ObservationBase {
  readonly kind: 'contract-changed';
  readonly place: 'plan' | 'request' | 'gate';
  readonly gate: GateName;
  /** SHA-256 of the RFC 8785 form of the schema in force, and the one the record names. */
  readonly declared: string;
  readonly recorded: string;
}
/** An effect that had to be undone and was not, or not as declared. */
export interface Uncompensated extends ObservationBase {
  readonly kind: 'uncompensated';
  /** `possible`: nobody knows whether it was made; `irreversible`: it was, and nothing is declared to undo it. */
  readonly fault: 'missing' | 'failed' | 'invalid' | 'wrong-tool' | 'wrong-order' | 'unproven' | 'possible' | 'irreversible';
  /** The tool that made the effect, by its own name, and the one that is declared to undo it. */
  readonly effect: string;
  readonly undoer?: string | undefined;
  /** The tool that was called in its place. */
  readonly recorded?: string | undefined;
  readonly detail?: string | undefined;
}
/** An effect that was made once more: by a second execution of one proposal, by a retry, or by undoing twice what was made once. */
export interface EffectRepeated extends ObservationBase {
  readonly kind: 'effect-repeated';
  /** `undoing`: the effect is that of the call that undoes, which undid the same call before. */
  readonly way: 'execution' | 'retry' | 'undoing';
  readonly effect: string;
  readonly earlierLine: number;
}
export interface IterationsExceeded extends ObservationBase {
  readonly kind: 'iterations-exceeded';
  readonly count: number;
  readonly bound: number;
}
/** A release in validated-document mode that came before what it has to wait for. */
export interface ReleasedEarly extends ObservationBase {
  readonly kind: 'released-early';
  readonly isPartial: boolean;
  /** What is not recorded before it; never empty. */
  readonly missing: readonly ('gate' | 'commit' | 'evidence')[];
}
/** A failed answer was followed by somebody else, or by a text that nobody answered, and nobody had allowed it. */
export interface UnauthorizedRecovery extends ObservationBase {
  readonly kind: 'unauthorized-recovery';
  /** What is another one than in the failed attempt. */
  readonly what: CandidatePart | 'text';
  readonly before?: string | undefined;
  readonly after?: string | undefined;
  /** The kind of a recovery that was allowed for that attempt, where another one was needed. */
  readonly instead?: string | undefined;
}
export type CandidatePart = 'provider' | 'model' | 'account' | 'region';
export interface RecoveryBeyondLimit extends ObservationBase {
  readonly kind: 'recovery-beyond-limit';
  readonly limit: 'attempts' | 'tokens' | 'input_tokens' | 'output_tokens' | 'cost';
  readonly allowed: string;
  readonly used: string;
}
export interface ExposureWidened extends ObservationBase {
  readonly kind: 'exposure-widened';
  readonly what: CandidatePart;
  readonly allowed: readonly string[];
  readonly recorded: string;
}
/** Somebody was asked for an answer of whom nothing shows that they can do what the step must have. */
export interface CapabilityUnproven extends ObservationBase {
  readonly kind: 'capability-unproven';
  /** `combination`: each may be proven, but not together; `unclear`: its request says neither that it was in effect nor that it was not. */
  readonly because: 'refused' | 'absent' | 'unknown' | 'combination' | 'no-evidence' | 'unclear';
  readonly mandatory: readonly string[];
}
/** The answer to a declared probe became the outcome of its step. */
export interface ProbeHandedOn extends ObservationBase {
  readonly kind: 'probe-handed-on';
  readonly isReleased: boolean;
}
/** More left than the step's delivery allows. */
export interface OversizedRelease extends ObservationBase {
  readonly kind: 'oversized-release';
  readonly limit: number;
  /** UTF-8 bytes: exactly, or what any spelling of the value has at least. */
  readonly bytes: number;
  readonly isExact: boolean;
  /** Parts, and all of them since the last document together. */
  readonly isPartial: boolean;
}
export interface CapabilityDowngraded extends ObservationBase {
  readonly kind: 'capability-downgraded';
  readonly mandatory: readonly string[];
  readonly lacking: readonly string[];
}
export interface StepStrictness extends ObservationBase {
  readonly kind: 'step-strictness';
  /** A workflow file given by the user, when the step stands in no record of the input. */
  readonly given?: string | undefined;
}
/** One object of a record says a key twice, be it in a judged value or in the record's own members. */
export interface RecordDefect extends ObservationBase {
  readonly kind: 'record-defect';
  /** The key as written. */
  readonly key: string;
}
/** What a digest stands for is not what the record says: in the payload store, or beside the digest in the record itself. */
export interface PayloadMismatch extends ObservationBase {
  readonly kind: 'payload-mismatch';
  /**
   * `other-bytes`: what is kept has another digest than its name; `other-value`: the record itself holds another value or text;
   * `not-canonical`: no RFC 8785 form of a call object; `other-call`: a call object of another call; `other-declaration`: a tool or a schema of
   * another digest is declared.
   */
  readonly fault: 'other-bytes' | 'other-value' | 'not-canonical' | 'other-call' | 'other-declaration';
  /** JSON Pointer into the call object, to the member that differs. */
  readonly path?: string | undefined;
  /** What the record says, and what is kept. */
  readonly declared?: JsonValue | undefined;
  readonly recorded?: JsonValue | undefined;
  readonly detail?: string | undefined;
}
/** A member that is not in the shape its format gives it, and was not used. */
export interface MisshapenMember extends ObservationBase {
  readonly kind: 'misshapen';
  readonly what: Misshapen['what'];
  readonly detail: string;
}
/** The call objects of one call are not one, or are not made as the ledger says. */
export interface CallObjectFault extends ObservationBase {
  readonly kind: 'call-object';
  /**
   * `unsalted`: without a nonce; `extra-member`: says more than the six members; `two-nonces`: differs from the one before it in its nonce
   * alone; `two-digests`: another call digest than before, of the same recorded call.
   */
  readonly fault: 'unsalted' | 'extra-member' | 'two-nonces' | 'two-digests';
  readonly stages: readonly StageView[];
}
/** The bytes of a release were to be kept, and the payload store does not have them. */
export interface PromisedPayloadMissing extends ObservationBase {
  readonly kind: 'promised-payload-missing';
  readonly sha256: string;
}
/** A run that records digests only, and repeats content in a delta, an error or a reason. */
export interface ContentLeaked extends ObservationBase {
  readonly kind: 'content-leaked';
  /** The run had not ended: it may still record contents, and then withholds nothing. */
  readonly isOpenTail: boolean;
}
export interface FileFault extends Omit<ObservationBase, 'site'> {
  readonly kind: 'line-fault';
  readonly fault: LineFault;
}

export type Observation =
  | Deviation
  | Remark
  | DespiteDeviation
  | Ungated
  | StageDifference
  | Amendment
  | VerdictMismatch
  | PairFault
  | MissingResult
  | RejectedThoughValid
  | RepeatedCall
  | OrphanEvent
  | OrphanExecution
  | RepeatedCommit
  | RepeatedExecution
  | ContradictedStatus
  | DeniedCall
  | DeniedButExecuted
  | ChainBroken
  | TimeOrder
  | CopiedHistory
  | CopiedRun
  | CopiedInput
  | SequenceBroken
  | RunStillOpen
  | DeclarationChange
  | DeclarationRemark
  | NameFault
  | StepStrictness
  | UnrecordedFailure
  | ProtocolFault
  | WrongFailure
  | WrongRoute
  | IterationsExceeded
  | Uncompensated
  | EffectRepeated
  | OtherContract
  | ReleasedEarly
  | UnauthorizedRecovery
  | RecoveryBeyondLimit
  | ExposureWidened
  | CapabilityUnproven
  | CapabilityDowngraded
  | ProbeHandedOn
  | OversizedRelease
  | RecordDefect
  | PayloadMismatch
  | MisshapenMember
  | CallObjectFault
  | PromisedPayloadMissing
  | ContentLeaked
  | FileFault;
export type ObservationKind = Observation['kind'];
