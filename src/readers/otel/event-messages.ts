import { isJsonArray, isJsonObject, type JsonArray } from '../../model/json.ts';
import { type Attribute, type Attributes, memberAt, type Structured, structuredOf } from './attributes.ts';
import type { SpanEvent } from './events.ts';
import { readRequest, readResponse } from './exchange.ts';
import { contentSteps } from './google/content.ts';
import { blockSteps, resultStep, toolCall } from './message-shapes.ts';
import type { MessageStep, Messages } from './messages.ts';

/** What the message events of a span, or of a log, say. */
export interface ToldByEvents {
  /** Undefined: none of them speaks of a call. */
  readonly messages: Messages | undefined;
  /** The names of those that speak of calls in a form that is not known. */
  readonly unread: readonly string[];
}

/** Messages as the conventions up to 1.36 record them, one an event: `gen_ai.choice` is the answer, all others were sent. */
const older: ReadonlySet<string> = new Set(['gen_ai.choice', 'gen_ai.assistant.message', 'gen_ai.tool.message', 'gen_ai.user.message']);

export const isMessageEvent = (name: string): boolean => older.has(name);

export function readMessageEvents(events: readonly SpanEvent[]): ToldByEvents {
  const sent: MessageStep[] = [];
  const answered: MessageStep[] = [];
  const unread: string[] = [];
  for (const event of events) {
    sent.push(...readRequest(contentOf(event, 'prompt')));
    answered.push(...readResponse(contentOf(event, 'completion'), event.name));
    if (!isMessageEvent(event.name)) continue;
    const steps = stepsOf(event);
    if (steps === undefined) unread.push(event.name);
    else (event.name === 'gen_ai.choice' ? answered : sent).push(...steps);
  }
  return { messages: sent.length + answered.length === 0 ? undefined : { sent, answered }, unread };
}

/** Before that, all that was sent stood in one event, and all that was answered in another. */
const contentOf = ({ name, attributes }: SpanEvent, side: 'prompt' | 'completion'): Attribute | undefined =>
  name === `gen_ai.content.${side}` ? attributes.get(`gen_ai.${side}`) : undefined;

/** Undefined: it speaks of a call, and not how. */
function stepsOf(event: SpanEvent): readonly MessageStep[] | undefined {
  const fields = fieldsOf(event);
  const message = event.name === 'gen_ai.choice' ? fields('message') : undefined;
  const inner = message !== undefined && isJsonObject(message.value) ? fieldsIn(message) : fields;
  const content = isJsonArray(message?.value) ? message : inner('content');
  const steps = [...callsIn(inner('tool_calls')), ...(content === undefined ? [] : contained(content))];
  if (steps.length > 0) return steps;
  if (event.name === 'gen_ai.tool.message') return resultIn(fields);
  if (inner('tool_calls') !== undefined) return undefined;
  return event.name === 'gen_ai.choice' && mayBeCall(fields, message) ? undefined : [];
}

/** Some put the provider's own blocks there; Google's instrumentation puts the content as Gemini has it. */
const contained = (content: Structured): readonly MessageStep[] =>
  isJsonObject(content.value) ? contentSteps(content) : blockSteps(content);

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
  return whole !== undefined && isJsonObject(whole.value) ? fieldsIn(whole) : attributeFields(attributes);
}

const fieldsIn =
  (holder: Structured): Fields =>
  (name) =>
    memberAt(holder, name);

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
  return entries.map((entry, index) => toolCall(entry, (path) => list?.at(`/${index}${path}`) ?? ''));
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
