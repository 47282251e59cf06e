import { ExactNumber, isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import { hashText } from '../../text/hash.ts';
import { contentKey } from './content-key.ts';

/** What a request says to a model, by which conversations are told apart whose calls have no ids of their own. Instructions stand apart from it. */
export interface Spoken {
  /** How many messages there are. */
  count(): number;
  /** What stands right before a place; empty at the beginning. */
  before(index: number | undefined): string;
  /** For each message all that stands before it, and last the whole request. */
  sums(): readonly number[];
  /** What goes on from the whole request when its response is sent along. Undefined: it has no response, or none that is known whole. */
  answered(): number | undefined;
  system(): number;
}

/** Where a call stands: in the n-th of all messages, or after the last where it is new. */
export interface MessagePlace {
  readonly spoken: Spoken;
  readonly index: number | undefined;
}

export const placeAt = (spoken: Spoken | undefined, index?: number): MessagePlace | undefined =>
  spoken === undefined ? undefined : { spoken, index };

/** The blocks of an answer as a message; undefined where what a tool is given came in pieces, which the next request sends as a value. */
export function messageOf(blocks: readonly { readonly block: JsonValue; readonly input?: Payload | undefined }[]): JsonValue | undefined {
  return blocks.some(({ input }) => input?.form === 'text') ? undefined : { content: blocks.map(({ block }) => block) };
}

export interface SpokenParts {
  /** All messages, with the instructions among them. */
  readonly messages: readonly JsonValue[];
  /** The instruction that stands beside them. */
  readonly system: JsonValue | undefined;
  /** What the model answers, as a message of the next request would hold it; asked when the response was read. */
  readonly answer: () => JsonValue | undefined;
}

/** Most calls have an id of their own and are never asked: nothing is read before it is wanted. */
export function openSpoken({ messages, system, answer }: SpokenParts): Spoken {
  let said: readonly number[] | undefined;
  let sums: number[] | undefined;
  let ofSystem: number | undefined;
  const places = (): readonly number[] => {
    said ??= messages.flatMap((message, index) => (isInstruction(message) || isThought(message) ? [] : [index]));
    return said;
  };
  const spoken: Spoken = {
    count: () => places().length,
    before(index = messages.length) {
      for (let place = index - 1; place >= 0; place--) {
        const message = messages[place] ?? null;
        if (!isInstruction(message) && !isThought(message)) return markOf(message);
      }
      return '';
    },
    sums() {
      if (sums !== undefined) return sums;
      sums = [0];
      for (const place of places()) sums.push(hashText(markOf(messages[place] ?? null), sums.at(-1) ?? 0));
      return sums;
    },
    answered() {
      const next = answer();
      const mark = next === undefined ? '' : markOf(next);
      return mark === '' ? undefined : hashText(mark, spoken.sums().at(-1) ?? 0);
    },
    system() {
      ofSystem ??= hashText(contentKey(messages.filter(isInstruction)), hashText(contentKey(system), 0));
      return ofSystem;
    },
  };
  return spoken;
}

const isInstruction = (message: JsonValue): boolean => {
  const role = stringMember(message, 'role');
  return role === 'system' || role === 'developer';
};

/** Thoughts are often not sent along again. */
const isThought = (message: JsonValue): boolean => stringMember(message, 'type') === 'reasoning';

/** What a request with `messages`, and maybe a `system` beside them, says. */
export function spokenIn(request: JsonValue, answer: SpokenParts['answer']): Spoken {
  const messages = memberOf(request, 'messages');
  return openSpoken({ messages: isJsonArray(messages) ? messages : [], system: memberOf(request, 'system'), answer });
}

/** Members that clients and providers write, change or leave out from one copy of a message to the next. */
const changing: ReadonlySet<string> = new Set([
  ...['id', 'call_id', 'tool_call_id', 'tool_use_id', 'toolUseId', 'type', 'role', 'status', 'index', 'phase', 'caller', 'annotations'],
  ...['cache_control', 'cachePoint', 'signature', 'thoughtSignature', 'thought_signature', 'thinking', 'reasoningContent', 'logprobs'],
]);

/** Members under which a message holds what a tool is given, or gave: there every word is a tool's own. */
const held: ReadonlySet<string> = new Set(['args', 'arguments', 'input', 'response', 'output', 'json']);

/** Enough to tell one message from another: files sent along may be megabytes, and lists endless. */
const looked = { values: 200, characters: 200 } as const;

interface Pending {
  readonly value: JsonValue;
  readonly isHeld: boolean;
}

/** The words of a message, its tools and what they are given, without what changes from copy to copy. */
function markOf(message: JsonValue): string {
  const said: string[] = [];
  const pending: Pending[] = [{ value: message, isHeld: false }];
  for (let left: number = looked.values; left > 0; left--) {
    const next = pending.pop();
    if (next === undefined) break;
    const { value } = next;
    if (typeof value === 'string') said.push(shortened(value));
    else if (value instanceof ExactNumber) said.push(value.text);
    else if (typeof value === 'object') pending.push(...childrenOf(next, left));
    else if (typeof value === 'number' || next.isHeld) said.push(String(value));
  }
  return said.filter((text) => text !== '').join('\n');
}

/** In the order in which they are taken from the end. */
function childrenOf({ value, isHeld }: Pending, limit: number): readonly Pending[] {
  if (isJsonArray(value))
    return value
      .slice(0, limit)
      .reverse()
      .map((item) => ({ value: item, isHeld }));
  if (!isJsonObject(value) || (!isHeld && memberOf(value, 'thought') === true)) return [];
  const names = Object.keys(value).filter((name) => isHeld || !changing.has(name));
  return names
    .slice(0, limit)
    .sort()
    .reverse()
    .map((name) => ({ value: value[name] ?? null, isHeld: isHeld || held.has(name) }));
}

const shortened = (text: string): string =>
  text.length <= looked.characters ? text : `${text.slice(0, looked.characters)} ${text.length}`;
