import { isJsonArray, type JsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { type Attributes, attributesAt, type Structured, textOf } from './attributes.ts';

/** Something that a span recorded at one moment: `events` of OTLP, `logs` of Jaeger. */
export interface SpanEvent {
  readonly name: string;
  readonly attributes: Attributes;
  /** Of a log: what it says, apart from its attributes. */
  readonly body?: Structured | undefined;
}

const none: JsonArray = [];

export function eventsOf(span: JsonValue, pointer: string): readonly SpanEvent[] {
  const events = memberOf(span, 'events');
  const logs = memberOf(span, 'logs');
  const ofEvents = (isJsonArray(events) ? events : none).map((event, index) => {
    const attributes = attributesAt(memberOf(event, 'attributes'), `${pointer}/events/${index}/attributes`);
    return { name: stringMember(event, 'name') ?? '', attributes };
  });
  const ofLogs = (isJsonArray(logs) ? logs : none).map((log, index) => {
    const attributes = attributesAt(memberOf(log, 'fields'), `${pointer}/logs/${index}/fields`);
    return { name: textOf(attributes, 'event') ?? '', attributes };
  });
  return [...ofEvents, ...ofLogs];
}

/** The conventions let the messages of a request stand in an event in place of the span's own attributes. */
const details = 'gen_ai.client.inference.operation.details';

export function withDetails(attributes: Attributes, events: readonly SpanEvent[]): Attributes {
  const told = events.filter(({ name }) => name === details);
  if (told.length === 0) return attributes;
  return new Map([...told.flatMap((event) => [...event.attributes]), ...attributes]);
}
