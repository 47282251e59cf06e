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

/** Takes a record of the Messages API apart: as any pair, or as the events of one response. */
export function messagesPairOf(record: JsonValue): Pair | undefined {
  return isEventList(record) ? { response: { value: record, pointer: '', isInText: false } } : pairOf(record);
}
