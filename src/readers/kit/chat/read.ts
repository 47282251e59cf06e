import type { History, HistoryStep } from '../history.ts';
import { type Pair, pairOf, type Side } from '../pair.ts';
import { hearDeclared } from '../redeclare.ts';
import { callStep, emitUnread, emitWord, type Sink } from '../sink.ts';
import { isRefusedBy, isTruncatedBy } from '../stop-reason.ts';
import { type ChatChoice, type ReadChoices, readChoices } from './choices.ts';
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
  const pair = pairOf(sink.record.value);
  if (pair === undefined) emitUnread(sink, 'record that is no request or response');
  else readSides(pair, { ...sink, dialect }, history);
}

function readSides(pair: Pair, outer: ChatSink, history: History): void {
  const { sink: heard, redeclare } = hearDeclared(outer);
  const sink: ChatSink = { ...outer, ...heard };
  const asked: Asked =
    pair.request === undefined ? { earlier: [], offered: undefined, format: { kind: 'text' } } : readRequest(pair.request, sink);
  const choices = pair.response === undefined ? [] : choicesOf(readChoices(pair.response, sink), sink);
  const calls = choices.flatMap((choice) => choice.calls);
  history.show(
    { earlier: asked.earlier, fresh: calls.map((call) => callStep(call, { kind: 'fresh', offered: asked.offered }, sink)), redeclare },
    sink.run,
  );
  for (const choice of choices) emitAnswer(choice, asked.format, sink);
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

/** An answer is one of its own only where a form was asked for, and only when the model did not call a tool instead. */
function emitAnswer(choice: ChatChoice, format: ResponseFormat, sink: Sink): void {
  if (choice.calls.length > 0 || format.kind === 'text' || format.kind === 'unreadable') return;
  sink.emit({
    kind: 'answered',
    record: sink.record,
    run: sink.run,
    payload: choice.content,
    stopReason: choice.stopReason,
    isRefusal: choice.isRefusal || isRefusedBy(choice.stopReason) ? true : undefined,
    isTruncated: isTruncatedBy(choice.stopReason) ? true : undefined,
    contract: format.kind === 'json-schema' ? { schema: format.schema, pointer: format.pointer, name: format.name } : undefined,
  });
}
