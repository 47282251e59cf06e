import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, member, stringMember } from '../../model/json.ts';
import { type Pair, pairOf, type Side } from '../kit/pair.ts';

/** Names under which recorders keep a whole request or response. */
const wrappers = ['request', 'response', 'body', 'messages'] as const;

/**
 * Takes a record apart. Besides the wrappers that all pairs share: a bare request has `input`, a bare response `output`, and
 * a record with both is both.
 */
export function exchangeOf(record: JsonValue): Pair | undefined {
  if (!isJsonObject(record)) return undefined;
  const bare: Side = { value: record, pointer: '', isInText: false };
  if (stringMember(record, 'object') === 'response') return { response: bare };
  if (wrappers.some((name) => Object.hasOwn(record, name)) || !isInput(member(record, 'input'))) return pairOf(record);
  return isBareRequest(record) ? { request: bare, response: isJsonArray(member(record, 'output')) ? bare : undefined } : pairOf(record);
}

/** What a request gives the model: a text, or a list of items. */
export function isInput(input: JsonValue | undefined): boolean {
  return typeof input === 'string' || isJsonArray(input);
}

function isBareRequest(record: JsonObject): boolean {
  return isJsonArray(member(record, 'output')) || !Object.hasOwn(record, 'output');
}
