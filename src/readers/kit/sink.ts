import { parseJson } from '../../json/parse.ts';
import type { LedgerEvent } from '../../model/event.ts';
import type { Payload } from '../../model/payload.ts';
import type { SourceRecord } from '../../model/record.ts';
import { argumentKey } from './argument-key.ts';
import { isEndMark } from './end-mark.ts';
import type { HistoryStep, HistoryTurn, ShownCall, ToldAgain } from './history-steps.ts';
import type { MessagePlace } from './spoken-messages.ts';
import { isTruncatedBy } from './stop-reason.ts';
import { isUniqueId } from './unique-id.ts';

/** Where the events of one pair go. */
export interface Sink {
  readonly record: SourceRecord;
  readonly run: string;
  readonly emit: (event: LedgerEvent) => void;
}

/** The same for another record of the pair; undefined: for the one that it has. */
export function within<S extends Sink>(sink: S, record: SourceRecord | undefined): S {
  return record === undefined ? sink : { ...sink, record };
}

/** Says that a record, or one part of it, could not be used. */
export function emitUnread(sink: Sink, what: string): void {
  sink.emit({ kind: 'unread', record: sink.record, run: sink.run, what });
}

/** Providers' own words for a call that was none, which they did not hand on as one. */
const refusals: ReadonlySet<string> = new Set([
  'tool_use_failed',
  'malformed_tool_use',
  'malformed_model_output',
  'MALFORMED_FUNCTION_CALL',
  'MALFORMED_RESPONSE',
  'UNEXPECTED_TOOL_CALL',
]);

/** A word about a response that is no message: the provider's own refusal of a call is its verdict, all else is unread. */
export function emitWord(sink: Sink, what: string): void {
  const { record, run } = sink;
  if (refusals.has(what)) sink.emit({ kind: 'gate-checked', record, run, gate: 'input', by: 'host', verdict: 'fail' });
  else emitUnread(sink, what);
}

/** Runs `read`; a record that caused no event is one that is not about tools or answers. */
export function emitAtLeastOne(sink: Sink, read: (sink: Sink) => void): void {
  if (isEndMark(sink.record.value)) {
    sink.emit({ kind: 'unrelated', record: sink.record, run: sink.run });
    return;
  }
  let isEmpty = true;
  read({
    record: sink.record,
    run: sink.run,
    emit(event) {
      isEmpty = false;
      sink.emit(event);
    },
  });
  if (isEmpty) sink.emit({ kind: 'unrelated', record: sink.record, run: sink.run });
}

/** One tool call of a message, with pointers into the record. */
export interface MessageCall {
  readonly id: string | undefined;
  readonly idPointer: string | undefined;
  readonly server?: string | undefined;
  readonly tool: string;
  readonly toolPointer: string;
  readonly payload: Payload;
  readonly isProviderRun?: true | undefined;
  /** The host did not accept what the model wrote as a call, and says so beside it. */
  readonly isRefused?: true | undefined;
  /** The same call may be recorded with an id here and without one there. */
  readonly isIdOptional?: true | undefined;
  /** What its provider marks this very call with: two that differ are two calls, whatever they say. */
  readonly mark?: string | undefined;
}

/**
 * What the turn of a call adds: sent along again, or new with the tools that were offered. `place`: what stood before it in the conversation,
 * which tells it from the same call of another one where no id does.
 */
export type Turn = { readonly place?: MessagePlace | undefined } & (
  | { readonly kind: 'earlier' }
  | { readonly kind: 'fresh'; readonly offered: readonly string[] | undefined; readonly stop?: TurnStop | undefined }
);

/** How the message of a call ended. */
export interface TurnStop {
  readonly reason: string | undefined;
  /** Nothing came after the call. */
  readonly isLast: boolean;
}

export function callStep(call: MessageCall, turn: Turn, sink: Sink): HistoryStep {
  const what = `\n${call.tool}\n${argumentKey(call.payload)}`;
  const { place } = turn;
  const withoutId = call.id === undefined || call.isIdOptional === true ? `\n${place?.spoken.before(place.index) ?? ''}${what}` : undefined;
  const loose = call.isIdOptional === true && withoutId !== undefined ? { key: withoutId, tool: call.tool } : undefined;
  return {
    kind: 'call',
    pairing: pairingOf(call.id, call.tool),
    key: call.id === undefined && withoutId !== undefined ? withoutId : `${call.id ?? ''}${what}`,
    id: call.id,
    tool: call.tool,
    server: call.server,
    isRefused: call.isRefused,
    loose,
    isNamed: call.id !== undefined && isUniqueId(call.id),
    mark: call.mark,
    place,
    line: sink.record.line,
    emit(run, told) {
      emitCall({ call, turn, told }, { ...sink, run });
    },
  };
}

interface CallTurn {
  readonly call: MessageCall;
  readonly turn: Turn;
  readonly told: ToldAgain | undefined;
}

// Written out member by member: what is spread into the middle of a literal is copied one by one, and makes each call a shape of its own.
function emitCall({ call, turn, told }: CallTurn, { record, run, emit }: Sink): void {
  const made = told !== undefined && 'made' in told ? told.made : undefined;
  const id = made === undefined ? call.id : made.id;
  const isFresh = turn.kind === 'fresh';
  const stop = isFresh ? cutBy(turn.stop, call.payload) : undefined;
  emit({
    kind: 'proposed',
    record,
    run,
    call: id,
    callPointer: call.idPointer,
    server: call.server,
    tool: call.tool,
    toolPointer: call.toolPointer,
    payload: call.payload,
    isHistory: isFresh ? undefined : true,
    wasShown: made === undefined ? undefined : true,
    rewrites: told !== undefined && 'rewrites' in told ? told.rewrites : undefined,
    isProviderRun: call.isProviderRun,
    offered: isFresh ? turn.offered : undefined,
    isTruncated: stop === undefined ? undefined : true,
    stopReason: stop?.reason,
  });
  if (call.isRefused !== true || told !== undefined) return;
  emit({ kind: 'gate-checked', record, run, call: id, callPointer: call.idPointer, gate: 'input', by: 'host', verdict: 'fail' });
}

/** A call is cut off at a limit where nothing came after it, or where its own arguments end too early to be JSON. */
function cutBy(stop: TurnStop | undefined, payload: Payload): TurnStop | undefined {
  if (stop === undefined || !isTruncatedBy(stop.reason)) return undefined;
  return stop.isLast || (payload.form === 'text' && !parseJson(payload.text).ok) ? stop : undefined;
}

/** A person speaks in a message that a request sends along. */
export function turnStep(sink: Sink): HistoryTurn {
  return { kind: 'turn', emit: (run) => sink.emit({ kind: 'turn-begun', record: sink.record, run }) };
}

/** Results of calls without ids are found by the tool's name. */
export function pairingOf(id: string | undefined, tool: string | undefined): string {
  return id === undefined ? `name ${tool ?? ''}` : `id ${id}`;
}

/** The id of the call that a result answers: as the call was shown, else as the result itself names it. */
export function answeredCall(
  id: string | undefined,
  shown: ShownCall | undefined,
  pointer: string,
): { readonly call: string | undefined; readonly callPointer: string | undefined } {
  const call = shown === undefined ? id : shown.id;
  return { call, callPointer: call === undefined || id === undefined ? undefined : pointer };
}
