import { parseJson } from '../../json/parse.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, member, memberOf } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';

/** A request or a response inside its record. */
export interface Side {
  readonly value: JsonValue;
  /** Where it lies in the record. */
  readonly pointer: string;
  /** True when it was read from a text of the record: no pointer leads inside, the text as a whole is the place. */
  readonly isInText: boolean;
}

/** One exchange with a provider. A side that is absent was not recorded. */
export interface Pair {
  readonly request?: Side | undefined;
  readonly response?: Side | undefined;
}

/** Turns a path inside some value into a pointer of the record. */
export type PointerTo = (path: string) => string;

/** A piece of a stream and its place; `record`: where it is a record of its own. */
export interface Placed {
  readonly value: JsonValue;
  readonly at: PointerTo;
  readonly record?: SourceRecord | undefined;
}

/** The pointers of what lies at `base` inside a side. */
export function pointersIn(side: Side, base = ''): PointerTo {
  return side.isInText ? () => side.pointer : (path) => `${side.pointer}${base}${path}`;
}

/**
 * Takes a record apart: a wrapper with two sides, or a bare request (it has `messages`), or a bare response.
 * The body of an HTTP message (`{status_code, body}`) is the side itself.
 */
export function pairOf(record: JsonValue): Pair | undefined {
  if (!isJsonObject(record)) return undefined;
  if (Object.hasOwn(record, 'messages')) return { request: requestIn(record), response: responseBeside(record) };
  const names = wrapperOf(record);
  if (names === undefined) return { response: { value: record, pointer: '', isInText: false } };
  return { request: sideOf(record, names.request), response: sideOf(record, piecesOf(record, names.response) ?? names.response) };
}

/** LiteLLM logs a request as its messages, and all else of it as the parameters of the model: no place leads into what is put together. */
function requestIn(record: JsonObject): Side {
  const parameters = member(record, 'model_parameters');
  if (!isJsonObject(parameters)) return { value: record, pointer: '', isInText: false };
  return { value: { ...parameters, messages: member(record, 'messages') ?? null }, pointer: '', isInText: true };
}

/**
 * What was answered, where a recorder writes it beside the members of the request: as a member of its own, or as the members that it has. Undefined:
 * it is not recorded.
 */
export function responseBeside(record: JsonObject): Side | undefined {
  const isFilled = (name: string): boolean => {
    const value = member(record, name);
    return (
      isJsonObject(value) ||
      (isJsonArray(value) && value.length > 0) ||
      (typeof value === 'string' && /^\s*(?:[{[]|data:|event:)/.test(value))
    );
  };
  const inOne = isJsonArray(member(record, 'choices')) || memberOf(member(record, 'output'), 'message') !== undefined;
  if (inOne) return { value: record, pointer: '', isInText: false };
  const name = ['response', 'output', 'completion'].find(isFilled);
  return name === undefined ? undefined : sideOf(record, name);
}

/** The name under which a recorder keeps a stream in pieces, where it kept no response beside it. */
function piecesOf(record: JsonObject, response: string): string | undefined {
  if ((member(record, response) ?? null) !== null) return undefined;
  return ['chunks', 'events'].find((name) => {
    const pieces = member(record, name);
    return isJsonArray(pieces) && pieces.length > 0;
  });
}

interface SideNames {
  readonly request: string;
  readonly response: string;
}

/** Recorders between a program and its provider keep the two bodies: Helicone and others. */
const bodies: readonly SideNames[] = [
  { request: 'request_body', response: 'response_body' },
  { request: 'requestBody', response: 'responseBody' },
];

/** The names under which recorders keep the two sides; the first that fits is taken. */
function wrapperOf(record: JsonObject): SideNames | undefined {
  const kept = bodies.find(({ request }) => Object.hasOwn(record, request));
  if (kept !== undefined) return kept;
  if (Object.hasOwn(record, 'request')) return { request: 'request', response: 'response' };
  if (isJsonObject(member(record, 'body'))) return { request: 'body', response: 'response' };
  if (Object.hasOwn(record, 'response')) return { request: 'request', response: 'response' };
  const hasInput = isJsonObject(member(record, 'input')) || (Object.hasOwn(record, 'input') && Object.hasOwn(record, 'output'));
  return hasInput ? { request: 'input', response: 'output' } : undefined;
}

/** The body of an HTTP message, and of what the log of Amazon Bedrock's model invocations says was sent and answered. */
const bodyNames = ['body', 'body_raw', 'inputBodyJson', 'outputBodyJson'] as const;

/** The side kept under a name: as it is, in the body of a message, or as the text of a JSON object. */
export function sideOf(record: JsonObject, name: string): Side | undefined {
  const value = member(record, name);
  if (value === undefined) return undefined;
  const inner = isJsonObject(value) ? bodyNames.find((one) => Object.hasOwn(value, one)) : undefined;
  if (inner === undefined) return readText({ value, pointer: `/${name}`, isInText: false });
  return readText({ value: memberOf(value, inner) ?? null, pointer: `/${name}/${inner}`, isInText: false });
}

/** A side that was recorded as the text of a JSON object. */
function readText(side: Side): Side {
  if (typeof side.value !== 'string' || !side.value.trimStart().startsWith('{')) return side;
  const parsed = parseJson(side.value);
  return parsed.ok ? { value: parsed.value, pointer: side.pointer, isInText: true } : side;
}

/** True when a record has chat messages at all, in whatever format. */
export function hasAnyMessages(record: JsonValue): boolean {
  const request = pairOf(record)?.request;
  return request !== undefined && isJsonArray(memberOf(request.value, 'messages'));
}
