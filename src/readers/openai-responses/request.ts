import { isJsonArray, isJsonObject, type JsonValue, member, memberOf, stringMember } from '../../model/json.ts';
import { pointersIn, type Side } from '../kit/pair.ts';

/** The names that `tool_choice` leaves to the model. Undefined: all declared ones. */
export function offeredTools(settings: JsonValue): readonly string[] | undefined {
  const choice = memberOf(settings, 'tool_choice');
  if (choice === 'none') return [];
  if (!isJsonObject(choice)) return undefined;
  const type = stringMember(choice, 'type');
  if (type === 'allowed_tools') return allowedNames(member(choice, 'tools'));
  const name = isOwnType(type) ? stringMember(choice, 'name') : undefined;
  return name === undefined ? undefined : [name];
}

/** Hosted tools and whole servers are not the model's to call by name; an entry of another kind leaves open what was left out. */
function allowedNames(tools: JsonValue | undefined): readonly string[] | undefined {
  if (!isJsonArray(tools)) return undefined;
  const names: string[] = [];
  for (const tool of tools) {
    const type = stringMember(tool, 'type');
    const name = stringMember(tool, 'name');
    if (isOwnType(type) && name !== undefined) names.push(name);
    else if (type !== 'mcp' && (type === undefined || name !== undefined || isOwnType(type))) return undefined;
  }
  return names;
}

function isOwnType(type: string | undefined): boolean {
  return type === 'function' || type === 'custom';
}

/** What the request asks of the answer's form. */
export type AnswerFormat =
  | { readonly kind: 'text' }
  /** Valid JSON is promised, of no particular structure. */
  | { readonly kind: 'json-object' }
  | { readonly kind: 'json-schema'; readonly schema: JsonValue; readonly pointer: string; readonly name: string | undefined }
  | { readonly kind: 'unreadable' };

export function answerFormat(settings: Side): AnswerFormat {
  const format = memberOf(memberOf(settings.value, 'text'), 'format');
  const type = stringMember(format, 'type');
  if (type === 'json_object') return { kind: 'json-object' };
  if (type !== 'json_schema') return { kind: 'text' };
  const schema = memberOf(format, 'schema');
  if (schema === undefined) return { kind: 'unreadable' };
  return { kind: 'json-schema', schema, pointer: pointersIn(settings)('/text/format/schema'), name: stringMember(format, 'name') };
}

/** True when part of the conversation lies with the provider, or is only referred to: not all calls are in the request. */
export function isChained(request: JsonValue): boolean {
  if (stringMember(request, 'previous_response_id') !== undefined) return true;
  const conversation = memberOf(request, 'conversation');
  if (conversation !== undefined && conversation !== null) return true;
  const input = memberOf(request, 'input');
  return isJsonArray(input) && input.some(isReference);
}

/** True for an item that only refers to one that lies with the provider. */
export function isReference(item: JsonValue): boolean {
  const type = stringMember(item, 'type');
  if (type === 'item_reference') return true;
  return type === undefined && stringMember(item, 'id') !== undefined && stringMember(item, 'role') === undefined;
}
