import type { SourceRecord } from '../../../model/record.ts';
import type { History, HistoryStep } from '../history.ts';
import type { Side } from '../pair.ts';
import { hearDeclared } from '../redeclare.ts';
import type { Answer } from '../session.ts';
import { callStep, emitUnread, emitWord, type Sink, within } from '../sink.ts';
import { isRefusedBy, isTruncatedBy } from '../stop-reason.ts';
import { type ChatChoice, type ReadChoices, readChoices, readJoined } from './choices.ts';
import { chatPairOf } from './chunk.ts';
import type { ChunkStream } from './chunk-records.ts';
import type { ChatDialect, ChatSink } from './dialect.ts';
import { historySteps } from './messages.ts';
import { offeredTools, type ResponseFormat, requestTools, responseFormat } from './request.ts';

/** What the request says about its response. */
interface Asked {
  readonly earlier: readonly HistoryStep[];
  readonly offered: readonly string[] | undefined;
  readonly format: ResponseFormat;
}

/** Emits the events of one pair: what the request declares, the history it sends along, then the response. */
export function readPair(sink: Sink, history: History, dialect: ChatDialect): void {
  const pair = chatPairOf(sink.record.value);
  if (pair === undefined) {
    emitUnread(sink, 'record that is no request or response');
    return;
  }
  const { request, response } = pair;
  readSides({ request, read: (chat) => (response === undefined ? undefined : readChoices(response, chat)) }, { ...sink, dialect }, history);
}

/** Emits the events of a response that was recorded chunk by chunk, each a record of its own; its request, if known, is another record. */
export function readChunkRecords({ joined, request, isDone }: ChunkStream, sink: ChatSink, history: History): void {
  readSides({ request: request?.side, requestRecord: request?.record, read: () => readJoined(joined, isDone) }, sink, history);
}

/** Emits the events of a stream that is one record, after the request that is the record before. */
export function readAnswer({ request, response }: Answer, sink: ChatSink, history: History): void {
  readSides({ request: request.side, requestRecord: request.record, read: (chat) => readChoices(response, chat) }, sink, history);
}

interface ChatSides {
  readonly request: Side | undefined;
  /** The record of the request, where it is another one. */
  readonly requestRecord?: SourceRecord | undefined;
  readonly read: (sink: ChatSink) => ReadChoices | undefined;
}

function readSides({ request, requestRecord, read }: ChatSides, outer: ChatSink, history: History): void {
  const { sink: heard, redeclare } = hearDeclared(outer);
  const sink: ChatSink = { ...outer, ...heard };
  const asked: Asked =
    request === undefined
      ? { earlier: [], offered: undefined, format: { kind: 'text' } }
      : readRequest(request, within(sink, requestRecord));
  const response = read(sink);
  const choices = response === undefined ? [] : choicesOf(response, sink);
  history.show(
    { earlier: asked.earlier, fresh: choices.flatMap((choice) => choiceSteps(choice, asked.offered, sink)), redeclare },
    sink.run,
  );
  for (const choice of choices) emitAnswer(choice, { format: asked.format, record: requestRecord }, within(sink, choice.record));
}

function choiceSteps({ calls, stopReason }: ChatChoice, offered: Asked['offered'], sink: Sink): readonly HistoryStep[] {
  return calls.map((call, index) => {
    const stop = { reason: stopReason, isLast: index === calls.length - 1 };
    return callStep(call, { kind: 'fresh', offered, stop }, within(sink, call.record));
  });
}

function readRequest(request: Side, sink: ChatSink): Asked {
  const declared = requestTools(request, sink.dialect);
  if (declared !== undefined) {
    const { tools, unreadable } = declared;
    sink.emit({ kind: 'declared', record: sink.record, run: sink.run, tools, mode: 'replace', isWhole: unreadable === 0 });
    if (unreadable > 0) emitUnread(sink, 'declaration without a name');
  }
  const format = responseFormat(request);
  if (format.kind === 'unreadable') emitUnread(sink, 'response_format without a schema');
  return { earlier: historySteps(request, sink), offered: offeredTools(request.value), format };
}

function choicesOf(read: ReadChoices, sink: Sink): readonly ChatChoice[] {
  for (const what of read.unread) emitWord(sink, what);
  return read.choices;
}

/** The form that an answer owes; `record`: where it is asked for, if that is another record. */
interface Owed {
  readonly format: ResponseFormat;
  readonly record: SourceRecord | undefined;
}

/** An answer is one of its own only where a form was asked for, and only when the model did not call a tool instead. */
function emitAnswer(choice: ChatChoice, { format, record }: Owed, sink: Sink): void {
  if (choice.calls.length > 0 || format.kind === 'text' || format.kind === 'unreadable') return;
  sink.emit({
    kind: 'answered',
    record: sink.record,
    run: sink.run,
    payload: choice.content,
    stopReason: choice.stopReason,
    isRefusal: choice.isRefusal || isRefusedBy(choice.stopReason) ? true : undefined,
    isTruncated: isTruncatedBy(choice.stopReason) ? true : undefined,
    contract: format.kind === 'json-schema' ? { schema: format.schema, pointer: format.pointer, name: format.name, record } : undefined,
  });
}
