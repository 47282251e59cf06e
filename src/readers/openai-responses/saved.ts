import { isJsonArray, isJsonObject, type JsonArray, type JsonValue, member, memberOf, stringMember } from '../../model/json.ts';
import { type Side, sideOf } from '../kit/pair.ts';
import { isItemType } from '../kit/response-item.ts';

// Items that were saved without the request or the response in which they stood: one a record, or a list of them.

/** A list of saved items, and where it lies in its record. */
export interface SavedList {
  readonly items: JsonArray;
  readonly side: Side;
  /** The answer to a request for a list: a page of what lies with the provider, and not sure to be all. */
  readonly isPage: boolean;
}

const roles: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'developer']);

/** True for a record that may be an item: of a type that items have, or a message in its short form. */
export function isItemLike(value: JsonValue): boolean {
  const type = memberOf(value, 'type');
  if (type !== undefined) return typeof type === 'string' && isItemType(type);
  return roles.has(stringMember(value, 'role') ?? '');
}

/** Members that tell a record of an item's type from records of other formats with the same one. */
const members: ReadonlyMap<string, readonly string[]> = new Map([
  ['function_call', ['call_id', 'name']],
  ['custom_tool_call', ['call_id', 'name']],
  ['mcp_call', ['server_label', 'name']],
  ['mcp_approval_request', ['server_label', 'name']],
  ['mcp_list_tools', ['server_label']],
]);

/** Parts that only messages of the Responses API have. */
const parts: ReadonlySet<string> = new Set(['input_text', 'output_text', 'input_image', 'input_file', 'refusal']);

/** True for what is surely an item. */
export function isSureItem(value: JsonValue): boolean {
  const type = stringMember(value, 'type');
  if (type === undefined || !isItemType(type)) return false;
  const wanted = members.get(type);
  if (wanted !== undefined) return wanted.every((name) => stringMember(value, name) !== undefined);
  if (type === 'message') return hasOwnParts(value);
  if (type.endsWith('_output')) return stringMember(value, 'call_id') !== undefined;
  return type.endsWith('_call') && (stringMember(value, 'call_id') ?? stringMember(value, 'id')) !== undefined;
}

function hasOwnParts(message: JsonValue): boolean {
  const content = memberOf(message, 'content');
  return isJsonArray(content) && content.some((part) => parts.has(stringMember(part, 'type') ?? ''));
}

/**
 * The list that a record is or holds: an array of items, or the answer to a request for the input items of a response or the items of a
 * conversation (`{"object": "list", "data": […]}`), as it is or as the response that a recorder kept. `sure`: one of its items could be of no
 * other format; `alike`: all of them may be items.
 */
export function savedListIn(record: JsonValue, isKnown: 'sure' | 'alike'): SavedList | undefined {
  const holder = isJsonArray(record) ? bareSide(record) : pageIn(record);
  const items = isJsonArray(record) ? record : memberOf(holder?.value, 'data');
  if (holder === undefined || !isJsonArray(items) || !items.every(isJsonObject)) return undefined;
  if (!items.some(isSureItem) && (isKnown === 'sure' || !items.every(isItemLike))) return undefined;
  if (isJsonArray(record)) return { items, side: holder, isPage: false };
  const pointer = holder.isInText ? holder.pointer : `${holder.pointer}/data`;
  return { items, side: { value: items, pointer, isInText: holder.isInText }, isPage: true };
}

const bareSide = (value: JsonValue): Side => ({ value, pointer: '', isInText: false });

function pageIn(record: JsonValue): Side | undefined {
  if (!isJsonObject(record)) return undefined;
  const holder = Object.hasOwn(record, 'response') ? sideOf(record, 'response') : bareSide(record);
  return stringMember(holder?.value, 'object') === 'list' ? holder : undefined;
}

/** True for a record that stands among items and has a type of its own: an item of a type that is not known. */
export function isOtherItem(value: JsonValue): boolean {
  if (!isJsonObject(value) || stringMember(value, 'type') === undefined) return false;
  return !['object', 'request', 'response', 'body', 'messages'].some((name) => member(value, name) !== undefined);
}
