import type { Answered } from '../../model/event/answers.ts';
import { isJsonObject, type JsonValue } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import type { History } from '../kit/history.ts';
import type { HistoryStep } from '../kit/history-steps.ts';
import { pointersIn, type Side } from '../kit/pair.ts';
import { hearDeclared } from '../kit/redeclare.ts';
import type { Sides } from '../kit/sides.ts';
import { emitUnread, emitWord, type Sink, type TurnStop, turnStep, within } from '../kit/sink.ts';
import { openSpoken, placeAt, type Spoken } from '../kit/spoken-messages.ts';
import { isRefusedBy, isTruncatedBy } from '../kit/stop-reason.ts';
import { into, itemsOf, type Located } from './located.ts';
import { isSpoken, partStep, type Reading } from './parts.ts';
import { type AnswerFormat, answerFormat, offeredTools, requestTools } from './request.ts';
import { answerText, type Candidate, type ReadResponse } from './response.ts';

/** What the request says about its response. */
interface Asked {
  readonly earlier: readonly HistoryStep[];
  readonly spoken: Spoken | undefined;
  readonly offered: readonly string[] | undefined;
  readonly outputs: ReadonlyMap<string, JsonValue>;
  readonly format: AnswerFormat;
}

const nothingAsked: Asked = { earlier: [], spoken: undefined, offered: undefined, outputs: new Map(), format: { kind: 'text' } };

/** Emits the events of one pair: what the request declares, the history it sends along, then the response. */
export function readSides({ request, requestRecord, response: read }: Sides<ReadResponse>, outer: Sink, history: History): void {
  const { sink, redeclare } = hearDeclared(outer);
  const asked = request === undefined ? nothingAsked : readRequest(request, () => answerIn(read), within(sink, requestRecord));
  const owed = { format: asked.format, record: requestRecord, isDoubtful: read?.isDoubtful === true };
  for (const what of read?.unread ?? []) emitWord(sink, what);
  const candidates = read?.candidates ?? [];
  const { offered, outputs } = asked;
  const place = placeAt(asked.spoken);
  history.show(
    {
      earlier: asked.earlier,
      fresh: candidates.flatMap((candidate) =>
        candidateSteps(candidate, (stop, record) => ({
          turn: { kind: 'fresh', offered, stop, place },
          outputs,
          sink: within(sink, record),
        })),
      ),
      redeclare,
    },
    sink.run,
  );
  for (const candidate of candidates) {
    emitProviderFault(candidate, sink);
    emitAnswer(candidate, owed, sink);
  }
  if (read !== undefined && candidates.length === 0) emitBlocked(read, owed, sink);
}

/** What the only candidate says, as a content of the next request. */
function answerIn(read: ReadResponse | undefined): JsonValue | undefined {
  const [candidate, ...others] = read?.candidates ?? [];
  if (candidate === undefined || others.length > 0) return undefined;
  const parts = candidate.parts.map(({ value }) => value);
  return { parts: candidate.texts.length === 0 ? parts : [{ text: candidate.texts.join('') }, ...parts] };
}

type ReadingAt = (stop: TurnStop, record: SourceRecord | undefined) => Reading;

function candidateSteps({ parts, endsInText, stopReason }: Candidate, readingAt: ReadingAt): readonly HistoryStep[] {
  const last = endsInText ? undefined : parts.at(-1);
  const steps = parts.map((part) => partStep(part, readingAt({ reason: stopReason, isLast: part === last }, part.record)));
  return steps.filter((step) => step !== undefined);
}

function stepsOf(parts: readonly Located[], reading: Reading): readonly HistoryStep[] {
  return parts.map((part) => partStep(part, reading)).filter((step) => step !== undefined);
}

function readRequest(side: Side, answer: () => JsonValue | undefined, sink: Sink): Asked {
  const request: Located = { value: side.value, at: pointersIn(side) };
  const outputs = emitDeclared(request, sink);
  const contents = itemsOf(into(request, 'contents'));
  const system = (into(request, 'systemInstruction') ?? into(into(request, 'config'), 'systemInstruction'))?.value;
  const spoken = openSpoken({ messages: contents.map(({ value }) => value), system, answer });
  const earlier = contents.flatMap((content, index) => {
    if (!isJsonObject(content.value) && typeof content.value !== 'string') emitUnread(sink, 'content that is no object');
    const reading: Reading = { turn: { kind: 'earlier', place: placeAt(spoken, index) }, outputs, sink };
    const steps = stepsOf(itemsOf(into(content, 'parts')), reading);
    // Results stand before what a person says beside them.
    return isSpoken(content) ? [...steps, turnStep(sink)] : steps;
  });
  return {
    earlier,
    spoken,
    offered: offeredTools(request),
    outputs,
    format: answerFormat(request),
  };
}

/** Answers the output schemas that are declared, by the function's name. */
function emitDeclared(request: Located, sink: Sink): ReadonlyMap<string, JsonValue> {
  const declared = requestTools(request);
  if (declared === undefined) return new Map();
  const { tools, unreadable } = declared;
  sink.emit({ kind: 'declared', record: sink.record, run: sink.run, tools, mode: 'replace', isWhole: unreadable === 0 });
  if (unreadable > 0) emitUnread(sink, 'declaration without a name');
  return new Map(tools.flatMap(({ name, outputSchema }) => (outputSchema === undefined ? [] : [[name, outputSchema] as const])));
}

const hasFunctionCall = ({ parts }: Candidate): boolean => parts.some((part) => into(part, 'functionCall') !== undefined);

/** The provider's own word that what the model wrote was no call, or a call of no declared function; the call itself is often left out. */
function emitProviderFault(candidate: Candidate, sink: Sink): void {
  const { stopReason } = candidate;
  const isMalformed = stopReason === 'MALFORMED_FUNCTION_CALL' || stopReason === 'MALFORMED_RESPONSE';
  const isWithheld = stopReason === 'UNEXPECTED_TOOL_CALL' && !hasFunctionCall(candidate);
  if (stopReason !== undefined && (isMalformed || isWithheld)) emitWord(sink, stopReason);
}

/** The form that an answer owes; `record`: where it is asked for, if that is another record. */
interface Owed {
  readonly format: AnswerFormat;
  readonly record: SourceRecord | undefined;
  readonly isDoubtful: boolean;
}

const notAnswering: ReadonlySet<string> = new Set(['MALFORMED_FUNCTION_CALL', 'UNEXPECTED_TOOL_CALL', 'TOO_MANY_TOOL_CALLS']);

/** An answer is one of its own only where a form was asked for, and only when the model did not call a function instead. */
function emitAnswer(candidate: Candidate, owed: Owed, sink: Sink): void {
  const { format } = owed;
  const { stopReason, isWhole } = candidate;
  if (format.kind === 'text' || hasFunctionCall(candidate) || !isWhole) return;
  if (stopReason !== undefined && notAnswering.has(stopReason)) return;
  if (owed.isDoubtful) {
    emitUnread(sink, 'answer that may go on in the next chunk');
    return;
  }
  const text = answerText(candidate);
  const isBareText = format.kind === 'schema' && format.isBareText && text.form === 'text';
  const { record = sink.record } = candidate.text ?? candidate.start;
  sink.emit({
    kind: 'answered',
    record,
    run: sink.run,
    payload: isBareText ? { form: 'value', value: text.text, pointer: text.pointer } : text,
    stopReason,
    isRefusal: isRefusedBy(stopReason) ? true : undefined,
    isTruncated: isTruncatedBy(stopReason) ? true : undefined,
    contract: contractOf(owed),
  });
}

function contractOf({ format, record }: Owed): Answered['contract'] {
  if (format.kind !== 'schema') return undefined;
  const { schema, pointer, notation } = format;
  return { schema, pointer, notation, record };
}

/** A prompt that was blocked has no candidates: the answer was refused. */
function emitBlocked({ blockReason, pointer }: ReadResponse, owed: Owed, sink: Sink): void {
  if (blockReason === undefined || owed.format.kind === 'text') return;
  const payload = { form: 'absent', pointer } as const;
  const { record, run } = sink;
  sink.emit({ kind: 'answered', record, run, payload, stopReason: blockReason, isRefusal: true, contract: contractOf(owed) });
}
