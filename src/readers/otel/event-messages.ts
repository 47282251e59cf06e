import { isJsonArray, isJsonObject, type JsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { contentKey } from '../kit/content-key.ts';
import { textsAt } from '../kit/text-blocks.ts';
import { type Attributes, type Structured, structuredOf } from './attributes.ts';
import type { SpanEvent } from './events.ts';
import { type MessageStep, type Messages, partSteps } from './messages.ts';
import { proposedPayload } from './payload.ts';

/** What the message events of a span, or of a log, say. */
export interface ToldByEvents {
  /** Undefined: none of them speaks of a call. */
  readonly messages: Messages | undefined;
  /** The names of those that speak of calls in a form that is not known. */
  readonly unread: readonly string[];
}

/** Messages as the conventions up to 1.36 record them, one an event: `gen_ai.choice` is the answer, all others were sent. */
const older: ReadonlySet<string> = new Set(['gen_ai.choice', 'gen_ai.assistant.message', 'gen_ai.tool.message']);

export const isMessageEvent = (name: string): boolean => older.has(name);

export function readMessageEvents(events: readonly SpanEvent[]): ToldByEvents {
  const sent: MessageStep[] = [];
  const answered: MessageStep[] = [];
  const unread: string[] = [];
  for (const event of events) {
    if (!isMessageEvent(event.name)) continue;
    const steps = stepsOf(event);
    if (steps === undefined) unread.push(event.name);
    else (event.name === 'gen_ai.choice' ? answered : sent).push(...steps);
  }
  return { messages: sent.length + answered.length === 0 ? undefined : { sent, answered }, unread };
}

/** Undefined: it speaks of a call, and not how. */
function stepsOf(event: SpanEvent): readonly MessageStep[] | undefined {
  const fields = fieldsOf(event);
  const message = event.name === 'gen_ai.choice' ? fields('message') : undefined;
  const inner = message !== undefined && isJsonObject(message.value) ? membersOf(message) : fields;
  const list = isJsonArray(message?.value) ? message : inner('content');
  const steps = [...callsIn(inner('tool_calls')), ...blocksIn(list)];
  if (steps.length > 0) return steps;
  if (event.name === 'gen_ai.tool.message') return resultIn(fields);
  if (inner('tool_calls') !== undefined) return undefined;
  return event.name === 'gen_ai.choice' && mayBeCall(fields, message) ? undefined : [];
}

/** Where contents were not captured, the reason alone says whether the model called a tool. */
function mayBeCall(fields: Fields, message: Structured | undefined): boolean {
  const reason = fields('finish_reason')?.value;
  if (typeof reason === 'string') return /^(?:tool|function)_(?:calls?|use)$/i.test(reason);
  return message === undefined && fields('content') === undefined;
}

type Fields = (name: string) => Structured | undefined;

/** The message as the body of a log, as the text of one attribute, or spread over the attributes. */
function fieldsOf({ attributes, body }: SpanEvent): Fields {
  const content = attributes.get('gen_ai.event.content');
  const whole = body ?? (content === undefined ? undefined : structuredOf(content));
  return whole !== undefined && isJsonObject(whole.value) ? membersOf(whole) : attributeFields(attributes);
}

function membersOf({ value, at }: Structured): Fields {
  return (name) => {
    const found = memberOf(value, name);
    return found === undefined || found === null ? undefined : { value: found, at: (path) => at(`/${name}${path}`) };
  };
}

/** Lists and objects are written as their text, and what is no JSON is the text itself. */
function attributeFields(attributes: Attributes): Fields {
  return (name) => {
    const attribute = attributes.get(name);
    if (attribute === undefined) return undefined;
    const read = structuredOf(attribute);
    const isContainer = isJsonObject(read?.value) || isJsonArray(read?.value);
    return isContainer ? read : { value: attribute.value, at: () => attribute.pointer };
  };
}

const none: JsonArray = [];

function callsIn(list: Structured | undefined): readonly MessageStep[] {
  const entries = isJsonArray(list?.value) ? list.value : none;
  return entries.map((entry, index) => {
    const path = memberOf(entry, 'function') === undefined ? `/${index}` : `/${index}/function`;
    const called = memberOf(entry, 'function') ?? entry;
    const at = (inside: string): string => list?.at(`${path}${inside}`) ?? '';
    return callStep({ called, at, id: stringMember(entry, 'id'), idPointer: list?.at(`/${index}/id`), given: ['arguments', 'args'] });
  });
}

/** Some put the provider's own blocks there: of Bedrock, of Anthropic, or the parts of later conventions. */
function blocksIn(list: Structured | undefined): readonly MessageStep[] {
  const entries = isJsonArray(list?.value) ? list.value : none;
  return entries.flatMap((block, index) => blockSteps(block, (path) => list?.at(`/${index}${path}`) ?? ''));
}

function blockSteps(block: JsonValue, at: Structured['at']): readonly MessageStep[] {
  const use = memberOf(block, 'toolUse') ?? (stringMember(block, 'type') === 'tool_use' ? block : undefined);
  const result = memberOf(block, 'toolResult') ?? (stringMember(block, 'type') === 'tool_result' ? block : undefined);
  if (use !== undefined) {
    const base = use === block ? at : (path: string): string => at(`/toolUse${path}`);
    const key = use === block ? 'id' : 'toolUseId';
    return [callStep({ called: use, at: base, id: stringMember(use, key), idPointer: base(`/${key}`), given: ['input'] })];
  }
  if (result === undefined) return partSteps(block, at);
  const base = result === block ? at : (path: string): string => at(`/toolResult${path}`);
  const key = result === block ? 'tool_use_id' : 'toolUseId';
  const content = { value: memberOf(result, 'content') ?? null, at: (path: string) => base(`/content${path}`) };
  return [resultStep({ id: stringMember(result, key), idPointer: base(`/${key}`), tool: undefined, content })];
}

interface Called {
  readonly called: JsonValue;
  readonly at: Structured['at'];
  readonly id: string | undefined;
  readonly idPointer: string | undefined;
  readonly given: readonly string[];
}

function callStep({ called, at, id, idPointer, given }: Called): MessageStep {
  const tool = stringMember(called, 'name');
  if (tool === undefined) return { kind: 'unread', what: 'tool call without a name' };
  const key = given.find((name) => memberOf(called, name) !== undefined) ?? given[0] ?? '';
  const payload = proposedPayload(memberOf(called, key), at(`/${key}`), at('/name'));
  return { kind: 'call', call: { ...named(id, idPointer), tool, toolPointer: at('/name'), payload } };
}

/** The event is the result, named by the call's id; its content may not have been captured. */
function resultIn(fields: Fields): readonly MessageStep[] | undefined {
  const id = fields('id') ?? fields('tool_call_id');
  const name = fields('name')?.value;
  const content = fields('content');
  if (typeof id?.value !== 'string' && content === undefined) return undefined;
  const tool = typeof name === 'string' ? name : undefined;
  return [resultStep({ id: typeof id?.value === 'string' ? id.value : undefined, idPointer: id?.at(''), tool, content })];
}

interface Answer {
  readonly id: string | undefined;
  readonly idPointer: string | undefined;
  readonly tool: string | undefined;
  readonly content: Structured | undefined;
}

function resultStep({ id, idPointer, tool, content }: Answer): MessageStep {
  const texts = content === undefined ? [] : textsOf(content);
  return { kind: 'result', result: { ...named(id, idPointer), tool, texts, key: contentKey(content?.value ?? null) } };
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

function named(
  id: string | undefined,
  idPointer: string | undefined,
): { readonly id: string | undefined; readonly idPointer: string | undefined } {
  const trimmed = id?.trim() ?? '';
  return trimmed === '' ? { id: undefined, idPointer: undefined } : { id: trimmed, idPointer };
}
