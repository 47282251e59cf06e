import type { Payload } from '../../../model/event.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../../model/json.ts';
import type { PointerTo } from '../pair.ts';
import { emitUnread, type MessageCall } from '../sink.ts';
import { type ChatSink, idOf, idOptionalIn } from './dialect.ts';

/** The calls of an assistant's message; an entry that names no tool is reported. */
export function messageCalls(message: JsonValue, at: PointerTo, sink: ChatSink): readonly MessageCall[] {
  const list = memberOf(message, 'tool_calls');
  const entries = isJsonArray(list) ? list : [];
  const calls = entries.map((entry, index) => toolCall(entry, (path) => at(`/tool_calls/${index}${path}`), sink));
  const legacy = memberOf(message, 'function_call');
  if (legacy !== undefined && legacy !== null) calls.push(functionCall(legacy, undefined, (path) => at(`/function_call${path}`)));
  const read = calls.filter((call) => call !== undefined);
  if (read.length < calls.length) emitUnread(sink, 'tool call without a name');
  return read;
}

function toolCall(entry: JsonValue, at: PointerTo, { dialect }: ChatSink): MessageCall | undefined {
  const id = idOf(entry, 'id', dialect);
  const custom = memberOf(entry, 'custom');
  const call =
    custom === undefined
      ? functionCall(memberOf(entry, 'function'), id, (path) => at(`/function${path}`))
      : customCall(custom, id, (path) => at(`/custom${path}`));
  if (call === undefined) return undefined;
  return { ...call, idPointer: id === undefined ? undefined : at('/id'), idOptional: idOptionalIn(dialect) };
}

function functionCall(called: JsonValue | undefined, id: string | undefined, at: PointerTo): MessageCall | undefined {
  const tool = stringMember(called, 'name');
  if (tool === undefined) return undefined;
  return { id, idPointer: undefined, tool, toolPointer: at('/name'), payload: argumentsOf(called, at('/arguments')) };
}

/** The API writes `arguments` as text; some gateways write the object itself, and some leave the key out. */
function argumentsOf(called: JsonValue | undefined, pointer: string): Payload {
  const value = memberOf(called, 'arguments');
  if (value === undefined) return { form: 'absent', pointer };
  return typeof value === 'string' ? { form: 'text', text: value, pointer } : { form: 'value', value, pointer };
}

function customCall(custom: JsonValue, id: string | undefined, at: PointerTo): MessageCall | undefined {
  const tool = stringMember(custom, 'name');
  if (tool === undefined) return undefined;
  const payload = { form: 'opaque', reason: 'opaque', detail: 'the input of a custom tool is free text', pointer: at('/input') } as const;
  return { id, idPointer: undefined, tool, toolPointer: at('/name'), payload };
}
