import { type JsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import type { PointerTo } from '../kit/pair.ts';
import type { ReadItem } from '../kit/response-item.ts';
import { type ItemResult, outputTexts } from '../kit/response-result.ts';
import type { MessageCall } from '../kit/sink.ts';

/** Where a record of the oldest shape keeps what a call was given, and what came of it. */
interface Shape {
  /** The member that names the tool, or the tool itself. */
  readonly tool: { readonly member: string } | { readonly name: string };
  readonly given: string;
  readonly results: readonly string[];
}

/** Records named by the item's type: call and result in one, mostly without an id. */
const calls: ReadonlyMap<string, Shape> = new Map<string, Shape>([
  ['FunctionCall', { tool: { member: 'name' }, given: 'args', results: ['result'] }],
  ['CustomToolCall', { tool: { member: 'toolName' }, given: 'input', results: ['output'] }],
  ['LocalShellCall', { tool: { name: 'local_shell' }, given: 'command', results: ['stdout', 'stderr', 'exitCode'] }],
  ['WebSearchCall', { tool: { name: 'web_search' }, given: 'query', results: ['results'] }],
]);

const quiet: ReadonlySet<string> = new Set(['Message', 'Reasoning', 'FileChange']);

/** True for a record type of the oldest shape. */
export const isOldestType = (type: string): boolean => quiet.has(type) || calls.has(type);

/** Reads a record of the oldest shape; undefined for every other. */
export function readOldest(item: JsonObject, at: PointerTo): ReadItem | undefined {
  const type = stringMember(item, 'type') ?? '';
  if (quiet.has(type)) return { kind: 'quiet' };
  const shape = calls.get(type);
  if (shape === undefined) return undefined;
  const call = callOf(item, shape, at);
  return call === undefined
    ? { kind: 'unread', what: 'tool call without a name' }
    : { kind: 'call', call, result: resultOf(item, { shape, call, at }) };
}

function callOf(item: JsonObject, { tool, given }: Shape, at: PointerTo): MessageCall | undefined {
  const isNamed = 'member' in tool;
  const name = isNamed ? stringMember(item, tool.member) : tool.name;
  if (name === undefined) return undefined;
  const id = stringMember(item, 'id');
  return {
    id,
    idPointer: id === undefined ? undefined : at('/id'),
    tool: name,
    toolPointer: at(isNamed ? `/${tool.member}` : '/type'),
    payload: payloadOf(memberOf(item, given), at(`/${given}`)),
    isProviderRun: isNamed ? undefined : true,
  };
}

/** The input of a custom tool is free text; the arguments of a function may be text too, and are then JSON. */
function payloadOf(value: JsonValue | undefined, pointer: string): Payload {
  if (value === undefined || value === null) return { form: 'absent', pointer };
  if (typeof value !== 'string') return { form: 'value', value, pointer };
  if (pointer.endsWith('/args')) return { form: 'text', text: value, pointer };
  return { form: 'opaque', reason: 'opaque', detail: 'the input is free text', pointer };
}

/** Whatever stands there came back; whether it is an error is not recorded in any one way. */
function resultOf(
  item: JsonObject,
  { shape, call, at }: { readonly shape: Shape; readonly call: MessageCall; readonly at: PointerTo },
): ItemResult | undefined {
  const member = shape.results.find((name) => (memberOf(item, name) ?? null) !== null);
  if (member === undefined) return undefined;
  const content = memberOf(item, member);
  return {
    call: call.id,
    callPointer: call.idPointer,
    tool: call.id === undefined ? call.tool : undefined,
    outcome: 'unknown',
    texts: outputTexts(content, (path) => at(`/${member}${path}`)),
    content,
  };
}
