import { type JsonValue, memberOf, stringMember } from '../../../model/json.ts';
import type { Payload } from '../../../model/payload.ts';
import { entriesOf } from '../entries.ts';
import type { PointerTo } from '../pair.ts';
import { emitUnread, type MessageCall } from '../sink.ts';
import { type ChatSink, idOf, isIdOptionalIn } from './dialect.ts';

/** The calls of an assistant's message; an entry that names no tool is reported. */
export function messageCalls(message: JsonValue, at: PointerTo, sink: ChatSink): readonly MessageCall[] {
  const listIn = (name: string): readonly JsonValue[] => entriesOf(memberOf(message, name), { name }, (what) => emitUnread(sink, what));
  const calls = listIn('tool_calls').map((entry, index) => toolCall(entry, (path) => at(`/tool_calls/${index}${path}`), sink));
  const legacy = memberOf(message, 'function_call');
  if (legacy !== undefined && legacy !== null) calls.push(functionCall(legacy, undefined, (path) => at(`/function_call${path}`)));
  const refused = listIn('invalid_tool_calls').map((entry, index) =>
    refusedCall(entry, (path) => at(`/invalid_tool_calls/${index}${path}`), sink),
  );
  const read = [...calls, ...refused].filter((call) => call !== undefined);
  if (read.length < calls.length + refused.length) emitUnread(sink, 'tool call without a name');
  return withoutRepeats(read);
}

/** LangChain keeps a call whose arguments it could not parse apart from the others, with their text as the model wrote it. */
function refusedCall(entry: JsonValue, at: PointerTo, { dialect }: ChatSink): MessageCall | undefined {
  const tool = stringMember(entry, 'name');
  if (tool === undefined) return undefined;
  const id = idOf(entry, 'id', dialect);
  const payload = payloadOf(memberOf(entry, 'args'), at('/args'));
  const idPointer = id === undefined ? undefined : at('/id');
  return { id, idPointer, tool, toolPointer: at('/name'), payload, isRefused: true, isIdOptional: isIdOptionalIn(dialect) };
}

/** Sent along to a provider again, a refused call stands among the accepted ones as well. */
function withoutRepeats(calls: readonly MessageCall[]): readonly MessageCall[] {
  const refused = new Set(calls.filter((call) => call.isRefused === true).map(({ id }) => id));
  return calls.filter((call) => call.isRefused === true || call.id === undefined || !refused.has(call.id));
}

function toolCall(entry: JsonValue, at: PointerTo, { dialect }: ChatSink): MessageCall | undefined {
  const id = idOf(entry, 'id', dialect);
  const custom = memberOf(entry, 'custom');
  const call =
    custom === undefined || custom === null
      ? functionCall(memberOf(entry, 'function'), id, (path) => at(`/function${path}`))
      : customCall(custom, id, (path) => at(`/custom${path}`));
  if (call === undefined) return undefined;
  return { ...call, idPointer: id === undefined ? undefined : at('/id'), isIdOptional: isIdOptionalIn(dialect) };
}

function functionCall(called: JsonValue | undefined, id: string | undefined, at: PointerTo): MessageCall | undefined {
  const tool = stringMember(called, 'name');
  if (tool === undefined) return undefined;
  return { id, idPointer: undefined, tool, toolPointer: at('/name'), payload: argumentsOf(called, at('/arguments')) };
}

/** The API writes `arguments` as text; some gateways write the object itself, and some leave the key out or write null. */
function argumentsOf(called: JsonValue | undefined, pointer: string): Payload {
  return payloadOf(memberOf(called, 'arguments'), pointer);
}

function payloadOf(value: JsonValue | undefined, pointer: string): Payload {
  if (value === undefined || value === null) return { form: 'absent', pointer };
  if (value === '') return { form: 'absent', pointer, isEmptyText: true };
  return typeof value === 'string' ? { form: 'text', text: value, pointer } : { form: 'value', value, pointer };
}

function customCall(custom: JsonValue, id: string | undefined, at: PointerTo): MessageCall | undefined {
  const tool = stringMember(custom, 'name');
  if (tool === undefined) return undefined;
  const payload = { form: 'opaque', reason: 'opaque', detail: 'the input of a custom tool is free text', pointer: at('/input') } as const;
  return { id, idPointer: undefined, tool, toolPointer: at('/name'), payload };
}
