import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { isServerSent } from '../kit/server-sent.ts';
import { isBatchResult, isEventList, isMessageEvent, messagesPairOf } from './event.ts';

/** True when a record is surely of the Messages API: by its response, or by its request where no response contradicts. */
export function isMessagesPair(value: JsonValue): boolean {
  if (isBatchResult(value)) return true;
  const pair = messagesPairOf(value);
  if (pair === undefined) return false;
  const { request, response } = pair;
  if (request !== undefined && !isJsonArray(memberOf(request.value, 'messages'))) return false;
  if (response !== undefined && isMessage(response.value)) return true;
  return request !== undefined && isMessagesRequest(request.value) && (response === undefined || isEmptyResponse(response.value));
}

/** True when the request alone has the marks of the Messages API. */
export function isMessagesLike(value: JsonValue): boolean {
  const request = messagesPairOf(value)?.request;
  return request !== undefined && isMessagesRequest(request.value);
}

function isMessage(response: JsonValue): boolean {
  if (typeof response === 'string') return isServerSent(response) && response.slice(0, 4096).includes('"message_start"');
  if (isEventList(response) || isMessageEvent(response)) return true;
  return stringMember(response, 'type') === 'message' && isJsonArray(memberOf(response, 'content'));
}

/** Nothing was answered, an error, or the count of tokens: the request alone decides. */
function isEmptyResponse(response: JsonValue): boolean {
  if (response === null || response === '') return true;
  return stringMember(response, 'type') === 'error' || memberOf(response, 'input_tokens') !== undefined;
}

function isMessagesRequest(request: JsonValue): boolean {
  const tools = memberOf(request, 'tools');
  if (isJsonArray(tools) && tools.some((tool) => isMessagesTool(tool))) return true;
  const messages = memberOf(request, 'messages');
  return isJsonArray(messages) && messages.some((message) => hasToolBlock(memberOf(message, 'content')));
}

function isMessagesTool(tool: JsonValue): boolean {
  return stringMember(tool, 'name') !== undefined && memberOf(tool, 'input_schema') !== undefined;
}

function hasToolBlock(content: JsonValue | undefined): boolean {
  if (content === undefined || !isJsonArray(content)) return false;
  return content.some((block) => {
    const type = stringMember(block, 'type');
    return (
      (type === 'tool_use' && isJsonObject(memberOf(block, 'input'))) ||
      (type === 'tool_result' && stringMember(block, 'tool_use_id') !== undefined)
    );
  });
}
