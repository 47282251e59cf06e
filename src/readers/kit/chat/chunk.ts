import { isJsonArray, isJsonObject, type JsonArray, type JsonValue, memberOf, stringMember } from '../../../model/json.ts';
import { type Pair, pairOf } from '../pair.ts';

/** True for one chunk of a streamed response; some gateways leave `object` out, and one begins with what a filter says of the prompt. */
export function isChunk(value: JsonValue): boolean {
  if (stringMember(value, 'object') === 'chat.completion.chunk') return true;
  const choices = memberOf(value, 'choices');
  if (isJsonArray(choices) && choices.length === 0) return isJsonArray(memberOf(value, 'prompt_filter_results'));
  return isJsonArray(choices) && choices.every((choice) => isJsonObject(memberOf(choice, 'delta')));
}

/** True for a stream recorded as a list of its chunks. */
export function isChunkList(value: JsonValue): value is JsonArray {
  return isJsonArray(value) && value.some(isChunk);
}

/** Takes a record of the chat shape apart: as any pair, or as the chunks of one response. */
export function chatPairOf(record: JsonValue): Pair | undefined {
  return isChunkList(record) ? { response: { value: record, pointer: '', isInText: false } } : pairOf(record);
}
