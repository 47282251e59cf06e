import { isJsonArray, isJsonObject, type JsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { contentKey } from '../kit/content-key.ts';
import type { PointerTo } from '../kit/pair.ts';
import { textsAt } from '../kit/text-blocks.ts';
import type { Structured } from './attributes.ts';
import { googlePartSteps } from './google/content.ts';
import type { MessageResult, MessageStep } from './messages.ts';
import { opaque, proposedPayload } from './payload.ts';

// How messages say calls and results: the parts of the conventions, and, since many instrumentations write down what they were given, the
// messages and blocks of the providers.

const none: JsonArray = [];
/** Items of the Responses API that are no messages. */
const itemTypes: ReadonlySet<string> = new Set(['function_call', 'function_call_output']);
const listOf = (value: JsonValue | undefined): JsonArray => (isJsonArray(value) ? value : none);

/** A message of chat completions, one whose content is a list of blocks, or an item of the Responses API beside the messages. */
export function messageSteps({ value, at }: Structured): readonly MessageStep[] {
  if (itemTypes.has(stringMember(value, 'type') ?? '')) return partSteps(value, at);
  const called = [
    ...listOf(memberOf(value, 'tool_calls')).map((entry, index) => toolCall(entry, (path) => at(`/tool_calls/${index}${path}`))),
    ...functionCall(memberOf(value, 'function_call'), (path) => at(`/function_call${path}`)),
  ];
  const content = memberOf(value, 'content');
  const blocks = blockSteps({ value: content ?? null, at: (path) => at(`/content${path}`) });
  // LangChain tells a call twice: in its own words, and as the provider's block
  const steps = called.length === 0 ? blocks : [...called, ...blocks.filter(({ kind }) => kind !== 'call')];
  if (steps.length > 0 || stringMember(value, 'role') !== 'tool') return steps;
  return [toolMessage(value, at)];
}

/** One entry of `tool_calls`, with or without the function around what it says. */
export function toolCall(entry: JsonValue, at: PointerTo, id: 'id' | 'call_id' = 'id'): MessageStep {
  const inner = memberOf(entry, 'function');
  const called = inner ?? entry;
  const inside: PointerTo = inner === undefined ? at : (path) => at(`/function${path}`);
  return callStep({ called, at: inside, id: stringMember(entry, id), idPointer: at(`/${id}`), given: ['arguments', 'args'] });
}

/** The call of a message before there could be several: it has no id. */
function functionCall(called: JsonValue | undefined, at: PointerTo): readonly MessageStep[] {
  return isJsonObject(called) ? [callStep({ called, at, id: undefined, idPointer: undefined, given: ['arguments'] })] : [];
}

/** Blocks of Bedrock, of Anthropic or of the Responses API, or parts of the conventions. */
export function blockSteps({ value: list, at }: Structured): readonly MessageStep[] {
  return listOf(list).flatMap((block, index) => partSteps(block, (path) => at(`/${index}${path}`)));
}

/** Other parts are prose, files and the like. */
export function partSteps(part: JsonValue, at: PointerTo): readonly MessageStep[] {
  switch (stringMember(part, 'type')) {
    case 'tool_call':
      return [ofConventions(part, at)];
    case 'tool_call_response':
    case 'server_tool_call_response':
      return [ofResponse(part, at)];
    case 'server_tool_call':
      return [ofProvider(part, at)];
    case 'tool_use':
      return [callStep({ called: part, at, id: stringMember(part, 'id'), idPointer: at('/id'), given: ['input'] })];
    case 'tool_result':
      return [blockResult(part, at, 'tool_use_id')];
    case 'function_call':
      return [callStep({ called: part, at, id: stringMember(part, 'call_id'), idPointer: at('/call_id'), given: ['arguments'] })];
    case 'function_call_output':
      return [resultStep({ id: stringMember(part, 'call_id'), idPointer: at('/call_id'), tool: undefined, ...inside(part, at, 'output') })];
    default:
      return untyped(part, at);
  }
}

function untyped(part: JsonValue, at: PointerTo): readonly MessageStep[] {
  const use = memberOf(part, 'toolUse');
  const result = memberOf(part, 'toolResult');
  const used: PointerTo = (path) => at(`/toolUse${path}`);
  if (use !== undefined)
    return [callStep({ called: use, at: used, id: stringMember(use, 'toolUseId'), idPointer: used('/toolUseId'), given: ['input'] })];
  if (result !== undefined) return [blockResult(result, (path) => at(`/toolResult${path}`), 'toolUseId')];
  return isJsonObject(part) ? googlePartSteps({ value: part, at }) : [];
}

function ofConventions(part: JsonValue, at: PointerTo): MessageStep {
  return callStep({ called: part, at, id: stringMember(part, 'id'), idPointer: at('/id'), given: ['arguments', 'args'] });
}

/** Run by the provider; its input has a form of the provider's own. */
function ofProvider(part: JsonValue, at: PointerTo): MessageStep {
  const step = ofConventions(part, at);
  if (step.kind !== 'call') return step;
  const payload = opaque("the input of a provider's own tool", at('/server_tool_call'));
  return { kind: 'call', call: { ...step.call, payload, isProviderRun: true } };
}

/** The schema names the content `response`, and its own example `result`. */
function ofResponse(part: JsonValue, at: PointerTo): MessageStep {
  const key = ['response', 'result', 'server_tool_call_response'].find((name) => memberOf(part, name) !== undefined) ?? 'response';
  return resultStep({ id: stringMember(part, 'id'), idPointer: at('/id'), tool: stringMember(part, 'name'), ...inside(part, at, key) });
}

function blockResult(result: JsonValue, at: PointerTo, key: string): MessageStep {
  return resultStep({ id: stringMember(result, key), idPointer: at(`/${key}`), tool: undefined, ...inside(result, at, 'content') });
}

function toolMessage(message: JsonValue, at: PointerTo): MessageStep {
  const key = stringMember(message, 'tool_call_id') === undefined ? 'id' : 'tool_call_id';
  const tool = stringMember(message, 'name');
  return resultStep({ id: stringMember(message, key), idPointer: at(`/${key}`), tool, ...inside(message, at, 'content') });
}

const inside = (holder: JsonValue, at: PointerTo, key: string): { readonly content: Structured | undefined } => {
  const value = memberOf(holder, key);
  return { content: value === undefined ? undefined : { value, at: (path) => at(`/${key}${path}`) } };
};

interface Called {
  readonly called: JsonValue;
  readonly at: PointerTo;
  readonly id: string | undefined;
  readonly idPointer: string | undefined;
  /** Names under which it may have its arguments. */
  readonly given: readonly string[];
}

function callStep({ called, at, id, idPointer, given }: Called): MessageStep {
  const tool = stringMember(called, 'name');
  if (tool === undefined) return { kind: 'unread', what: 'tool call without a name' };
  const key = given.find((name) => memberOf(called, name) !== undefined) ?? given[0] ?? '';
  const payload = proposedPayload(memberOf(called, key), at(`/${key}`), at(''));
  return { kind: 'call', call: { ...named(id, idPointer), tool, toolPointer: at('/name'), payload } };
}

interface Answer {
  readonly id: string | undefined;
  readonly idPointer: string | undefined;
  readonly tool: string | undefined;
  readonly content: Structured | undefined;
}

export function resultStep({ id, idPointer, tool, content }: Answer): MessageStep {
  const texts = content === undefined ? [] : textsOf(content);
  const result: MessageResult = { ...named(id, idPointer), tool, texts, key: contentKey(content?.value ?? null) };
  return { kind: 'result', result };
}

/** Bedrock's blocks name no type: `{text}`. */
function textsOf({ value, at }: Structured): ReturnType<typeof textsAt> {
  const typed = textsAt(value, at);
  if (typed.length > 0 || !isJsonArray(value)) return typed;
  return value.flatMap((block, index) => {
    const text = stringMember(block, 'text');
    return text === undefined ? [] : [{ text, pointer: at(`/${index}/text`) }];
  });
}

/** Ids come with blanks around them, in the conventions' own examples too. */
function named(id: string | undefined, idPointer: string | undefined): Pick<MessageResult, 'id' | 'idPointer'> {
  const trimmed = id?.trim() ?? '';
  return trimmed === '' ? { id: undefined, idPointer: undefined } : { id: trimmed, idPointer };
}
