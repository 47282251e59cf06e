import {
  isJsonArray,
  isJsonObject,
  type JsonArray,
  type JsonObject,
  type JsonValue,
  member,
  memberOf,
  stringMember,
} from '../../model/json.ts';
import { contentKey } from '../kit/content-key.ts';
import { type Pair, pairOf, type Side, sideOf } from '../kit/pair.ts';
import { readItem } from '../kit/response-item.ts';
import { isInput, isResponse, isResponsesRequest } from './api.ts';

/** Names under which recorders keep a whole request or response. */
const wrappers = ['request', 'response', 'body'] as const;

/** The request as environments for training keep it (NeMo Gym). */
const rollout = 'responses_create_params';

/**
 * Takes a record apart. Besides the wrappers that all pairs share: a bare request has `input`, a bare response `output`, and
 * a record with both is both, or with the response beside the members of the request. Messages that lie beside what the Responses API has make it no other format.
 */
export function exchangeOf(record: JsonValue): Pair | undefined {
  if (!isJsonObject(record)) return undefined;
  if (stringMember(record, 'object') === 'response') return { response: bareSide(record) };
  if (isJsonObject(member(record, rollout))) return { request: sideOf(record, rollout), response: sideOf(record, 'response') };
  return Object.hasOwn(record, 'messages') ? (besideMessages(record) ?? pairOf(record)) : withoutMessages(record);
}

function withoutMessages(record: JsonObject): Pair | undefined {
  const isBeside = isInput(member(record, 'input')) && isJsonObject(member(record, 'response'));
  if (isBeside && !Object.hasOwn(record, 'request') && !Object.hasOwn(record, 'body'))
    return { request: bareSide(record), response: sideOf(record, 'response') };
  if (wrappers.some((name) => Object.hasOwn(record, name)) || !isInput(member(record, 'input'))) return pairOf(record);
  const bare = bareSide(record);
  return isBareRequest(record) ? { request: bare, response: isJsonArray(member(record, 'output')) ? bare : undefined } : pairOf(record);
}

/** The pair that a record holds beside its messages. Where it has no request, what the record says of one is its own. */
function besideMessages(record: JsonObject): Pair | undefined {
  const rest: JsonObject = Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'messages'));
  const pair = withoutMessages(rest);
  if (pair === undefined) return undefined;
  const { request, response } = pair;
  const isOwn = (response !== undefined && isResponse(response.value)) || (request !== undefined && isResponsesRequest(request.value));
  if (!isOwn) return undefined;
  const whole = (side: Side): Side => (side.value === rest ? bareSide(record) : side);
  return { request: whole(request ?? bareSide(record)), response: response === undefined ? undefined : whole(response) };
}

const bareSide = (value: JsonValue): Side => ({ value, pointer: '', isInText: false });

function isBareRequest(record: JsonObject): boolean {
  return isJsonArray(member(record, 'output')) || !Object.hasOwn(record, 'output');
}

/** True for the request of such an environment: it brings tools of its own, and an empty list says nothing. */
export function isOfRollout({ pointer }: Side): boolean {
  return pointer === `/${rollout}`;
}

/** What a request gives the model, and where it lies in the request; recorders keep it under the name of another API as well. */
export function saidIn(request: JsonValue): { readonly said: JsonValue | undefined; readonly name: string; readonly at: string } {
  if (isJsonArray(request)) return { said: request, name: 'input', at: '' };
  const name = memberOf(request, 'input') === undefined && memberOf(request, 'messages') !== undefined ? 'messages' : 'input';
  return { said: memberOf(request, name), name, at: `/${name}` };
}

/** Whether messages of a record or its request hold calls or results, are not what the request gives the model, and so are not read. */
export function hasUnusedCalls(record: JsonValue, request: Side | undefined): boolean {
  const said = request === undefined ? undefined : saidIn(request.value).said;
  return [record, request?.value].some((holder) => {
    const messages = memberOf(holder, 'messages');
    return isJsonArray(messages) && messages !== said && holdsCalls(messages) && contentKey(messages) !== contentKey(said);
  });
}

const holdsCalls = (messages: JsonArray): boolean => messages.some((message) => readItem(message, (path) => path).kind !== 'quiet');
