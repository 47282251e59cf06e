import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { isItemType } from '../kit/response-item.ts';
import { isServerSent } from '../kit/server-sent.ts';
import { exchangeOf, isInput } from './exchange.ts';
import { isStreamEvent } from './stream.ts';

/** True when a record is surely of the Responses API: by its response, or by its request where no response contradicts. */
export function isResponsesPair(value: JsonValue): boolean {
  if (isStreamEvent(value)) return true;
  const pair = exchangeOf(value);
  if (pair === undefined) return false;
  const { request, response } = pair;
  if (request !== undefined && memberOf(request.value, 'messages') !== undefined) return false;
  if (response !== undefined && isResponse(response.value)) return true;
  if (request === undefined || !isResponsesRequest(request.value)) return false;
  return response === undefined || response.value === request.value || isEmptyResponse(response.value);
}

/** True when the request has an input, as many APIs have. */
export function isResponsesLike(value: JsonValue): boolean {
  const request = exchangeOf(value)?.request?.value;
  return stringMember(request, 'model') !== undefined && isInput(memberOf(request, 'input'));
}

function isResponse(response: JsonValue): boolean {
  if (typeof response === 'string') return isServerSent(response) && /"type":\s*"response\./.test(response.slice(0, 4096));
  if (isJsonArray(response)) return response.some(isStreamEvent);
  if (stringMember(response, 'object') === 'response') return true;
  const output = memberOf(response, 'output');
  return isJsonArray(output) && output.some(isItem);
}

/** Nothing was answered, or an error: the request alone decides. */
function isEmptyResponse(response: JsonValue): boolean {
  return response === null || response === '' || isJsonObject(memberOf(response, 'error'));
}

function isResponsesRequest(request: JsonValue): boolean {
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
