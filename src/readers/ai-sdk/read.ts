import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { entriesOf } from '../kit/entries.ts';
import type { History } from '../kit/history.ts';
import type { HistoryStep } from '../kit/history-steps.ts';
import { type PointerTo, pairOf, pointersIn, type Side } from '../kit/pair.ts';
import { hearDeclared } from '../kit/redeclare.ts';
import { isServerSent, readServerSent } from '../kit/server-sent.ts';
import { emitUnread, type Sink, type Turn, turnStep } from '../kit/sink.ts';
import type { Approvals } from './approvals.ts';
import { isMessage, isResult } from './marks.ts';
import { type PartAt, partSteps, type Reading, toolCall, toolResult } from './parts.ts';
import { openStream, type PartStream } from './stream.ts';
import { recordedTools } from './tools.ts';

/** What is kept from one record of a file to the next. */
export interface FileState {
  readonly history: History;
  /** The stream whose parts are the records. */
  readonly stream: PartStream;
  readonly refused: Set<string>;
  readonly approvals: Approvals;
}

/** The run of records that are pieces of one conversation: single messages, and the parts of a stream. */
export const conversation = 'conversation';

export function isPiece(value: JsonValue): boolean {
  return isMessage(value) || isPart(value);
}

/** What has a type and no role is a part, be it one that is not known. */
function isPart(value: JsonValue): boolean {
  return stringMember(value, 'type') !== undefined && stringMember(value, 'role') === undefined;
}

/** Emits the events of one record: a message, a part of a stream, a result, or a request with what came of it. */
export function readRecord(sink: Sink, state: FileState): void {
  const { value } = sink.record;
  const reading: Reading = { turn: fresh, sink, refused: state.refused, approvals: state.approvals, isModelMessage: false };
  const at: PointerTo = (path) => path;
  // What stands in a conversation again is known by the ids of its calls.
  if (isMessage(value)) readMessage(value, reading, state);
  else if (isPart(value)) show(state, state.stream.push({ part: value, at }, reading), sink);
  else if (isResult(value)) show(state, readResult({ value, pointer: '', isInText: false }, reading), sink);
  else readSides(value, reading, state);
}

function readMessage(message: JsonValue, reading: Reading, state: FileState): void {
  const { sink } = reading;
  if (stringMember(message, 'role') === 'user') sink.emit({ kind: 'turn-begun', record: sink.record, run: sink.run });
  show(
    state,
    messageSteps(message, (path) => path, reading),
    sink,
  );
}

const fresh: Turn = { kind: 'fresh', offered: undefined };

function show({ history }: FileState, steps: readonly HistoryStep[], { run }: Sink): void {
  history.show({ earlier: steps, fresh: [] }, run);
}

function readSides(value: JsonValue, outer: Reading, { history }: FileState): void {
  const { sink, redeclare } = hearDeclared(outer.sink);
  const reading: Reading = { ...outer, sink };
  const own: Side = { value, pointer: '', isInText: false };
  const pair = typeof value === 'string' ? { response: own } : pairOf(value);
  if (pair === undefined) {
    emitUnread(sink, 'record that is no message, part or result');
    return;
  }
  const { request, response } = pair;
  const steps = [
    ...(request === undefined ? [] : readRequest(request, { ...reading, turn: { kind: 'earlier' } })),
    ...(response === undefined ? [] : readResponse(response, reading)),
  ];
  history.show({ earlier: steps, fresh: [], redeclare }, sink.run);
}

function readRequest(request: Side, reading: Reading): readonly HistoryStep[] {
  emitDeclared(request, reading.sink);
  return listIn(request.value, 'messages', reading).flatMap((message, index) => {
    const steps = messageSteps(message, pointersIn(request, `/messages/${index}`), reading);
    return stringMember(message, 'role') === 'user' ? [...steps, turnStep(reading.sink)] : steps;
  });
}

function emitDeclared(holder: Side, sink: Sink): void {
  const declared = recordedTools(holder.value, pointersIn(holder));
  if (declared === undefined) return;
  const { tools, unreadable } = declared;
  sink.emit({ kind: 'declared', record: sink.record, run: sink.run, tools, mode: 'replace', isWhole: unreadable === 0 });
  if (unreadable > 0) emitUnread(sink, 'tool without a JSON Schema');
}

/** The response of a call: its stream as text, the list of its parts, or its result. */
function readResponse(response: Side, reading: Reading): readonly HistoryStep[] {
  const { value } = response;
  if (typeof value === 'string' && isServerSent(value)) return streamedSteps(response, value, reading);
  if (isJsonArray(value))
    return allSteps(
      value.map((part, index) => ({ part, at: pointersIn(response, `/${index}`) })),
      reading,
    );
  if (isResult(value)) return readResult(response, reading);
  const messages = listIn(value, 'messages', reading);
  if (messages.length > 0)
    return messages.flatMap((message, index) => messageSteps(message, pointersIn(response, `/messages/${index}`), reading));
  if (stringMember(value, 'text') === undefined && value !== null) emitUnread(reading.sink, 'record that is no message, part or result');
  return [];
}

/** No pointer leads into the text of a stream: all of it is the place of each value. */
function streamedSteps(response: Side, text: string, reading: Reading): readonly HistoryStep[] {
  const { messages, unreadable } = readServerSent(text);
  if (unreadable > 0) emitUnread(reading.sink, 'stream event that is no JSON');
  return allSteps(
    messages.map((part) => ({ part, at: () => response.pointer })),
    reading,
  );
}

function allSteps(parts: readonly PartAt[], reading: Reading): readonly HistoryStep[] {
  const stream = openStream();
  return [...parts.flatMap((part) => stream.push(part, reading)), ...stream.end()];
}

/** What `generateText` returns holds its steps; what stands beside them says the last step once more. */
function readResult(result: Side, reading: Reading): readonly HistoryStep[] {
  emitDeclared(result, reading.sink);
  const steps = listIn(result.value, 'steps', reading);
  if (!isJsonArray(memberOf(result.value, 'steps'))) return stepSteps(result.value, pointersIn(result), reading);
  return steps.flatMap((step, index) => stepSteps(step, pointersIn(result, `/steps/${index}`), reading));
}

/** Newer steps hold their calls and results in `content`, older ones in lists of their own, and some in both. */
function stepSteps(step: JsonValue, at: PointerTo, reading: Reading): readonly HistoryStep[] {
  const own = listIn(step, 'content', reading).flatMap((part, index) =>
    partSteps({ part, at: (path) => at(`/content/${index}${path}`) }, reading),
  );
  if (own.length > 0) return own;
  const calls = listIn(step, 'toolCalls', reading).flatMap((part, index) =>
    toolCall({ part, at: (path) => at(`/toolCalls/${index}${path}`) }, reading),
  );
  const results = listIn(step, 'toolResults', reading).flatMap((part, index) =>
    toolResult({ part, at: (path) => at(`/toolResults/${index}${path}`) }, reading),
  );
  return [...calls, ...results];
}

function messageSteps(message: JsonValue, at: PointerTo, reading: Reading): readonly HistoryStep[] {
  const isUi = isJsonArray(memberOf(message, 'parts'));
  const name = isUi ? 'parts' : 'content';
  return listIn(message, name, reading).flatMap((part, index) =>
    partSteps({ part, at: (path) => at(`/${name}/${index}${path}`) }, { ...reading, isModelMessage: !isUi }),
  );
}

/** The entries of a member that may hold calls. */
function listIn(holder: JsonValue, name: string, { sink }: Reading): readonly JsonValue[] {
  return entriesOf(memberOf(holder, name), { name, isText: name === 'content' ? true : undefined }, (what) => emitUnread(sink, what));
}
