import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Side } from '../kit/pair.ts';
import { sidesOf } from './sides.ts';
import { isEventList, isStreamEvent } from './stream.ts';

/** True when a record is surely of Converse: by its response, or by its request where no response contradicts. */
export function isConversePair(value: JsonValue): boolean {
  if (isStreamEvent(value)) return true;
  const pair = sidesOf(value);
  if (pair === undefined) return false;
  const { request, response } = pair;
  if (request !== undefined && !isJsonArray(memberOf(request.value, 'messages'))) return false;
  if (response !== undefined && isConverseResponse(response)) return true;
  return request !== undefined && isConverseRequest(request.value) && (response === undefined || !isForeign(response.value));
}

/** True when the request alone has the marks of Converse. */
export function isConverseLike(value: JsonValue): boolean {
  const request = sidesOf(value)?.request;
  return request !== undefined && isConverseRequest(request.value);
}

/** A binary stream, an error or nothing says nothing; `choices` and typed messages are other formats. */
function isForeign(response: JsonValue): boolean {
  return isJsonObject(response) && (memberOf(response, 'choices') !== undefined || stringMember(response, 'type') === 'message');
}

function isConverseResponse({ value }: Side): boolean {
  if (isEventList(value) || isEventList(memberOf(value, 'stream') ?? null)) return true;
  const message = memberOf(memberOf(value, 'output'), 'message');
  return isJsonArray(memberOf(message, 'content')) && stringMember(value, 'stopReason') !== undefined;
}

function isConverseRequest(request: JsonValue): boolean {
  const tools = memberOf(memberOf(request, 'toolConfig'), 'tools');
  if (isJsonArray(tools) && tools.some((tool) => isJsonObject(memberOf(tool, 'toolSpec')))) return true;
  const messages = memberOf(request, 'messages');
  return isJsonArray(messages) && messages.some((message) => hasToolBlock(memberOf(message, 'content')));
}

/** Blocks say by their only key what they are. */
function hasToolBlock(content: JsonValue | undefined): boolean {
  if (!isJsonArray(content)) return false;
  return content.some(
    (block) =>
      stringMember(memberOf(block, 'toolUse'), 'toolUseId') !== undefined ||
      stringMember(memberOf(block, 'toolResult'), 'toolUseId') !== undefined,
  );
}
