import { isJsonObject, type JsonValue, member } from '../../model/json.ts';
import { type Pair, pairOf, sideOf } from '../kit/pair.ts';
import { isEventList } from './stream.ts';

/** Takes a record apart; the events of a response may be a record by themselves. A nock recording (`{scope, method, path, body, status, response}`) may hold its body as text. */
export function sidesOf(record: JsonValue): Pair | undefined {
  if (isJsonObject(record) && typeof member(record, 'scope') === 'string' && Object.hasOwn(record, 'body'))
    return { request: sideOf(record, 'body'), response: sideOf(record, 'response') };
  return isEventList(record) ? { response: { value: record, pointer: '', isInText: false } } : pairOf(record);
}
