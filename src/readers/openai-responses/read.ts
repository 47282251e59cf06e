import type { Answered } from '../../model/event/answers.ts';
import { isJsonArray, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { entriesOf } from '../kit/entries.ts';
import { type History, openHistory } from '../kit/history.ts';
import { pointersIn, type Side } from '../kit/pair.ts';
import { hearDeclared } from '../kit/redeclare.ts';
import { openResponseTurns, type ResponseTurns } from '../kit/response-turns.ts';
import { emitUnread, type Sink, within } from '../kit/sink.ts';
import { placeAt } from '../kit/spoken-messages.ts';
import { type FinalAnswer, finalAnswer, stopReasonOf } from './answer.ts';
import { type Approvals, openApprovals } from './approvals.ts';
import { type ArrivalMemory, openArrivals } from './arrivals.ts';
import { type Chains, openChains } from './chain.ts';
import { declareAgain, declareArrivals, declareTools } from './declare.ts';
import { saidIn } from './exchange.ts';
import { declareMissing } from './namespaces.ts';
import { openPromises, type Promises } from './promises.ts';
import { type AnswerFormat, answerFormat, isChained, offeredTools } from './request.ts';
import type { ReadResponse } from './response.ts';
import { spokenIn, turnsOf } from './spoken.ts';
import { itemSteps, type StepSink } from './steps.ts';
import type { PlacedItem } from './stream.ts';

/** What is remembered from pair to pair. */
export interface Memory {
  readonly history: History;
  readonly chains: Chains;
  readonly turns: ResponseTurns;
  readonly arrivals: ArrivalMemory;
  readonly promises: Promises;
  readonly approvals: Approvals;
}

export function openMemory(): Memory {
  return {
    history: openHistory(),
    chains: openChains(),
    turns: openResponseTurns(),
    arrivals: openArrivals(),
    promises: openPromises(),
    approvals: openApprovals(),
  };
}

/** The two sides of a pair; `pointer` is the place of an answer that is not there. */
export interface ReadSides {
  readonly request: Side | undefined;
  /** The record of the request, where it is another one than that of the response. */
  readonly requestRecord?: SourceRecord | undefined;
  readonly response: ReadResponse | undefined;
  readonly pointer: string;
}

/** Emits the events of one pair: what is declared, the items that the request sends along, then those of the response. */
export function readSides({ request, requestRecord, response, pointer }: ReadSides, outer: Sink, memory: Memory): void {
  const { history, chains, turns: known, arrivals, promises, approvals } = memory;
  const { sink, redeclare } = hearDeclared(outer);
  const input = request === undefined ? [] : inputItems(request, requestRecord, within(sink, requestRecord));
  for (const what of response?.unread ?? []) emitUnread(sink, what);
  const items = response?.items ?? [];
  // A response repeats the settings of its request: they speak where no request was recorded.
  const settings = request ?? response?.echo;
  const isLinked = settings !== undefined && isChained(settings.value);
  const inherited = arrivals.inherited(settings?.value);
  const responseId = stringMember(response?.echo?.value, 'id');
  const isPart = isLinked && !inherited.isKnown;
  const isSearchedByProvider = [...input, ...items].some(isProviderSearch);
  const { scope, whole } = declareTools({ request, requestRecord, echo: response?.echo, isPart, isSearchedByProvider }, sink, promises);
  declareAgain(inherited.arrivals, scope, sink);
  const came = declareArrivals([...input, ...items], scope, sink);
  if (whole !== undefined) declareMissing(whole, { input, items, arrivals: [...inherited.arrivals, ...came] });
  arrivals.remember({
    settings: settings?.value,
    responseId,
    inherited,
    arrivals: came,
    isWhole: request !== undefined && response?.unread.length === 0,
  });
  for (const { group } of came) promises.declare(group.tools, group.server);
  const turns: StepSink = { sink, promises, approvals };
  const spoken = request === undefined ? undefined : spokenIn(request.value, items);
  const starts = turnsOf(input);
  const isListed = request !== undefined && isJsonArray(saidIn(request.value).said);
  const earlier = itemSteps(input, { kind: 'earlier' }, { ...turns, places: (index) => placeAt(spoken, starts[index]) });
  const offered = settings === undefined ? undefined : offeredTools(settings.value);
  const reason = response === undefined ? undefined : stopReasonOf(response);
  const stop = { reason, isLast: false };
  const fresh = itemSteps(
    items,
    { kind: 'fresh', offered, stop },
    { ...turns, places: () => placeAt(spoken, isListed ? starts.at(-1) : undefined) },
  );
  const before = stringMember(settings?.value, 'previous_response_id');
  redeclare.after(known.follow({ run: sink.run, before, response: responseId, isDeclaring: redeclare.isAny() }));
  const conversation = chains.tie({ earlier, fresh, redeclare }, sink, { isChained: isLinked, before, response: responseId });
  history.show(conversation, sink.run);
  const format =
    settings === undefined ? undefined : { ...answerFormat(settings), record: settings === request ? requestRecord : undefined };
  if (response !== undefined && format !== undefined) emitAnswer(response, format, sink, pointer);
}

function isProviderSearch({ item }: PlacedItem): boolean {
  return stringMember(item, 'type') === 'tool_search_call' && stringMember(item, 'execution') === 'server';
}

function inputItems(request: Side, record: SourceRecord | undefined, sink: Sink): readonly PlacedItem[] {
  const { said, name, at } = saidIn(request.value);
  const items = entriesOf(said, { name, isText: true }, (what) => emitUnread(sink, what));
  return items.map((item, index) => ({ item, at: pointersIn(request, `${at}/${index}`), record }));
}

/** The form that an answer owes; `record`: where it is asked for, if that is another record. */
type Owed = AnswerFormat & { readonly record: SourceRecord | undefined };

/** An answer is one of its own only where a form was asked for. */
function emitAnswer(response: ReadResponse, format: Owed, sink: Sink, pointer: string): void {
  if (format.kind === 'unreadable') emitUnread(within(sink, format.record), 'text.format without a schema');
  if (format.kind !== 'json-object' && format.kind !== 'json-schema') return;
  const answer = finalAnswer(response, pointer);
  if (answer === undefined) return;
  const { record, payload } = placedAnswer(answer, format, sink);
  sink.emit({
    kind: 'answered',
    record,
    run: sink.run,
    payload,
    stopReason: answer.stopReason,
    isRefusal: answer.isRefusal ? true : undefined,
    isTruncated: answer.isTruncated ? true : undefined,
    contract: format.kind === 'json-schema' ? contractOf(format) : undefined,
  });
}

/** Where the contract has a record of its own, an answer has its place where it stands. */
function placedAnswer({ payload, text }: FinalAnswer, { record }: Owed, sink: Sink): Pick<Answered, 'record' | 'payload'> {
  if (record === undefined || text?.record === undefined) return { record: sink.record, payload };
  return { record: text.record, payload: { ...payload, pointer: text.at('/text') } };
}

function contractOf({ schema, pointer, name, record }: Extract<Owed, { kind: 'json-schema' }>): Answered['contract'] {
  return { schema, pointer, name, record };
}
