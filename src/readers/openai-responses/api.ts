import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { isItemType } from '../kit/response-item.ts';
import { isServerSent } from '../kit/server-sent.ts';
import { isStreamEvent } from './stream.ts';

/** What a request gives the model: a text, or a list of items. */
export function isInput(input: JsonValue | undefined): boolean {
  return typeof input === 'string' || isJsonArray(input);
}

/** True for a response of the Responses API, whole or as a stream, and for no other. */
export function isResponse(response: JsonValue): boolean {
  if (typeof response === 'string') return isServerSent(response) && /"type":\s*"response\./.test(response.slice(0, 4096));
  if (isJsonArray(response)) return response.some(isStreamEvent);
  if (stringMember(response, 'object') === 'response') return true;
  const output = memberOf(response, 'output');
  return isJsonArray(output) && output.some(isItem);
}

/** True for a request of the Responses API, and for no other. */
export function isResponsesRequest(request: JsonValue): boolean {
  const input = memberOf(request, 'input');
  if (!isInput(input)) return false;
  if (isJsonArray(input) && input.some(isItem)) return true;
  const tools = memberOf(request, 'tools');
  if (isJsonArray(tools) && tools.some(isFlatFunction)) return true;
  const hasText = isJsonObject(memberOf(memberOf(request, 'text'), 'format'));
  return hasText || stringMember(request, 'previous_response_id') !== undefined;
}

function isItem(item: JsonValue): boolean {
  return isItemType(stringMember(item, 'type'));
}

/** Chat Completions keeps name and parameters inside `function`. */
function isFlatFunction(tool: JsonValue): boolean {
  return stringMember(tool, 'type') === 'function' && stringMember(tool, 'name') !== undefined;
}
