import { ExactNumber, type JsonValue, memberOf } from '../../model/json.ts';
import { into, type Located, textOf } from './located.ts';

export type Sender = 'client' | 'server';

/** An id that pairs a response with its request. */
export interface MessageId {
  /** Unlike `text` it keeps the number 1 and the string "1" apart, which JSON-RPC does. */
  readonly key: string;
  /** As events show it: a number is written as its digits, and a text that looks like one in quotes. */
  readonly text: string;
  readonly pointer: string;
}

export interface Request {
  readonly kind: 'request';
  /** Undefined where the envelope does not say who sent it. */
  readonly sender: Sender | undefined;
  /** Undefined for a notification, and where the capture numbers nothing. */
  readonly id: MessageId | undefined;
  /** The method of the wire, also where a capture spells it otherwise (`call_tool`). */
  readonly method: string;
  readonly params: Located;
  readonly tool: Located;
  readonly arguments: Located;
  readonly cursor: Located;
  /** A capture without ids: a response is paired by its method. */
  readonly isUnnumbered: boolean;
}
export interface Response {
  readonly kind: 'response';
  readonly sender: Sender | undefined;
  readonly id: MessageId | undefined;
  /** Known only where the capture repeats it beside the response. */
  readonly method: string | undefined;
  readonly result: Located;
  readonly error: Located;
}
export type Message = Request | Response | { readonly kind: 'unknown'; readonly what: string };

/** JSON-RPC ids 1 and "1" are two. */
const numeric = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function idOf(located: Located): MessageId | undefined {
  const { value, pointer } = located;
  if (typeof value === 'string') return { key: `s:${value}`, text: numeric.test(value) ? `"${value}"` : value, pointer };
  const digits = typeof value === 'number' ? String(value) : value instanceof ExactNumber ? value.text : undefined;
  return digits === undefined ? undefined : { key: `n:${digits}`, text: digits, pointer };
}

/** Whether an object can be a JSON-RPC message: it names a method, or answers one. */
export function isMessageShaped(value: JsonValue): boolean {
  if (typeof memberOf(value, 'method') === 'string') return true;
  return memberOf(value, 'id') !== undefined && (memberOf(value, 'result') !== undefined || memberOf(value, 'error') !== undefined);
}

/** Reads one JSON-RPC 2.0 object (https://www.jsonrpc.org/specification, sections 4 and 5). */
export function readMessage(located: Located, sender: Sender | undefined): Message {
  const id = idOf(into(located, 'id'));
  const method = textOf(into(located, 'method'));
  const result = into(located, 'result');
  const error = absentIfNull(into(located, 'error'));
  // A log that repeats the method beside a result (`dir: "res"`) is a response all the same.
  if (result.value !== undefined || error.value !== undefined) return { kind: 'response', sender, id, method, result, error };
  if (method === undefined) return { kind: 'unknown', what: 'JSON-RPC object without method, result or error' };
  const params = into(located, 'params');
  const call = { tool: into(params, 'name'), arguments: into(params, 'arguments'), cursor: into(params, 'cursor') };
  return { kind: 'request', sender, id, method, params, ...call, isUnnumbered: false };
}

/** JSON-RPC 1.0 and many loggers write `error: null` beside a result. */
export function absentIfNull(located: Located): Located {
  return located.value === null ? { ...located, value: undefined } : located;
}
