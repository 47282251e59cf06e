import { isJsonArray, type JsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { contentKey } from '../kit/content-key.ts';
import type { PointerTo } from '../kit/pair.ts';
import type { MessageCall } from '../kit/sink.ts';
import { type TextAt, textsAt } from '../kit/text-blocks.ts';
import { type Attribute, type Attributes, structuredOf } from './attributes.ts';
import { flattenedMessages } from './flattened.ts';
import { opaque, proposedPayload } from './payload.ts';

/** A call or a result in the messages of a span, in their order. */
export type MessageStep =
  | { readonly kind: 'call'; readonly call: MessageCall }
  | { readonly kind: 'result'; readonly result: MessageResult }
  | { readonly kind: 'unread'; readonly what: string };

/** A result that was sent back to the model: it carries no error flag. */
export interface MessageResult {
  readonly id: string | undefined;
  readonly idPointer: string | undefined;
  readonly tool: string | undefined;
  readonly texts: readonly TextAt[];
  /** Equal for two copies of the same result. */
  readonly key: string;
}

/** What was sent to the model, and what it answered. */
export interface Messages {
  readonly sent: readonly MessageStep[];
  readonly answered: readonly MessageStep[];
}

/** Messages that are read when their trace is told: until then their text is kept, and each request repeats all of its conversation. */
export type HeldMessages = () => Messages;

/** The messages of a span by the first of the conventions that it follows. Undefined: it holds none. */
export function spanMessages(attributes: Attributes): HeldMessages | undefined {
  const sent = attributes.get('gen_ai.input.messages') ?? attributes.get('pydantic_ai.all_messages');
  const answered = attributes.get('gen_ai.output.messages');
  if (sent !== undefined || answered !== undefined) return () => ({ sent: listedSteps(sent), answered: listedSteps(answered) });
  const calls = responseCalls(attributes);
  const messages = calls === undefined ? flattenedMessages(attributes) : { sent: [], answered: calls };
  return messages === undefined ? undefined : () => messages;
}

function listedSteps(attribute: Attribute | undefined): readonly MessageStep[] {
  if (attribute === undefined) return [];
  const list = structuredOf(attribute);
  if (list === undefined || !isJsonArray(list.value)) return [{ kind: 'unread', what: 'messages that are no JSON list' }];
  return list.value.flatMap((message, index) =>
    partsOf(message).flatMap((part, place) => partSteps(part, (path) => list.at(`/${index}/parts/${place}${path}`))),
  );
}

const none: JsonArray = [];

function partsOf(message: JsonValue): JsonArray {
  const parts = memberOf(message, 'parts');
  return isJsonArray(parts) ? parts : none;
}

/** Parts of the conventions' message schema; other parts are prose, files and the like. */
export function partSteps(part: JsonValue, at: PointerTo): readonly MessageStep[] {
  switch (stringMember(part, 'type')) {
    case 'tool_call':
      return [callStep(part, at)];
    case 'tool_call_response':
      return [resultStep(part, at)];
    case 'server_tool_call':
      return [serverCall(part, at)];
    case 'server_tool_call_response':
      return [resultStep(part, at)];
    default:
      return [];
  }
}

function callStep(part: JsonValue, at: PointerTo): MessageStep {
  const tool = stringMember(part, 'name');
  if (tool === undefined) return { kind: 'unread', what: 'tool call without a name' };
  const key = memberOf(part, 'arguments') === undefined && memberOf(part, 'args') !== undefined ? 'args' : 'arguments';
  const payload = proposedPayload(memberOf(part, key), at(`/${key}`), at(''));
  return { kind: 'call', call: { ...idOf(part, at), tool, toolPointer: at('/name'), payload } };
}

/** Run by the provider; its input has a form of the provider's own. */
function serverCall(part: JsonValue, at: PointerTo): MessageStep {
  const tool = stringMember(part, 'name');
  if (tool === undefined) return { kind: 'unread', what: 'tool call without a name' };
  const payload = opaque("the input of a provider's own tool", at('/server_tool_call'));
  return { kind: 'call', call: { ...idOf(part, at), tool, toolPointer: at('/name'), payload, isProviderRun: true } };
}

/** The schema names the content `response`, and its own example `result`. */
function resultStep(part: JsonValue, at: PointerTo): MessageStep {
  const key = ['response', 'result', 'server_tool_call_response'].find((name) => memberOf(part, name) !== undefined) ?? 'response';
  const content = memberOf(part, key);
  const texts = textsAt(content, (path) => at(`/${key}${path}`));
  return { kind: 'result', result: { ...idOf(part, at), tool: stringMember(part, 'name'), texts, key: contentKey(content ?? null) } };
}

/** Ids come with blanks around them, in the conventions' own examples too. */
function idOf(part: JsonValue, at: PointerTo): { readonly id: string | undefined; readonly idPointer: string | undefined } {
  const id = stringMember(part, 'id')?.trim() ?? '';
  return id === '' ? { id: undefined, idPointer: undefined } : { id, idPointer: at('/id') };
}

/** `ai.response.toolCalls` of the AI SDK: the text of a list of calls. */
function responseCalls(attributes: Attributes): readonly MessageStep[] | undefined {
  const attribute = attributes.get('ai.response.toolCalls');
  const list = attribute === undefined ? undefined : structuredOf(attribute);
  if (list === undefined || !isJsonArray(list.value)) return undefined;
  return list.value.map((entry, index) => responseCall(entry, (path) => list.at(`/${index}${path}`)));
}

function responseCall(entry: JsonValue, at: PointerTo): MessageStep {
  const tool = stringMember(entry, 'toolName');
  if (tool === undefined) return { kind: 'unread', what: 'tool call without a name' };
  const id = stringMember(entry, 'toolCallId');
  const key = memberOf(entry, 'input') === undefined ? 'args' : 'input';
  const value = memberOf(entry, key);
  // An empty text is how this SDK writes that no arguments were given; it validates {}.
  const payload = value === '' ? ({ form: 'absent', pointer: at(`/${key}`) } as const) : proposedPayload(value, at(`/${key}`), at(''));
  return {
    kind: 'call',
    call: { id, idPointer: id === undefined ? undefined : at('/toolCallId'), tool, toolPointer: at('/toolName'), payload },
  };
}
