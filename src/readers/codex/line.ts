import { isJsonObject, type JsonObject, type JsonValue, member, stringMember } from '../../model/json.ts';
import { outputTexts } from '../kit/response-result.ts';
import { innerCallIn } from './inner-call.ts';
import { eventTypes, wrappedTypes } from './known.ts';

/** What one line of a rollout is. */
export type Line =
  /** The start of a session, with the session it was forked from. */
  | { readonly kind: 'session'; readonly id: string; readonly forkedFrom: string | undefined }
  | { readonly kind: 'item'; readonly item: JsonObject; readonly pointer: string }
  /** A call that no item shows, unless one has its id. */
  | { readonly kind: 'inner-call'; readonly item: JsonObject; readonly pointer: string }
  /** A person speaks. */
  | { readonly kind: 'turn' }
  | { readonly kind: 'quiet' }
  | { readonly kind: 'unread'; readonly what: string };

/** Unknown words are shown with the record, so they are cut to what a person reads. */
const shownName = 60;

const quiet: Line = { kind: 'quiet' };

export function lineOf(value: JsonValue): Line {
  if (!isJsonObject(value)) return { kind: 'unread', what: 'record that is no object' };
  const type = stringMember(value, 'type');
  if (type === undefined) return typelessLine(value);
  const payload = member(value, 'payload');
  if (!wrappedTypes.has(type)) return payload === undefined ? bareItem(value) : unread(`record ${type}`);
  return isJsonObject(payload) ? wrapped(type, payload) : unread(`${type} without a payload`);
}

/** The first generation opens with a header of this form, and its first records are bare. */
export function isHeader(value: JsonObject): boolean {
  return stringMember(value, 'id') !== undefined && stringMember(value, 'timestamp') !== undefined && !Object.hasOwn(value, 'type');
}

function typelessLine(value: JsonObject): Line {
  if (isHeader(value)) return { kind: 'session', id: stringMember(value, 'id') ?? '', forkedFrom: undefined };
  const recordType = stringMember(value, 'record_type');
  if (recordType === 'state') return quiet;
  return unread(recordType === undefined ? 'record without a type' : `record ${recordType}`);
}

function bareItem(item: JsonObject): Line {
  if (isSpoken(item)) return { kind: 'turn' };
  return { kind: 'item', item, pointer: '' };
}

function wrapped(type: string, payload: JsonObject): Line {
  switch (type) {
    case 'session_meta':
      return sessionOf(payload);
    case 'response_item':
      return { kind: 'item', item: payload, pointer: '/payload' };
    case 'event_msg':
      return eventLine(payload);
    default:
      // `compacted` holds copies of items that were recorded before it.
      return quiet;
  }
}

function sessionOf(payload: JsonObject): Line {
  const id = stringMember(payload, 'id') ?? stringMember(payload, 'session_id');
  if (id === undefined) return unread('session_meta without an id');
  return { kind: 'session', id, forkedFrom: stringMember(payload, 'forked_from_id') };
}

/** Instructions and the state of the surroundings are sent in the user's name, as elements. */
function isSpoken(item: JsonObject): boolean {
  const type = stringMember(item, 'type');
  if ((type !== 'message' && type !== 'Message') || stringMember(item, 'role') !== 'user') return false;
  const [first] = outputTexts(member(item, 'content'), () => '');
  return first !== undefined && !/^\s*</.test(first.text);
}

/** From the second generation on an event shows what a person wrote; the item beside it may be anybody's. */
function isSpokenEvent(payload: JsonObject, type: string | undefined): boolean {
  const kind = stringMember(payload, 'kind') ?? 'plain';
  if (type === 'user_message') return kind === 'plain';
  return type === 'item_completed' && stringMember(member(payload, 'item'), 'type') === 'UserMessage';
}

function eventLine(payload: JsonObject): Line {
  const type = stringMember(payload, 'type');
  if (isSpokenEvent(payload, type)) return { kind: 'turn' };
  const inner = innerCallIn(payload);
  if (inner !== undefined) return { kind: 'inner-call', item: inner, pointer: '/payload/item' };
  if (type === undefined) return unread('event without a type');
  return eventTypes.has(type) ? quiet : unread(`event ${type}`);
}

function unread(what: string): Line {
  return { kind: 'unread', what: what.slice(0, shownName) };
}
