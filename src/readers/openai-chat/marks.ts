import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { chatPairOf, isChunk, isChunkList } from '../kit/chat/chunk.ts';
import type { Side } from '../kit/pair.ts';
import { isServerSent } from '../kit/server-sent.ts';

/** True when a record is surely of Chat Completions: by its response, or by its request where no response contradicts. */
export function isChatPair(value: JsonValue): boolean {
  const pair = chatPairOf(value);
  if (pair === undefined) return false;
  const { request, response } = pair;
  if (response !== undefined && isChatResponse(response.value)) return request === undefined || hasMessages(request);
  return request !== undefined && isChatRequest(request.value) && (response === undefined || isEmptyResponse(response.value));
}

function hasMessages(request: Side): boolean {
  return isJsonArray(memberOf(request.value, 'messages'));
}

function isChatResponse(response: JsonValue): boolean {
  if (typeof response === 'string') return isServerSent(response) && response.slice(0, 4096).includes('"chat.completion.chunk"');
  if (isChunkList(response) || isChunk(response)) return true;
  const choices = memberOf(response, 'choices');
  return isJsonArray(choices) && choices.every((choice) => memberOf(choice, 'message') !== undefined);
}

/** Nothing was answered, or an error: the request alone decides. */
function isEmptyResponse(response: JsonValue): boolean {
  return response === null || response === '' || (memberOf(response, 'error') !== undefined && stringMember(response, 'type') !== 'error');
}

function isChatRequest(request: JsonValue): boolean {
  const messages = memberOf(request, 'messages');
  if (!isJsonArray(messages)) return false;
  return hasFunctions(request) || messages.some((message) => isToolMessage(message));
}

function hasFunctions(request: JsonValue): boolean {
  const tools = memberOf(request, 'tools');
  if (isJsonArray(tools) && tools.some((tool) => isJsonObject(memberOf(tool, 'function')))) return true;
  return isJsonArray(memberOf(request, 'functions'));
}

function isToolMessage(message: JsonValue): boolean {
  const role = stringMember(message, 'role');
  if (role === 'tool' || role === 'function') return typeof memberOf(message, 'content') === 'string';
  const calls = memberOf(message, 'tool_calls');
  return role === 'assistant' && isJsonArray(calls) && calls.some((call) => isJsonObject(memberOf(call, 'function')));
}
