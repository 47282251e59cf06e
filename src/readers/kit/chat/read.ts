import type { JsonValue } from '../../../model/json.ts';
import type { Payload } from '../../../model/payload.ts';
import type { SourceRecord } from '../../../model/record.ts';
import type { History } from '../history.ts';
import type { HistoryStep } from '../history-steps.ts';
import type { Side } from '../pair.ts';
import { hearDeclared } from '../redeclare.ts';
import type { Sides } from '../sides.ts';
import { callStep, emitUnread, emitWord, type Sink, within } from '../sink.ts';
import { placeAt, type Spoken, spokenIn } from '../spoken-messages.ts';
import { isRefusedBy, isTruncatedBy } from '../stop-reason.ts';
import type { ChatChoice, ReadChoices } from './choices.ts';
import type { ChatSink } from './dialect.ts';
import { historySteps } from './messages.ts';
import { offeredTools, type ResponseFormat, requestTools, responseFormat } from './request.ts';

/** What the request says about its response. */
interface Asked {
  readonly earlier: readonly HistoryStep[];
  readonly spoken: Spoken | undefined;
  readonly offered: readonly string[] | undefined;
  readonly format: ResponseFormat;
}

/** Reads a response where the dialect of its pair is known, after what the request declares was told. */
export type ChatResponse = (sink: ChatSink) => ReadChoices;

/** Emits the events of one pair: what the request declares, the history it sends along, then the response. */
export function readSides({ request, requestRecord, response: read }: Sides<ChatResponse>, outer: ChatSink, history: History): void {
  const { sink: heard, redeclare } = hearDeclared(outer);
  const sink: ChatSink = { ...outer, ...heard };
  const asked: Asked =
    request === undefined
      ? { earlier: [], spoken: undefined, offered: undefined, format: { kind: 'text' } }
      : readRequest(request, () => answerIn(choices), within(sink, requestRecord));
  const response = read?.(sink);
  const choices = response === undefined ? [] : choicesOf(response, sink);
  history.show({ earlier: asked.earlier, fresh: choices.flatMap((choice) => choiceSteps(choice, asked, sink)), redeclare }, sink.run);
  for (const choice of choices) emitAnswer(choice, { format: asked.format, record: requestRecord }, within(sink, choice.record));
}

/** The only choice, as a message of the next request. */
function answerIn([choice, ...others]: readonly ChatChoice[]): JsonValue | undefined {
  if (choice === undefined || others.length > 0) return undefined;
  const { content, calls } = choice;
  const called = calls.map(({ tool, payload }) => ({ function: { name: tool, arguments: wordsOf(payload) } }));
  return { content: wordsOf(content), tool_calls: called };
}

function wordsOf(payload: Payload): JsonValue {
  if (payload.form === 'value') return payload.value;
  return payload.form === 'text' ? payload.text : null;
}

function choiceSteps({ calls, stopReason }: ChatChoice, { offered, spoken }: Asked, sink: Sink): readonly HistoryStep[] {
  return calls.map((call, index) => {
    const stop = { reason: stopReason, isLast: index === calls.length - 1 };
    return callStep(call, { kind: 'fresh', offered, stop, place: placeAt(spoken) }, within(sink, call.record));
  });
}

function readRequest(request: Side, answer: () => JsonValue | undefined, sink: ChatSink): Asked {
  const declared = requestTools(request, sink.dialect);
  if (declared !== undefined) {
    const { tools, unreadable } = declared;
    sink.emit({ kind: 'declared', record: sink.record, run: sink.run, tools, mode: 'replace', isWhole: unreadable === 0 });
    if (unreadable > 0) emitUnread(sink, 'declaration without a name');
  }
  const format = responseFormat(request);
  if (format.kind === 'unreadable') emitUnread(sink, 'response_format without a schema');
  const spoken = spokenIn(request.value, answer);
  return { earlier: historySteps(request, spoken, sink), spoken, offered: offeredTools(request.value), format };
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
