import { isJsonArray, isJsonObject, type JsonValue, member, memberOf } from '../../model/json.ts';
import { type Pair, pairOf, responseBeside, type Side } from '../kit/pair.ts';

/** Takes a record apart: two sides, a request alone (it has `contents`), or a response alone, whole or as its chunks. */
export function sidesOf(record: JsonValue): Pair | undefined {
  if (isJsonArray(record)) return { response: { value: record, pointer: '', isInText: false } };
  if (isJsonObject(record) && member(record, 'contents') !== undefined)
    return { request: { value: record, pointer: '', isInText: false }, response: responseBeside(record) };
  const pair = pairOf(record);
  return pair === undefined ? undefined : { ...pair, request: pair.request === undefined ? undefined : unwrapped(pair.request) };
}

/** Gemini Code Assist takes the request of the API inside of one of its own. */
function unwrapped(request: Side): Side {
  const inner = memberOf(request.value, 'request');
  if (memberOf(inner, 'contents') === undefined || memberOf(request.value, 'contents') !== undefined) return request;
  return { value: inner ?? null, pointer: request.isInText ? request.pointer : `${request.pointer}/request`, isInText: request.isInText };
}
