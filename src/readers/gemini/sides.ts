import { isJsonArray, isJsonObject, type JsonValue, member } from '../../model/json.ts';
import { type Pair, pairOf, responseBeside } from '../kit/pair.ts';

/** Takes a record apart: two sides, a request alone (it has `contents`), or a response alone, whole or as its chunks. */
export function sidesOf(record: JsonValue): Pair | undefined {
  if (isJsonArray(record)) return { response: { value: record, pointer: '', isInText: false } };
  if (isJsonObject(record) && member(record, 'contents') !== undefined)
    return { request: { value: record, pointer: '', isInText: false }, response: responseBeside(record) };
  return pairOf(record);
}
