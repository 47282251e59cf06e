import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { entriesOf } from '../kit/entries.ts';
import { pointersIn, type Side } from '../kit/pair.ts';
import { isServerSent, readServerSent } from '../kit/server-sent.ts';
import { contradictoryStream } from '../kit/stream-faults.ts';
import { openRepetition } from './repetition.ts';
import { isStreamEvent, joinEvents, type PlacedItem, type StreamPlace } from './stream.ts';

/** A response, whole or joined, and what of it could not be read. An error of the API is neither. */
export interface ReadResponse {
  readonly items: readonly PlacedItem[];
  /** The response object, which repeats the settings of its request. */
  readonly echo: Side | undefined;
  /** `completed`, `incomplete`, `failed`, `queued` …; undefined where the source keeps only the items. */
  readonly status: string | undefined;
  readonly unread: readonly string[];
  /** False for an error, for work still under way, and for a stream cut short: there is no answer to judge. */
  readonly hasAnswer: boolean;
}

/** What a stream without its last event is reported as: what it had finished is read, the rest is not. */
export const cutStream = 'stream that stops before its end';

export function readResponse(response: Side): ReadResponse {
  const { value } = response;
  if (value === null || value === '') return nothing(['pair without a response']);
  if (typeof value === 'string') return readText(value, response.pointer);
  if (isJsonArray(value)) return readList(value, response);
  if (isStreamEvent(value)) return readEvents([value], { event: (_, path) => pointersIn(response)(path), whole: response.pointer }, false);
  return isJsonArray(memberOf(value, 'output'))
    ? readObject(response)
    : nothing(isUnderstood(value) ? [] : ['response of an unknown form']);
}

function nothing(unread: readonly string[]): ReadResponse {
  return { items: [], echo: undefined, status: undefined, unread, hasAnswer: false };
}

/** An error of the API, or the answer of the endpoint that counts tokens. */
function isUnderstood(response: JsonValue): boolean {
  if ((memberOf(response, 'output') ?? null) !== null) return false;
  return isJsonObject(memberOf(response, 'error')) || memberOf(response, 'input_tokens') !== undefined;
}

function readObject(response: Side): ReadResponse {
  const unread: string[] = [];
  const items = entriesOf(memberOf(response.value, 'output'), { name: 'output' }, (what) => unread.push(what));
  const status = stringMember(response.value, 'status');
  return {
    items: items.map((item, index) => ({ item, at: pointersIn(response, `/output/${index}`) })),
    echo: response,
    status,
    unread,
    hasAnswer: status === undefined || status === 'completed' || status === 'incomplete',
  };
}

function readText(text: string, pointer: string): ReadResponse {
  if (!isServerSent(text)) return nothing(['response that is text']);
  const stream = readServerSent(text);
  const read = readEvents(stream.messages, { event: () => pointer, whole: pointer }, stream.isDone);
  return stream.unreadable === 0 ? read : { ...read, unread: ['stream message that is not JSON', ...read.unread] };
}

/** The events of a stream, or the items of `output` alone. */
function readList(list: readonly JsonValue[], response: Side): ReadResponse {
  const at = pointersIn(response);
  if (list.some(isStreamEvent)) return readEvents(list, { event: (index, path) => at(`/${index}${path}`), whole: response.pointer }, false);
  const items = list.map((item, index) => ({ item, at: pointersIn(response, `/${index}`) }));
  return { items, echo: undefined, status: undefined, unread: [], hasAnswer: true };
}

function readEvents(events: readonly JsonValue[], place: StreamPlace, isDone: boolean): ReadResponse {
  const stream = joinEvents(events, place, isDone);
  const { begun, final } = stream;
  const whole = final === undefined ? undefined : readObject(sideAt(final, place));
  const repetition = openRepetition();
  for (const event of events) repetition.hear(event);
  const doubt = repetition.isContradicted(whole?.items.map(({ item }) => item)) ? [contradictoryStream] : [];
  if (whole !== undefined && whole.items.length > 0) return { ...whole, unread: [...whole.unread, ...doubt] };
  const isCut = !stream.isEnded || stream.hasUnfinished;
  return {
    items: stream.items,
    echo: whole?.echo ?? (begun === undefined ? undefined : sideAt(begun, place)),
    status: whole?.status,
    unread: [...(whole?.unread ?? []), ...doubt, ...(isCut ? [cutStream] : [])],
    hasAnswer: !isCut && whole?.hasAnswer !== false,
  };
}

/** A stream kept as one text has no places inside. */
function sideAt({ item, at }: PlacedItem, { whole }: StreamPlace): Side {
  const pointer = at('');
  return { value: item, pointer, isInText: pointer === whole };
}
