import type { TriedCall } from './attempts.ts';
import type { Redeclare } from './redeclare.ts';
import type { MessagePlace } from './spoken-messages.ts';

/** A call in the messages that a request sends along. */
export interface HistoryCall {
  readonly kind: 'call';
  /** By which a result finds its call: the id, or the tool's name where the format has no ids. */
  readonly pairing: string;
  /** Equal for two copies of the same call. */
  readonly key: string;
  readonly id?: string | undefined;
  readonly tool: string;
  readonly server: string | undefined;
  /** The host refused it where it stands. */
  readonly isRefused?: true | undefined;
  /** Where a format may leave ids out: equal for two copies of which one has an id and the other has none. */
  readonly loose?: { readonly key: string; readonly tool: string } | undefined;
  /** Its id is one that is never made twice. */
  readonly isNamed?: boolean | undefined;
  /** What its provider marks this very call with. */
  readonly mark?: string | undefined;
  /** Where it stands in what its request says. Absent: nothing tells conversations apart. */
  readonly place?: MessagePlace | undefined;
  /** Where it stands. Absent: a call of which no copy with other arguments is looked for. */
  readonly line?: number | undefined;
  /** `told`: it is no call of its own. */
  readonly emit: (run: string, told?: ToldAgain) => void;
}
/** A call that was shown before: of which this is a copy with other arguments, or that this very response made. */
export type ToldAgain = { readonly rewrites: { readonly line: number } } | { readonly made: ShownCall };
export interface HistoryResult {
  readonly kind: 'result';
  readonly pairing: string;
  readonly key: string;
  /** Where a format may leave ids out: the tool whose earliest call without a result this may answer. */
  readonly loose?: { readonly tool: string | undefined; readonly hasId: boolean } | undefined;
  /** Whether a further attempt may follow: an error answers the call, or its host refused it. Absent: never. */
  readonly isStop?: (() => boolean) | undefined;
  /** `call` is the call that it answers, as it was shown; undefined when none is known. */
  readonly emit: (run: string, call?: ShownCall) => void;
  /** What to say where no record holds its call, in place of a result that nobody asked for: another response made it. */
  readonly emitLost?: (() => void) | undefined;
}
/** A person speaks: what was tried before is over. Told in each run in which an attempt waits for a further one. */
export interface HistoryTurn {
  readonly kind: 'turn';
  readonly emit: (run: string) => void;
}
/** A decision about a call, which stands between the call and its result. */
export interface HistoryDecision {
  readonly kind: 'decision';
  readonly pairing: string;
  /** Equal for two copies of the same decision. */
  readonly key: string;
  /** `call` as for a result. */
  readonly emit: (run: string, call?: ShownCall) => void;
}
export type HistoryStep = HistoryCall | HistoryResult | HistoryDecision | HistoryTurn;

/** A call that was emitted: later copies lead back to it. */
export interface ShownCall {
  readonly run: string;
  /** The id it was emitted with. */
  readonly id: string | undefined;
  readonly tool: string;
}

/** What the messages of one pair hold: sent along again, and new in the response. */
export interface Conversation {
  readonly earlier: readonly HistoryStep[];
  readonly fresh: readonly HistoryStep[];
  /** Declares for another run what this pair declares. Absent: calls never leave the run of their pair. */
  readonly redeclare?: Redeclare | undefined;
}

/** A call of one conversation, with the result it has there. */
export interface LinkedCall {
  readonly step: HistoryCall;
  readonly index: number;
  result: LinkedResult | undefined;
  shown: TriedCall | undefined;
}
/** A result of one conversation. */
export interface LinkedResult {
  readonly step: HistoryResult;
  call: LinkedCall | undefined;
  /** For a result whose call has one already: that call. */
  near: LinkedCall | undefined;
  isShown: boolean;
}
export interface LinkedDecision {
  readonly step: HistoryDecision;
  readonly about: LinkedCall | undefined;
}
export type Linked = LinkedCall | LinkedResult | LinkedDecision | HistoryTurn;
