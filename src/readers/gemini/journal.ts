import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { emitUnread, type Sink } from '../kit/sink.ts';
import { into, itemsOf, type Located, textIn } from './located.ts';
import { readSessionCall } from './session.ts';

// Later versions of Gemini CLI append to a session: a head, its messages, and changes of the head (`$set`). A message is written again whenever
// it says more: first without its calls, then with them, then with what they returned.

const speakers: ReadonlySet<string> = new Set(['user', 'gemini', 'info', 'error', 'warning']);

const isHead = (value: JsonValue): boolean =>
  stringMember(value, 'sessionId') !== undefined &&
  stringMember(value, 'projectHash') !== undefined &&
  memberOf(value, 'messages') === undefined;

const isChange = (value: JsonValue): boolean =>
  isJsonObject(value) && Object.keys(value).length === 1 && isJsonObject(memberOf(value, '$set'));

function isMessage(value: JsonValue): boolean {
  const hasNames = stringMember(value, 'id') !== undefined && stringMember(value, 'timestamp') !== undefined;
  return hasNames && speakers.has(stringMember(value, 'type') ?? '') && memberOf(value, 'content') !== undefined;
}

/** True for a line of such a session. */
export const isJournalLine = (value: JsonValue): boolean => isHead(value) || isChange(value) || isMessage(value);

/** Reads the lines of sessions; a session is one run, and goes on until the next head. */
export interface Journal {
  /** False for what is no such line. */
  read(sink: Sink): boolean;
}

export function openJournal(): Journal {
  let session: string | undefined;
  /** Calls of the session, and whether their results were told. */
  const calls = new Map<string, boolean>();
  const turns = new Set<string>();

  const readMessage = (message: Located, sink: Sink): void => {
    const name = textIn(message, 'id') ?? '';
    if (textIn(message, 'type') === 'user' && !turns.has(name)) {
      turns.add(name);
      sink.emit({ kind: 'turn-begun', record: sink.record, run: sink.run });
    }
    for (const [index, call] of itemsOf(into(message, 'toolCalls')).entries()) {
      const key = textIn(call, 'id') ?? `${name}/${index}`;
      const isEnded = readSessionCall(call, sink, { isTold: calls.has(key), isEnded: calls.get(key) === true });
      calls.set(key, isEnded);
    }
  };

  return {
    read(sink) {
      const { value } = sink.record;
      if (!isJournalLine(value)) return false;
      const line: Located = { value, at: (path) => path };
      if (isHead(value)) {
        session = textIn(line, 'sessionId');
        calls.clear();
        turns.clear();
        return true;
      }
      const own = { ...sink, run: session ?? sink.run };
      if (isMessage(value)) readMessage(line, own);
      const messages = into(into(line, '$set'), 'messages');
      if (messages !== undefined && !isJsonArray(messages.value)) emitUnread(own, 'messages that is no list');
      for (const message of itemsOf(messages)) readMessage(message, own);
      return true;
    },
  };
}
