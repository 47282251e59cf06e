import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { chatPairOf, isChunk, isChunkList } from '../kit/chat/chunk.ts';
import { hasAnyMessages, type Side } from '../kit/pair.ts';
import { isServerSent } from '../kit/server-sent.ts';
import { isChatPair } from '../openai-chat/marks.ts';

/** Parameters of a request that only Mistral knows. */
const ownParameters: readonly string[] = ['safe_prompt', 'random_seed', 'prompt_mode', 'document_image_limit', 'document_page_limit'];

/** Bare names of its models. Others serve them too, with the vendor before the name and in OpenAI's own shape. */
const ownModel = /^(?:(?:open-)?mi[sx]tral|ministral|pixtral|codestral|magistral|devstral|voxtral|mathstral)(?:-|$)/;

/** What a response of OpenAI's shape names itself by; Mistral writes 32 hexadecimal digits. */
const ownResponseId = /^[0-9a-f]{32}$/;

/** "a-z, A-Z, 0-9, with a length of 9" (error 3280); or the default that stands for no id. */
const ownCallId = /^(?:[A-Za-z0-9]{9}|null)$/;

/** Half of the pairs are enough: an answer in plain text often shows no mark. One count for both formats, so that every input has its reader. */
export function isMostlyMistral(first: readonly JsonValue[]): boolean {
  const own = first.filter((value) => isMistralPair(value)).length;
  const pairs = first.filter((value) => isAnyChatPair(value)).length;
  return own > 0 && own * 2 >= pairs;
}

/** True when a record is of the chat shape, whoever's. */
export function isAnyChatPair(value: JsonValue): boolean {
  return isChatPair(value) || isMistralPair(value);
}

/**
 * True when a pair of the chat shape is surely Mistral's: by a parameter of its own, by calls without a `type` under ids of
 * nine characters, or by the names that the response gives to itself and to its model.
 */
function isMistralPair(value: JsonValue): boolean {
  const pair = chatPairOf(value);
  if (pair === undefined) return false;
  const { request, response } = pair;
  if (request !== undefined && !hasAnyMessages(value)) return false;
  if (response !== undefined && isOwnResponse(response)) return true;
  if (response !== undefined && !isSilent(response))
    return request !== undefined && isChat(response.value) && hasOwnParameter(request.value);
  return request !== undefined && (hasOwnParameter(request.value) || isOwnRequest(request.value));
}

function hasOwnParameter(request: JsonValue): boolean {
  return ownParameters.some((name) => memberOf(request, name) !== undefined);
}

function isOwnRequest(request: JsonValue): boolean {
  return hasOwnModel(request) && isJsonArray(memberOf(request, 'tools'));
}

function hasOwnModel(value: JsonValue): boolean {
  return ownModel.test(stringMember(value, 'model') ?? '');
}

function isSilent({ value }: Side): boolean {
  return value === null || value === '' || (isJsonObject(value) && !isChat(value) && (hasError(value) || hasDetail(value)));
}

const hasError = (value: JsonValue): boolean => memberOf(value, 'error') !== undefined || stringMember(value, 'object') === 'error';
const hasDetail = (value: JsonValue): boolean => memberOf(value, 'detail') !== undefined;

function isChat(response: JsonValue): boolean {
  if (typeof response === 'string') return isServerSent(response) && response.slice(0, 4096).includes('"chat.completion.chunk"');
  return isChunkList(response) || isJsonArray(memberOf(response, 'choices'));
}

function isOwnResponse({ value }: Side): boolean {
  if (typeof value === 'string') return isOwnStream(value);
  if (isChunkList(value)) return value.some((chunk) => isChunk(chunk) && isOwnByName(chunk));
  const choices = memberOf(value, 'choices');
  if (!isJsonArray(choices)) return false;
  if (isOwnByName(value)) return true;
  return choices.some((choice) => hasOwnCall(memberOf(choice, 'message')));
}

function isOwnByName(response: JsonValue): boolean {
  return ownResponseId.test(stringMember(response, 'id') ?? '') && hasOwnModel(response);
}

/** The first chunk names the response and its model, as a whole response does. */
function isOwnStream(text: string): boolean {
  if (!isChat(text)) return false;
  const start = text.slice(0, 4096);
  const id = /"id":\s*"([^"]{1,64})"/.exec(start)?.[1] ?? '';
  const model = /"model":\s*"([^"]{1,64})"/.exec(start)?.[1] ?? '';
  return ownResponseId.test(id) && ownModel.test(model);
}

function hasOwnCall(message: JsonValue | undefined): boolean {
  const calls = memberOf(message, 'tool_calls');
  return isJsonArray(calls) && calls.some((call) => isOwnCall(call));
}

function isOwnCall(call: JsonValue): boolean {
  return isJsonObject(memberOf(call, 'function')) && memberOf(call, 'type') === undefined && ownCallId.test(stringMember(call, 'id') ?? '');
}
