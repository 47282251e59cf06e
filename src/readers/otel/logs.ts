import { isJsonArray, isJsonObject, type JsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { anyValueAt, attributesAt, type Structured, textOf } from './attributes.ts';
import { isMessageEvent, readMessageEvents } from './event-messages.ts';
import { momentOf } from './moment.ts';
import { eventWords, type Span } from './spans.ts';

/** Where a log record lies, and whether its values are OTLP's AnyValue. */
interface LogPlace {
  readonly value: JsonValue;
  readonly pointer: string;
  readonly isTyped: boolean;
}

const none: JsonArray = [];
const listIn = (value: JsonValue, name: string): JsonArray => {
  const found = memberOf(value, name);
  return isJsonArray(found) ? found : none;
};

/** The log records of a document: OTLP's `resourceLogs`, or one record by itself. Undefined: it is neither. */
export function logPlaces(value: JsonValue): readonly LogPlace[] | undefined {
  if (isJsonArray(memberOf(value, 'resourceLogs'))) {
    return listIn(value, 'resourceLogs').flatMap((group, index) =>
      listIn(group, 'scopeLogs').flatMap((scope, place) =>
        listIn(scope, 'logRecords').map((log, number) => {
          const pointer = `/resourceLogs/${index}/scopeLogs/${place}/logRecords/${number}`;
          return { value: log, pointer, isTyped: true };
        }),
      ),
    );
  }
  return isLog(value) ? [{ value, pointer: '', isTyped: false }] : undefined;
}

/** A log by itself says so only by the name of a GenAI event. */
function isLog(value: JsonValue): boolean {
  return isJsonObject(value) && memberOf(value, 'body') !== undefined && (nameOf(value)?.startsWith('gen_ai.') ?? false);
}

function nameOf(log: JsonValue): string | undefined {
  return (
    stringMember(log, 'eventName') ?? stringMember(log, 'event_name') ?? textOf(attributesAt(memberOf(log, 'attributes'), ''), 'event.name')
  );
}

/** Logs that belong to no trace are told together. */
const noTrace = 'no-trace';

/** A GenAI event as if it were a span of its own below the span that it belongs to; undefined for every other log. */
export function readLog({ value, pointer, isTyped }: LogPlace, record: SourceRecord): Span | undefined {
  const name = nameOf(value);
  if (name?.startsWith('gen_ai.') !== true) return undefined;
  const attributes = attributesAt(memberOf(value, 'attributes'), `${pointer}/attributes`);
  const found = memberOf(value, 'body');
  const body = found === undefined || found === null ? undefined : bodyAt(found, `${pointer}/body`, isTyped);
  const told = readMessageEvents(isMessageEvent(name) ? [{ name, attributes, body }] : []);
  return {
    record,
    trace: firstText(value, ['traceId', 'trace_id']) ?? noTrace,
    id: undefined,
    parent: firstText(value, ['spanId', 'span_id']),
    name: undefined,
    start: momentOf(memberOf(value, 'timeUnixNano') ?? memberOf(value, 'observedTimeUnixNano') ?? memberOf(value, 'timestamp')),
    attributes,
    failure: undefined,
    told: told.messages,
    unread: told.unread.map(eventWords),
    isCut: false,
    isEvent: true,
  };
}

function bodyAt(value: JsonValue, pointer: string, isTyped: boolean): Structured | undefined {
  return isTyped ? anyValueAt(value, pointer) : { value, at: (path) => `${pointer}${path}` };
}

function firstText(value: JsonValue, names: readonly string[]): string | undefined {
  return names.map((name) => stringMember(value, name)).find((text) => text !== undefined && text !== '');
}
