import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import type { TextAt } from '../kit/text-blocks.ts';
import { type Attributes, attributesAt, textAt, textOf } from './attributes.ts';
import { isMessageEvent, readMessageEvents, type ToldByEvents } from './event-messages.ts';
import { eventsOf, type SpanEvent, withDetails } from './events.ts';
import { isToolSpan } from './execution.ts';
import type { Messages } from './messages.ts';
import { type Moment, momentOf } from './moment.ts';

/** A span, whatever its export looks like. */
export interface Span {
  readonly record: SourceRecord;
  readonly trace: string;
  readonly id: string | undefined;
  readonly parent: string | undefined;
  readonly name: TextAt | undefined;
  readonly start: Moment;
  readonly attributes: Attributes;
  /** Its own word that it failed, with the text that says why, and the same in the words of whoever raised it. Undefined: it did not fail. */
  readonly failure: { readonly text: TextAt | undefined; readonly words: readonly string[] } | undefined;
  /** Messages that its events hold, one each. */
  readonly told: Messages | undefined;
  /** What in it may speak of calls and is not read. */
  readonly unread: readonly string[];
  /** True when the SDK dropped attributes beyond a limit: what is absent may have been there. */
  readonly isCut: boolean;
  /** An event that was logged, and no span. */
  readonly isEvent: boolean;
}

/** Where spans lie in a document. */
export interface SpanPlace {
  readonly value: JsonValue;
  readonly pointer: string;
  /** The trace of the list they stand in, for spans that do not name it. */
  readonly trace: string | undefined;
}

/**
 * The spans of a document: OTLP's `resourceSpans`, Tempo's `batches`, Jaeger's `data` of traces, one trace with `spans`, or a span
 * alone. Undefined: the record is none of these.
 */
export function spanPlaces(value: JsonValue): readonly SpanPlace[] | undefined {
  const nested = memberOf(value, 'trace');
  if (isJsonObject(nested) && !isSpan(value)) return inGroups(nested, '/trace');
  const groups = inGroups(value, '');
  if (groups !== undefined) return groups;
  const data = memberOf(value, 'data');
  if (isJsonArray(data) && data.some((trace) => isJsonArray(memberOf(trace, 'spans')))) {
    return data.flatMap((trace, index) => inTrace(trace, `/data/${index}`) ?? []);
  }
  if (isSpan(value)) return [{ value, pointer: '', trace: undefined }];
  return inTrace(value, '');
}

function inGroups(value: JsonValue, pointer: string): readonly SpanPlace[] | undefined {
  const found = ['resourceSpans', 'batches'].flatMap((name) => {
    const groups = memberOf(value, name);
    return isJsonArray(groups) ? [groups.flatMap((group, index) => inScopes(group, `${pointer}/${name}/${index}`))] : [];
  });
  return found.length === 0 ? undefined : found.flat();
}

function inScopes(group: JsonValue, pointer: string): readonly SpanPlace[] {
  return ['scopeSpans', 'instrumentationLibrarySpans'].flatMap((name) => {
    const scopes = memberOf(group, name);
    return isJsonArray(scopes) ? scopes.flatMap((scope, index) => inTrace(scope, `${pointer}/${name}/${index}`) ?? []) : [];
  });
}

function inTrace(value: JsonValue, pointer: string): readonly SpanPlace[] | undefined {
  const spans = memberOf(value, 'spans');
  if (!isJsonArray(spans)) return undefined;
  return spans.map((span, index) => ({ value: span, pointer: `${pointer}/spans/${index}`, trace: traceOf(value) }));
}

/** True for a span by itself: it names its trace and has attributes. */
function isSpan(value: JsonValue): boolean {
  if (traceOf(value) === undefined || isJsonArray(memberOf(value, 'spans'))) return false;
  return isJsonObject(memberOf(value, 'attributes')) || isJsonArray(memberOf(value, 'attributes')) || isJsonObject(metadataOf(value));
}

const metadataOf = (value: JsonValue): JsonValue | undefined => memberOf(memberOf(value, 'metadata'), 'attributes');

function traceOf(value: JsonValue): string | undefined {
  return firstText(value, ['traceId', 'traceID', 'trace_id']) ?? firstText(memberOf(value, 'context'), ['traceId', 'trace_id']);
}

/** Undefined for what is no span, or names no trace. */
export function readSpan({ value, pointer, trace: outer }: SpanPlace, record: SourceRecord): Span | undefined {
  const trace = traceOf(value) ?? outer;
  if (trace === undefined || !isJsonObject(value)) return undefined;
  const events = eventsOf(value, pointer);
  const attributes = withDetails(attributesOf(value, pointer), events);
  const told = isToolSpan(attributes) ? ofTool(events) : readMessageEvents(events);
  return {
    record,
    trace,
    id:
      firstText(value, ['spanId', 'spanID', 'span_id']) ??
      firstText(memberOf(value, 'context'), ['spanId', 'span_id']) ??
      stringMember(value, 'id'),
    parent: parentOf(value),
    name: nameOf(value, pointer),
    start: momentOf(firstMember(value, ['startTimeUnixNano', 'startTime', 'start_time', 'timestamp'])),
    attributes,
    failure: failureOf(value, { attributes, events, pointer }),
    told: told.messages,
    unread: told.unread.map(eventWords),
    isCut: isCut(memberOf(value, 'droppedAttributesCount')) || isCut(attributes.get('otel.dropped_attributes_count')?.value),
    isEvent: false,
  };
}

function nameOf(span: JsonValue, pointer: string): TextAt | undefined {
  const key = ['name', 'operationName'].find((one) => stringMember(span, one) !== undefined);
  const text = key === undefined ? undefined : stringMember(span, key);
  return text === undefined ? undefined : { text, pointer: `${pointer}/${key}` };
}

export const eventWords = (name: string): string => `span event ${name}`;

/** In the span of a tool such events say what went in and what came out, each in a form of the framework's own. */
function ofTool(events: readonly SpanEvent[]): ToldByEvents {
  return { messages: undefined, unread: events.map(({ name }) => name).filter(isMessageEvent) };
}

const isCut = (count: JsonValue | undefined): boolean => count !== undefined && count !== null && count !== 0 && count !== '0';

function attributesOf(span: JsonValue, pointer: string): Attributes {
  if (metadataOf(span) !== undefined) return attributesAt(metadataOf(span), `${pointer}/metadata/attributes`);
  const name = memberOf(span, 'attributes') === undefined ? 'tags' : 'attributes';
  return attributesAt(memberOf(span, name), `${pointer}/${name}`);
}

const parentNames = ['parentSpanId', 'parentSpanID', 'parent_span_id', 'parent_id', 'parentId', 'parentObservationId'] as const;

function parentOf(span: JsonValue): string | undefined {
  const references = memberOf(span, 'references');
  const reference = isJsonArray(references) ? references.find((entry) => stringMember(entry, 'refType') === 'CHILD_OF') : undefined;
  return firstText(span, parentNames) ?? stringMember(memberOf(span, 'parentSpanContext'), 'spanId') ?? stringMember(reference, 'spanID');
}

const failing: ReadonlySet<JsonValue> = new Set<JsonValue>([2, 'STATUS_CODE_ERROR', 'ERROR', 'StatusCode.ERROR', 'Error']);

interface Told {
  readonly attributes: Attributes;
  readonly events: readonly SpanEvent[];
  readonly pointer: string;
}

/** By `error.type`, which the conventions require of a span that failed, or by the span's status. */
function failureOf(span: JsonValue, { attributes, events, pointer }: Told): Span['failure'] {
  const status = memberOf(span, 'status');
  const said = firstMember(status, ['code', 'status_code']) ?? memberOf(span, 'status_code') ?? attributes.get('otel.status_code')?.value;
  const flag = attributes.get('error')?.value;
  const isFailed =
    (said !== undefined && failing.has(said)) || flag === true || flag === 'true' || (textOf(attributes, 'error.type') ?? '') !== '';
  if (!isFailed) return undefined;
  const text = statusText(status, `${pointer}/status`) ?? textAt(attributes, 'otel.status_description', 'error.message');
  const raised = exceptionText(events);
  const types = [textOf(attributes, 'error.type'), ...events.map((event) => textOf(event.attributes, 'exception.type'))];
  const words = [text === undefined ? undefined : withoutType(text.text, types), raised?.text];
  return { text: text ?? raised, words: words.filter((one) => one !== undefined) };
}

/** SDKs write the status of an exception as its type and its message: the message alone, where the span names that type. */
function withoutType(text: string, types: readonly (string | undefined)[]): string {
  for (const type of types) {
    const name = `${type?.slice(type.lastIndexOf('.') + 1) ?? ''}: `;
    if (name !== ': ' && text.startsWith(name)) return text.slice(name.length);
  }
  return text;
}

function statusText(status: JsonValue | undefined, pointer: string): TextAt | undefined {
  for (const name of ['message', 'description']) {
    const text = stringMember(status, name);
    if (text !== undefined && text !== '') return { text, pointer: `${pointer}/${name}` };
  }
  return undefined;
}

/** The message of the exception that the span recorded. */
function exceptionText(events: readonly SpanEvent[]): TextAt | undefined {
  return events.map(({ attributes }) => textAt(attributes, 'exception.message')).find((text) => text !== undefined);
}

function firstMember(value: JsonValue | undefined, names: readonly string[]): JsonValue | undefined {
  return names.map((name) => memberOf(value, name)).find((found) => found !== undefined && found !== null);
}

function firstText(value: JsonValue | undefined, names: readonly string[]): string | undefined {
  const found = names.map((name) => stringMember(value, name)).find((text) => text !== undefined && text !== '');
  return found;
}
