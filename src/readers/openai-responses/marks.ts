import { isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { hasRolloutMark } from '../codex/marks.ts';
import { isInput, isResponse, isResponsesRequest } from './api.ts';
import { exchangeOf } from './exchange.ts';
import { isItemLike, isSureItem, savedListIn } from './saved.ts';
import { isStreamEvent } from './stream.ts';

/**
 * Tells the records that are surely of the Responses API among the first of an input. Items that were saved say it of each other, whether they are
 * records or lists, but for those of a Codex rollout, whose head and states stand between them.
 */
export function openMarks(first: readonly JsonValue[]): (value: JsonValue) => boolean {
  const isOfItems = first.some(isSurelySaved) && !hasRolloutMark(first);
  return (value) =>
    isResponsesPair(value) || savedListIn(value, isOfItems ? 'alike' : 'sure') !== undefined || (isOfItems && isItemLike(value));
}

const isSurelySaved = (value: JsonValue): boolean => isSureItem(value) || savedListIn(value, 'sure') !== undefined;

/** By its response, or by its request where no response contradicts. */
function isResponsesPair(value: JsonValue): boolean {
  if (isStreamEvent(value)) return true;
  const pair = exchangeOf(value);
  if (pair === undefined) return false;
  const { request, response } = pair;
  if (response !== undefined && isResponse(response.value)) return true;
  if (request === undefined || !isResponsesRequest(request.value)) return false;
  return response === undefined || response.value === request.value || isEmptyResponse(response.value);
}

/** True when the request has an input, as many APIs have. */
export function isResponsesLike(value: JsonValue): boolean {
  const request = exchangeOf(value)?.request?.value;
  return stringMember(request, 'model') !== undefined && isInput(memberOf(request, 'input'));
}

/** Nothing was answered, or an error: the request alone decides. */
function isEmptyResponse(response: JsonValue): boolean {
  return response === null || response === '' || isJsonObject(memberOf(response, 'error'));
}
