import { isJsonArray, memberOf, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import type { EventStream } from '../kit/event-records.ts';
import type { History, HistoryStep } from '../kit/history.ts';
import { pointersIn, type Side } from '../kit/pair.ts';
import { hearDeclared } from '../kit/redeclare.ts';
import type { Answer } from '../kit/session.ts';
import { emitUnread, emitWord, type Sink, turnStep, within } from '../kit/sink.ts';
import { isRefusedBy, isTruncatedBy } from '../kit/stop-reason.ts';
import { blockStep, contentBlocks, isSpoken } from './blocks.ts';
import { type AnswerFormat, answerFormat, offeredTools, requestTools } from './request.ts';
import { answerText, type ReadMessage, readJoined, readMessage } from './response.ts';
import { sidesOf } from './sides.ts';
import type { JoinedMessage } from './stream.ts';

/** What the request says about its response. */
interface Asked {
  readonly earlier: readonly HistoryStep[];
  readonly offered: readonly string[] | undefined;
  readonly systemTools: ReadonlySet<string>;
  readonly format: AnswerFormat;
}

const nothingAsked: Asked = { earlier: [], offered: undefined, systemTools: new Set(), format: { kind: 'text' } };

/** Emits the events of one pair: what the request declares, the history it sends along, then the response. */
export function readPair(sink: Sink, history: History): void {
  const pair = sidesOf(sink.record.value);
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
  const { earlier, offered, systemTools, format } =
    request === undefined ? nothingAsked : readRequest(request, within(sink, requestRecord));
  for (const what of message?.unread ?? []) emitWord(sink, what);
  const blocks = message?.blocks ?? [];
  const steps = blocks.map((block, index) => {
    const stop = { reason: message?.stopReason, isLast: index === blocks.length - 1 };
    return blockStep(block, { turn: { kind: 'fresh', offered, stop }, systemTools, sink });
  });
  const fresh = steps.filter((step) => step !== undefined);
  history.show({ earlier, fresh, redeclare }, sink.run);
  if (message !== undefined) emitAnswer(message, { format, record: requestRecord }, sink);
}

function readRequest(request: Side, sink: Sink): Asked {
  const systemTools = emitDeclared(request, sink);
  const format = answerFormat(request);
  if (format.kind === 'unreadable') emitUnread(sink, 'outputConfig without a readable schema');
  return { earlier: historySteps(request, systemTools, sink), offered: offeredTools(request.value), systemTools, format };
}

/** Answers the names of the tools that the provider runs itself. */
function emitDeclared(request: Side, sink: Sink): ReadonlySet<string> {
  const declared = requestTools(request);
  if (declared === undefined) return nothingAsked.systemTools;
  const { tools, unreadable, systemTools } = declared;
  sink.emit({ kind: 'declared', record: sink.record, run: sink.run, tools, mode: 'replace', isWhole: unreadable === 0 });
  if (unreadable > 0) emitUnread(sink, 'declaration without a name');
  return systemTools;
}

function historySteps(request: Side, systemTools: ReadonlySet<string>, sink: Sink): readonly HistoryStep[] {
  const messages = memberOf(request.value, 'messages');
  if (!isJsonArray(messages)) return [];
  const reading = { turn: { kind: 'earlier' }, systemTools, sink } as const;
  return messages.flatMap((message, index) => {
    const blocks = contentBlocks(memberOf(message, 'content'), pointersIn(request, `/messages/${index}`));
    const steps = blocks.map((block) => blockStep(block, reading)).filter((step) => step !== undefined);
    // Results stand before what a person says beside them.
    return isSpoken(message) ? [...steps, turnStep(sink)] : steps;
  });
}

/** The form that an answer owes; `record`: where it is asked for, if that is another record. */
interface Owed {
  readonly format: AnswerFormat;
  readonly record: SourceRecord | undefined;
}

/** An answer that calls a tool of the user is not the final one. */
function emitAnswer(message: ReadMessage, { format, record: asking }: Owed, sink: Sink): void {
  if (!message.hasAnswer || format.kind !== 'json-schema' || message.stopReason === 'tool_use') return;
  if (message.blocks.some(({ block }) => isUserCall(memberOf(block, 'toolUse')))) return;
  const { schema, pointer, name } = format;
  const { payload, record = sink.record } = answerText(message);
  sink.emit({
    kind: 'answered',
    record,
    run: sink.run,
    payload,
    stopReason: message.stopReason,
    isRefusal: isRefusedBy(message.stopReason) ? true : undefined,
    isTruncated: isTruncatedBy(message.stopReason) ? true : undefined,
    contract: { schema, pointer, name, record: asking },
  });
}

function isUserCall(use: ReturnType<typeof memberOf>): boolean {
  return use !== undefined && stringMember(use, 'type') !== 'server_tool_use';
}
