import { isJsonArray, memberOf, stringMember } from '../../model/json.ts';
import type { History, HistoryStep } from '../kit/history.ts';
import { type Placed, pointersIn, type Side } from '../kit/pair.ts';
import { hearDeclared } from '../kit/redeclare.ts';
import { emitUnread, type Sink, turnStep } from '../kit/sink.ts';
import { isRefusedBy, isTruncatedBy } from '../kit/stop-reason.ts';
import { blockStep, contentBlocks, isSpoken } from './blocks.ts';
import { messagesPairOf } from './event.ts';
import { type AnswerContract, answerContract, offeredTools, requestTools } from './request.ts';
import { answerPayload, type ReadMessage, readEvents, readMessage } from './response.ts';

/** Emits the events of one pair: what the request declares, the history it sends along, then the response. */
export function readPair(sink: Sink, history: History): void {
  const pair = messagesPairOf(sink.record.value);
  if (pair === undefined) emitUnread(sink, 'record that is no request or response');
  else readSides({ request: pair.request, message: pair.response === undefined ? undefined : readMessage(pair.response) }, sink, history);
}

/** Emits the events of a response that was recorded event by event, each a record of its own; its request is another record. */
export function readEventRecords(events: readonly Placed[], sink: Sink, history: History): void {
  readSides({ request: undefined, message: readEvents(events, '') }, sink, history);
}

interface MessageSides {
  readonly request: Side | undefined;
  readonly message: ReadMessage | undefined;
}

function readSides({ request, message }: MessageSides, outer: Sink, history: History): void {
  const { sink, redeclare } = hearDeclared(outer);
  if (request !== undefined) emitDeclared(request, sink);
  const earlier = request === undefined ? [] : historySteps(request, sink);
  const offered = request === undefined ? undefined : offeredTools(request.value);
  for (const what of message?.unread ?? []) emitUnread(sink, what);
  const fresh = message === undefined ? [] : messageSteps(message, offered, sink);
  history.show({ earlier, fresh, redeclare }, sink.run);
  const contract = request === undefined ? undefined : answerContract(request);
  if (message !== undefined && contract !== undefined) emitAnswer(message, contract, sink);
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
function emitAnswer(message: ReadMessage, contract: AnswerContract, sink: Sink): void {
  if (!message.hasAnswer || message.stopReason === 'pause_turn') return;
  if (message.blocks.some(({ block }) => stringMember(block, 'type') === 'tool_use')) return;
  sink.emit({
    kind: 'answered',
    record: sink.record,
    run: sink.run,
    payload: answerPayload(message),
    stopReason: message.stopReason,
    isRefusal: isRefusedBy(message.stopReason) ? true : undefined,
    isTruncated: isTruncatedBy(message.stopReason) ? true : undefined,
    contract,
  });
}
