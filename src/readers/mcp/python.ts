import { isJsonArray, isJsonObject, type JsonObject, member } from '../../model/json.ts';
import { elementsOf, into, type Located, textOf } from './located.ts';
import { absentIfNull, idOf, type Message, type MessageId, readMessage } from './message.ts';

/** What the methods of the Python SDK's ClientSession send on the wire. */
const wireMethods: ReadonlyMap<string, string> = new Map([
  ['call_tool', 'tools/call'],
  ['list_tools', 'tools/list'],
  ['initialize', 'initialize'],
  ['send_ping', 'ping'],
  ['list_resources', 'resources/list'],
  ['list_resource_templates', 'resources/templates/list'],
  ['read_resource', 'resources/read'],
  ['subscribe_resource', 'resources/subscribe'],
  ['unsubscribe_resource', 'resources/unsubscribe'],
  ['list_prompts', 'prompts/list'],
  ['get_prompt', 'prompts/get'],
  ['complete', 'completion/complete'],
  ['set_logging_level', 'logging/setLevel'],
  ['send_roots_list_changed', 'notifications/roots/list_changed'],
  ['send_progress_notification', 'notifications/progress'],
]);

/** `{type: "request", count?, method: "call_tool", args, kwargs}` and its response, as an interceptor of ClientSession writes them. */
export function isInterceptorRecord(value: JsonObject): boolean {
  const type = member(value, 'type');
  if (typeof member(value, 'method') !== 'string') return false;
  if (type === 'request') return isJsonArray(member(value, 'args')) || isJsonObject(member(value, 'kwargs'));
  return type === 'response' && (Object.hasOwn(value, 'result') || Object.hasOwn(value, 'error'));
}

export function readInterceptor(record: Located): Message {
  const located = { ...record, isNullAbsent: true };
  const id = idOf(into(located, 'count'));
  return textOf(into(located, 'type')) === 'request' ? readCall(located, id) : readAnswer(located, id);
}

/** `{session_id, server_info, calls: [{request, response}]}`: one object per session. */
export function isSessionRecord(value: JsonObject): boolean {
  return isJsonArray(member(value, 'calls')) && (Object.hasOwn(value, 'session_id') || Object.hasOwn(value, 'server_info'));
}

export function readSessionCalls(record: Located): readonly Message[] {
  const located = { ...record, isNullAbsent: true };
  return elementsOf(into(located, 'calls')).flatMap((pair, index) => readPair(pair, index));
}

function readPair(pair: Located, index: number): readonly Message[] {
  const request = into(pair, 'request');
  const response = into(pair, 'response');
  if (!isJsonObject(request.value)) return [{ kind: 'unknown', what: 'session call without a request' }];
  // The pair itself is the pairing, whatever ids it holds: a position names it where no id does.
  const id = idOf(into(request, 'id')) ?? { key: `p:${index}`, text: `calls/${index}`, pointer: pair.pointer };
  const call = hasWireParameters(request) ? { ...readMessage(request, 'client'), id } : readCall(request, id);
  if (!isJsonObject(response.value)) return [call];
  return [call, readAnswer(response, id)];
}

function hasWireParameters(request: Located): boolean {
  return into(request, 'params').value !== undefined;
}

function readCall(located: Located, id: MessageId | undefined): Message {
  const spelled = textOf(into(located, 'method'));
  if (spelled === undefined) return { kind: 'unknown', what: 'intercepted call without a method' };
  const args = into(located, 'args');
  const kwargs = into(located, 'kwargs');
  const or = (name: string, position: number): Located => firstOf(into(kwargs, name), into(args, position));
  return {
    kind: 'request',
    sender: 'client',
    id,
    method: wireMethods.get(spelled) ?? spelled,
    params: kwargs,
    tool: or('name', 0),
    arguments: or('arguments', 1),
    cursor: or('cursor', 0),
    isUnnumbered: id === undefined,
  };
}

function readAnswer(located: Located, id: MessageId | undefined): Message {
  const spelled = textOf(into(located, 'method'));
  const method = spelled === undefined ? undefined : (wireMethods.get(spelled) ?? spelled);
  return { kind: 'response', sender: 'server', id, method, result: into(located, 'result'), error: absentIfNull(into(located, 'error')) };
}

function firstOf(first: Located, second: Located): Located {
  return first.value === undefined ? second : first;
}
