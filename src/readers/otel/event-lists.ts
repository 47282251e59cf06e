import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { type Attributes, structuredOf } from './attributes.ts';
import { readMessageEvents } from './event-messages.ts';
import type { SpanEvent } from './events.ts';
import type { HeldMessages, Messages } from './messages.ts';

/** Pydantic AI, before it wrote lists of messages: the message events of a request, or of a whole run, in one attribute. */
const keys = ['events', 'all_messages_events'] as const;

const nothing: Messages = { sent: [], answered: [] };

/** Undefined: the span has none. */
export function eventListMessages(attributes: Attributes): HeldMessages | undefined {
  const key = keys.find((name) => /"role"|"message"/.test(String(attributes.get(name)?.value ?? '')));
  if (key === undefined) return undefined;
  const read = (): Messages => readMessageEvents(eventsIn(attributes, key)).messages ?? nothing;
  return { request: () => ({ sent: read().sent }), answered: () => read().answered };
}

function eventsIn(attributes: Attributes, key: string): readonly SpanEvent[] {
  const attribute = attributes.get(key);
  const list = attribute === undefined ? undefined : structuredOf(attribute);
  if (list === undefined || !isJsonArray(list.value)) return [];
  return list.value.map((value, index) => ({
    name: nameOf(value),
    attributes: new Map(),
    body: { value, at: (path) => list.at(`/${index}${path}`) },
  }));
}

/** Later versions leave the name out. */
function nameOf(event: JsonValue): string {
  const name = stringMember(event, 'event.name');
  if (name !== undefined) return name;
  if (isJsonObject(memberOf(event, 'message'))) return 'gen_ai.choice';
  const role = stringMember(event, 'role');
  return role === 'tool' ? 'gen_ai.tool.message' : role === 'assistant' ? 'gen_ai.assistant.message' : 'gen_ai.user.message';
}
