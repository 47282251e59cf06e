import { type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { unreadCalls } from './unread-calls.ts';

/** Unknown words are shown with the record, so they are cut to what a person reads. */
const shownName = 60;

/** How a part of a message is told of whose kind is not known. What has a name and arguments calls something, whatever its kind. */
export function unknownPart(place: string, kind: string, body: JsonValue | undefined): string {
  const words = `${place} ${kind.slice(0, shownName)}`;
  const isCall =
    stringMember(body, 'name') !== undefined && ['input', 'arguments', 'args'].some((name) => memberOf(body, name) !== undefined);
  return isCall ? `${unreadCalls} ${words}` : words;
}
