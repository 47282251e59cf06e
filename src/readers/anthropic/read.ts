import type { Answered } from '../../model/event.ts';
import { isJsonArray, memberOf, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import type { EventStream } from '../kit/event-records.ts';
import type { History, HistoryStep } from '../kit/history.ts';
import { pointersIn, type Side } from '../kit/pair.ts';
import { hearDeclared } from '../kit/redeclare.ts';
import type { Answer } from '../kit/session.ts';
import { emitUnread, type Sink, turnStep, within } from '../kit/sink.ts';
import { isRefusedBy, isTruncatedBy } from '../kit/stop-reason.ts';
import { blockStep, contentBlocks, isSpoken } from './blocks.ts';
import { messagesPairOf } from './event.ts';
import { answerContract, offeredTools, requestTools } from './request.ts';
import { answerText, type ReadMessage, readJoined, readMessage } from './response.ts';
import type { JoinedMessage } from './stream.ts';

/** Emits the events of one pair: what the request declares, the history it sends along, then the response. */
export function readPair(sink: Sink, history: History): void {
  const pair = messagesPairOf(sink.record.value);
  if (pair === undefined) emitUnread(sink, 'record that is no request or response');
  else readSides({ request: pair.request, message: pair.response === undefined ? undefined : readMessage(pair.response) }, sink, history);
}

/** Emits the events of a response that was recorded event by event, each a record of its own; its request, if known, is another record. */
export function readEventRecords({ joined, request }: EventStream<JoinedMessage>, sink: Sink, history: History): void {
  readSides({ request: request?.side, requestRecord: request?.record, message: readJoined(joined, '') }, sink, history);
}

/** Emits the events of a stream that is one record, after the request that is the record before. */
export function readAnswer({ request, response }: Answer, sink: Sink, history: History): void {
  readSides({ request: request.side, requestRecord: request.record, message: readMessage(response) }, sink, history);
}

interface MessageSides {
  readonly request: Side | undefined;
  /** The record of the request, where it is another one. */
  readonly requestRecord?: SourceRecord | undefined;
  readonly message: ReadMessage | undefined;
}

function readSides({ request, requestRecord, message }: MessageSides, outer: Sink, history: History): void {
  const { sink, redeclare } = hearDeclared(outer);
  const asking = within(sink, requestRecord);
  if (request !== undefined) emitDeclared(request, asking);
  const earlier = request === undefined ? [] : historySteps(request, asking);
  const offered = request === undefined ? undefined : offeredTools(request.value);
  for (const what of message?.unread ?? []) emitUnread(sink, what);
  const fresh = message === undefined ? [] : messageSteps(message, offered, sink);
  history.show({ earlier, fresh, redeclare }, sink.run);
  const contract = request === undefined ? undefined : answerContract(request);
  if (message !== undefined && contract !== undefined) emitAnswer(message, { ...contract, record: requestRecord }, sink);
}

function messageSteps({ blocks, stopReason }: ReadMessage, offered: readonly string[] | undefined, sink: Sink): readonly HistoryStep[] {
  const steps = blocks.map((block, index) => {
    const stop = { reason: stopReason, isLast: index === blocks.length - 1 };
    return blockStep(block, { kind: 'fresh', offered, stop }, sink);
  });
  return steps.filter((step) => step !== undefined);
}

function emitDeclared(request: Side, sink: Sink): void {
  const declared = requestTools(request);
  if (declared === undefined) return;
  const { tools, unreadable } = declared;
  sink.emit({ kind: 'declared', record: sink.record, run: sink.run, tools, mode: 'replace', isWhole: unreadable === 0 });
  if (unreadable > 0) emitUnread(sink, 'declaration without a name');
}

function historySteps(request: Side, sink: Sink): readonly HistoryStep[] {
  const messages = memberOf(request.value, 'messages');
  if (!isJsonArray(messages)) return [];
  return messages.flatMap((message, index) => {
    const blocks = contentBlocks(memberOf(message, 'content'), pointersIn(request, `/messages/${index}`));
    const steps = blocks.map((block) => blockStep(block, { kind: 'earlier' }, sink)).filter((step) => step !== undefined);
    // Results stand before what a person says beside them.
    return isSpoken(message) ? [...steps, turnStep(sink)] : steps;
  });
}

/** An answer that calls a tool of the user, or that was paused, is not the final one. */
function emitAnswer(message: ReadMessage, contract: NonNullable<Answered['contract']>, sink: Sink): void {
  if (!message.hasAnswer || message.stopReason === 'pause_turn') return;
  if (message.blocks.some(({ block }) => stringMember(block, 'type') === 'tool_use')) return;
  const { payload, record = sink.record } = answerText(message);
  sink.emit({
    kind: 'answered',
    record,
    run: sink.run,
    payload,
    stopReason: message.stopReason,
    isRefusal: isRefusedBy(message.stopReason) ? true : undefined,
    isTruncated: isTruncatedBy(message.stopReason) ? true : undefined,
    contract,
  });
}
