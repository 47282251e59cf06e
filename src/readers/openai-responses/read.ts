import { isJsonArray, memberOf } from '../../model/json.ts';
import type { History } from '../kit/history.ts';
import { type Pair, pointersIn, type Side } from '../kit/pair.ts';
import { emitUnread, type Sink } from '../kit/sink.ts';
import { finalAnswer } from './answer.ts';
import type { Chains } from './chain.ts';
import { declareArrivals, declareTools } from './declare.ts';
import { exchangeOf } from './exchange.ts';
import { type AnswerFormat, answerFormat, isChained, offeredTools } from './request.ts';
import { type ReadResponse, readResponse } from './response.ts';
import { itemSteps } from './steps.ts';
import type { PlacedItem } from './stream.ts';

/** What is remembered from pair to pair. */
export interface Memory {
  readonly history: History;
  readonly chains: Chains;
}

/** Emits the events of one pair: what is declared, the items that the request sends along, then those of the response. */
export function readExchange(sink: Sink, memory: Memory): void {
  const pair = exchangeOf(sink.record.value);
  if (pair === undefined) emitUnread(sink, 'record that is no request or response');
  else readSides(pair, sink, memory);
}

function readSides({ request, response: recorded }: Pair, sink: Sink, { history, chains }: Memory): void {
  const input = request === undefined ? [] : inputItems(request);
  const response = recorded === undefined ? undefined : readResponse(recorded);
  for (const what of response?.unread ?? []) emitUnread(sink, what);
  const items = response?.items ?? [];
  // A response repeats the settings of its request: they speak where no request was recorded.
  const settings = request ?? response?.echo;
  const isLinked = settings !== undefined && isChained(settings.value);
  const scope = declareTools(request, response?.echo, sink, isLinked);
  declareArrivals([...input, ...items], scope, sink);
  const earlier = itemSteps(input, { kind: 'earlier' }, sink);
  const offered = settings === undefined ? undefined : offeredTools(settings.value);
  const fresh = itemSteps(items, { kind: 'fresh', offered }, sink);
  const conversation = chains.tie({ earlier, fresh }, sink, isLinked);
  history.show(conversation, sink.run);
  if (response !== undefined && settings !== undefined) emitAnswer(response, answerFormat(settings), sink, recorded?.pointer ?? '');
}

function inputItems(request: Side): readonly PlacedItem[] {
  const isBare = isJsonArray(request.value);
  const input = isBare ? request.value : memberOf(request.value, 'input');
  if (!isJsonArray(input)) return [];
  return input.map((item, index) => ({ item, at: pointersIn(request, isBare ? `/${index}` : `/input/${index}`) }));
}

/** An answer is one of its own only where a form was asked for. */
function emitAnswer(response: ReadResponse, format: AnswerFormat, sink: Sink, pointer: string): void {
  if (format.kind === 'unreadable') emitUnread(sink, 'text.format without a schema');
  if (format.kind !== 'json-object' && format.kind !== 'json-schema') return;
  const answer = finalAnswer(response, pointer);
  if (answer === undefined) return;
  sink.emit({
    kind: 'answered',
    record: sink.record,
    run: sink.run,
    payload: answer.payload,
    stopReason: answer.stopReason,
    isRefusal: answer.isRefusal ? true : undefined,
    isTruncated: answer.isTruncated ? true : undefined,
    contract: format.kind === 'json-schema' ? { schema: format.schema, pointer: format.pointer, name: format.name } : undefined,
  });
}
