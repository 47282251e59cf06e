import { type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import type { PointerTo } from './pair.ts';
import type { MessageCall } from './sink.ts';

/** A function of the user: its arguments are text, its identity is the namespace and the name. */
export function functionCall(item: JsonValue, at: PointerTo): MessageCall | undefined {
  const tool = stringMember(item, 'name');
  if (tool === undefined) return undefined;
  const payload = argumentsOf(item, at('/arguments'));
  return { ...callIdOf(item, at), server: stringMember(item, 'namespace'), tool, toolPointer: at('/name'), payload };
}

/** A custom tool takes free text (OpenAI API reference): it may look like JSON and is none. */
export function textCall(item: JsonValue, at: PointerTo): MessageCall | undefined {
  const tool = stringMember(item, 'name');
  if (tool === undefined) return undefined;
  const payload = { form: 'opaque', reason: 'opaque', detail: 'the input of a custom tool is free text', pointer: at('/input') } as const;
  return { ...callIdOf(item, at), server: stringMember(item, 'namespace'), tool, toolPointer: at('/name'), payload };
}

/** A tool of an MCP server that the provider calls; its list gives the schema. */
export function remoteCall(item: JsonValue, at: PointerTo): MessageCall | undefined {
  const tool = stringMember(item, 'name');
  if (tool === undefined) return undefined;
  const payload = argumentsOf(item, at('/arguments'));
  const server = stringMember(item, 'server_label');
  return { ...ownIdOf(item, at), server, tool, toolPointer: at('/name'), payload };
}

/** Where the types of provider-run items keep what is asked of the tool. */
const askedIn = ['action', 'operation', 'arguments', 'code', 'queries'] as const;

/** `web_search_call` calls `web_search`: the type names the tool. */
export function providerCall(item: JsonValue, type: string, at: PointerTo): MessageCall {
  return {
    ...ownIdOf(item, at),
    tool: type.slice(0, -'_call'.length),
    toolPointer: at('/type'),
    payload: askedOf(item, type, at),
    isProviderRun: true,
  };
}

/** What the model writes for a search of the client is a value, or its text where a gateway made the item of a function call. */
function askedOf(item: JsonValue, type: string, at: PointerTo): Payload {
  if (type === 'tool_search_call' && stringMember(item, 'execution') === 'client') return argumentsOf(item, at('/arguments'));
  const field = askedIn.find((name) => memberOf(item, name) !== undefined);
  const value = field === undefined ? undefined : memberOf(item, field);
  return value === undefined ? { form: 'absent', pointer: at('/action') } : { form: 'value', value, pointer: at(`/${field}`) };
}

interface ItemId {
  readonly id: string | undefined;
  readonly idPointer: string | undefined;
}

/** `call_id` pairs a call with its result; `id` only names the item. */
export function callIdOf(item: JsonValue, at: PointerTo): ItemId {
  const id = stringMember(item, 'call_id');
  return { id, idPointer: id === undefined ? undefined : at('/call_id') };
}

/** What the provider runs and answers in the same item has only the item's own id. */
export function ownIdOf(item: JsonValue, at: PointerTo): ItemId {
  const paired = callIdOf(item, at);
  if (paired.id !== undefined) return paired;
  const id = stringMember(item, 'id');
  return { id, idPointer: id === undefined ? undefined : at('/id') };
}

function argumentsOf(item: JsonValue, pointer: string): Payload {
  const value = memberOf(item, 'arguments');
  if (value === undefined || value === null) return { form: 'absent', pointer };
  if (value === '') return { form: 'absent', pointer, isEmptyText: true };
  return typeof value === 'string' ? { form: 'text', text: value, pointer } : { form: 'value', value, pointer };
}
