import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { pairOf } from '../kit/pair.ts';
import { isServerSent } from '../kit/server-sent.ts';
import { ownStreamTypes, streamTypes } from './known.ts';
import { isUiPart } from './parts.ts';

/** A message by itself: model messages have `content`, UI messages have `parts`. */
export function isMessage(value: JsonValue): boolean {
  if (stringMember(value, 'role') === undefined) return false;
  const content = memberOf(value, 'content');
  return typeof content === 'string' || isJsonArray(content) || isJsonArray(memberOf(value, 'parts'));
}

/** A part of a stream by itself. */
function isStreamPart(value: JsonValue): boolean {
  const type = stringMember(value, 'type');
  return type !== undefined && stringMember(value, 'role') === undefined && (streamTypes.has(type) || type.startsWith('data-'));
}

/** What `generateText` returns, or one of its steps. */
export function isResult(value: JsonValue): boolean {
  const steps = memberOf(value, 'steps');
  if (isJsonArray(steps)) return steps.some(isStep);
  return isStep(value);
}

function isStep(value: JsonValue): boolean {
  const lists = [memberOf(value, 'toolCalls'), memberOf(value, 'toolResults'), memberOf(value, 'content')].filter(isJsonArray);
  return stringMember(value, 'role') === undefined && lists.some((list) => list.some(isToolPart));
}

/** True for a record that is surely of the SDK. */
export function isSdkRecord(value: JsonValue): boolean {
  if (isServerText(value) || isOwnPart(value) || isToolMessage(value) || isResult(value)) return true;
  if (stringMember(value, 'type') !== undefined) return false;
  const pair = pairOf(value);
  const messages = memberOf(pair?.request?.value, 'messages');
  if (isJsonArray(messages) && messages.some(isToolMessage)) return true;
  const response = pair?.response?.value;
  return response !== undefined && isJsonObject(value) && response !== value && (isServerText(response) || isResult(response));
}

/** True for a record that stands among those of the SDK, and might stand among others. */
export function isSdkLike(value: JsonValue): boolean {
  return isStreamPart(value) || isMessage(value) || isJsonArray(memberOf(value, 'messages'));
}

function isOwnPart(value: JsonValue): boolean {
  const type = stringMember(value, 'type');
  return type !== undefined && ownStreamTypes.has(type) && stringMember(value, 'role') === undefined;
}

function isToolMessage(message: JsonValue): boolean {
  if (stringMember(message, 'role') === undefined) return false;
  const parts = memberOf(message, 'parts');
  if (isJsonArray(parts))
    return parts.length > 0 && parts.every((part) => stringMember(part, 'type') !== undefined) && !parts.some(isConventionPart);
  const content = memberOf(message, 'content');
  return isJsonArray(content) && content.some(isToolPart);
}

/** Messages of the OpenTelemetry conventions have parts too, whose text is `content`. */
function isConventionPart(part: JsonValue): boolean {
  return memberOf(part, 'content') !== undefined || stringMember(part, 'type')?.startsWith('tool_') === true;
}

function isToolPart(part: JsonValue): boolean {
  if (isUiPart(part)) return true;
  return stringMember(part, 'toolCallId') !== undefined && stringMember(part, 'toolName') !== undefined;
}

function isServerText(value: JsonValue): boolean {
  if (typeof value !== 'string' || !isServerSent(value)) return false;
  const found = value.slice(0, 4096).matchAll(/"type"\s*:\s*"([a-z-]{1,40})"/g);
  return [...found].some(([, type]) => type !== undefined && ownStreamTypes.has(type));
}
