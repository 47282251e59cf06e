import { memberOf, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { entriesOf } from '../kit/entries.ts';
import type { History } from '../kit/history.ts';
import type { HistoryStep } from '../kit/history-steps.ts';
import { pointersIn, type Side } from '../kit/pair.ts';
import { hearDeclared } from '../kit/redeclare.ts';
import type { Sides } from '../kit/sides.ts';
import { emitUnread, emitWord, type Sink, turnStep, within } from '../kit/sink.ts';
import { messageOf, placeAt, type Spoken, spokenIn } from '../kit/spoken-messages.ts';
import { isRefusedBy, isTruncatedBy } from '../kit/stop-reason.ts';
import { blockStep, contentBlocks, isSpoken, type Reading } from './blocks.ts';
import { type AnswerFormat, answerFormat, offeredTools, requestTools } from './request.ts';
import { answerText, type ReadMessage } from './response.ts';

/** What the request says about its response. */
interface Asked {
  readonly earlier: readonly HistoryStep[];
  readonly offered: readonly string[] | undefined;
  readonly systemTools: ReadonlySet<string>;
  readonly format: AnswerFormat;
}

const nothingAsked: Asked = { earlier: [], offered: undefined, systemTools: new Set(), format: { kind: 'text' } };

/** Emits the events of one pair: what the request declares, the history it sends along, then the response. */
export function readSides({ request, requestRecord, response: message }: Sides<ReadMessage>, outer: Sink, history: History): void {
  const { sink, redeclare } = hearDeclared(outer);
  const spoken = request === undefined ? undefined : spokenIn(request.value, () => message && messageOf(message.blocks));
  const { earlier, offered, systemTools, format } =
    request === undefined ? nothingAsked : readRequest(request, spoken, within(sink, requestRecord));
  for (const what of message?.unread ?? []) emitWord(sink, what);
  const blocks = message?.blocks ?? [];
  const steps = blocks.map((block, index) => {
    const stop = { reason: message?.stopReason, isLast: index === blocks.length - 1 };
    return blockStep(block, { turn: { kind: 'fresh', offered, stop, place: placeAt(spoken) }, systemTools, sink });
  });
  const fresh = steps.filter((step) => step !== undefined);
  history.show({ earlier, fresh, redeclare }, sink.run);
  if (message !== undefined) emitAnswer(message, { format, record: requestRecord }, sink);
}

function readRequest(request: Side, spoken: Spoken | undefined, sink: Sink): Asked {
  const systemTools = emitDeclared(request, sink);
  const format = answerFormat(request);
  if (format.kind === 'unreadable') emitUnread(sink, 'outputConfig without a readable schema');
  return { earlier: historySteps(request, { systemTools, spoken, sink }), offered: offeredTools(request.value), systemTools, format };
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

interface Earlier extends Pick<Reading, 'systemTools' | 'sink'> {
  readonly spoken: Spoken | undefined;
}

function historySteps(request: Side, { systemTools, spoken, sink }: Earlier): readonly HistoryStep[] {
  const tell = (what: string): void => emitUnread(sink, what);
  return entriesOf(memberOf(request.value, 'messages'), { name: 'messages' }, tell).flatMap((message, index) => {
    const reading: Reading = { turn: { kind: 'earlier', place: placeAt(spoken, index) }, systemTools, sink };
    const blocks = contentBlocks(memberOf(message, 'content'), pointersIn(request, `/messages/${index}`), tell);
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
