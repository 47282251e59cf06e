import { isJsonObject, type JsonObject, type JsonValue, member, stringMember } from '../../model/json.ts';
import { isItemType } from '../kit/response-item.ts';
import { wrappedTypes } from './known.ts';
import { isHeader } from './line.ts';
import { isOldestType } from './oldest.ts';

/** True when the first records are those of a rollout. A head alone is none: other documents have an id, a time and instructions too. */
export function isRollout(first: readonly JsonValue[]): boolean {
  const [head] = first;
  const isHeaded = first.some(isHead) || (head !== undefined && isBareHead(head));
  return first.some(isWrapped) || first.some(isState) || (isHeaded && first.some(isBareItem));
}

/** The head of a session that had no instructions, and lay in no repository. */
function isBareHead(value: JsonValue): boolean {
  return (
    isJsonObject(value) && isHeader(value) && Object.keys(value).every((name) => name === 'id' || name === 'timestamp' || name === 'git')
  );
}

/** True where a record stands that only a rollout has, or begins with. */
export function hasRolloutMark(first: readonly JsonValue[]): boolean {
  return first.some((value) => isWrapped(value) || isState(value) || isHead(value)) || isRollout(first);
}

function isWrapped(value: JsonValue): boolean {
  return isJsonObject(value) && wrappedTypes.has(stringMember(value, 'type') ?? '') && isJsonObject(member(value, 'payload'));
}

function isState(value: JsonValue): boolean {
  return isJsonObject(value) && !Object.hasOwn(value, 'type') && member(value, 'record_type') === 'state';
}

/** The head of the generations whose records are bare. */
function isHead(value: JsonValue): boolean {
  return isJsonObject(value) && isHeader(value) && Object.hasOwn(value, 'instructions') && !isOfApi(value);
}

/** Requests and responses of the Responses API have instructions too. */
const isOfApi = (value: JsonObject): boolean => ['object', 'model', 'input', 'output'].some((name) => Object.hasOwn(value, name));

function isBareItem(value: JsonValue): boolean {
  const type = stringMember(value, 'type');
  return type !== undefined && (isItemType(type) || isOldestType(type));
}
