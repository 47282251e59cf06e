import { isJsonArray, isJsonObject, type JsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import type { StreamEvent } from '../kit/event-records.ts';
import { type Pair, pairOf } from '../kit/pair.ts';

/** The member that tells an event of the Messages stream from other records with the same `type`. */
const events: ReadonlyMap<string, string> = new Map([
  ['message_start', 'message'],
  ['content_block_start', 'content_block'],
  ['content_block_delta', 'delta'],
  ['content_block_stop', 'index'],
  ['message_delta', 'delta'],
  ['message_stop', 'type'],
]);

/** True for one event of a streamed message; `ping` carries nothing and is none of them. */
export function isMessageEvent(value: JsonValue): boolean {
  const member = events.get(stringMember(value, 'type') ?? '');
  return member !== undefined && memberOf(value, member) !== undefined;
}

function isPing(value: JsonValue): boolean {
  return isJsonObject(value) && stringMember(value, 'type') === 'ping';
}

/** A record that is an event of a stream. */
export function eventOf(record: SourceRecord): StreamEvent | undefined {
  const { value } = record;
  const phase = isPing(value) ? 'aside' : isMessageEvent(value) ? phaseOf(stringMember(value, 'type')) : undefined;
  return phase === undefined ? undefined : { value, at: (path) => path, record, phase };
}

function phaseOf(type: string | undefined): StreamEvent['phase'] {
  if (type === 'message_start') return 'start';
  return type === 'message_stop' ? 'end' : 'piece';
}

/** True for a stream recorded as a list of its events. */
export function isEventList(value: JsonValue): value is JsonArray {
  return isJsonArray(value) && value.some(isMessageEvent);
}

/**
 * Takes a record of the Messages API apart: as any pair, as the events of one response, or as a line of the Message Batches API, which has a
 * request's `params` or its result.
 */
export function messagesPairOf(record: JsonValue): Pair | undefined {
  if (isEventList(record)) return { response: { value: record, pointer: '', isInText: false } };
  return batchLineOf(record) ?? pairOf(record);
}

/** How the Message Batches API says that a request ended. */
const batchEnds: ReadonlySet<string> = new Set(['succeeded', 'errored', 'canceled', 'expired']);

/** True for a line of the results of a batch. */
export function isBatchResult(record: JsonValue): boolean {
  const end = stringMember(memberOf(record, 'result'), 'type');
  return stringMember(record, 'custom_id') !== undefined && end !== undefined && batchEnds.has(end);
}

function batchLineOf(record: JsonValue): Pair | undefined {
  if (stringMember(record, 'custom_id') === undefined) return undefined;
  const params = memberOf(record, 'params');
  if (isJsonObject(params)) return { request: { value: params, pointer: '/params', isInText: false } };
  if (!isBatchResult(record)) return undefined;
  const result = memberOf(record, 'result') ?? null;
  const message = memberOf(result, 'message');
  if (message !== undefined) return { response: { value: message, pointer: '/result/message', isInText: false } };
  // what was cancelled or came too late was not answered
  return memberOf(result, 'error') === undefined ? {} : { response: { value: result, pointer: '/result', isInText: false } };
}
