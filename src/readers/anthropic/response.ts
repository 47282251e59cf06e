import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import type { SourceRecord } from '../../model/record.ts';
import { type Placed, pointersIn, type Side } from '../kit/pair.ts';
import { isServerSent, readServerSent } from '../kit/server-sent.ts';
import { type ContentBlock, contentBlocks } from './blocks.ts';
import { isEventList, isMessageEvent } from './event.ts';
import { type JoinedMessage, joinEvents } from './stream.ts';

/** A response, whole or joined, and what of it could not be read. */
export interface ReadMessage {
  readonly blocks: readonly ContentBlock[];
  readonly stopReason: string | undefined;
  /** Where the content lies. */
  readonly pointer: string;
  readonly unread: readonly string[];
  /** False for an error of the API, for the answer of another endpoint, and for a stream cut short: there is no answer to judge. */
  readonly hasAnswer: boolean;
}

export function readMessage(response: Side): ReadMessage {
  const { value, pointer } = response;
  if (value === null || value === '') return nothing(pointer, ['pair without a response']);
  if (typeof value === 'string') return readStream(value, pointer);
  if (isEventList(value)) return readList(value, response);
  if (isMessageEvent(value)) return readEvents([{ value, at: pointersIn(response) }], pointer);
  const content = memberOf(value, 'content');
  if (!isJsonArray(content)) return nothing(pointer, isUnderstood(value) ? [] : ['response of an unknown form']);
  const unread: string[] = [];
  const blocks = contentBlocks(content, pointersIn(response), (what) => unread.push(what));
  return {
    blocks,
    stopReason: stringMember(value, 'stop_reason'),
    pointer: pointersIn(response)('/content'),
    unread,
    hasAnswer: true,
  };
}

/** An error of the API, or the answer of the endpoint that counts tokens. */
function isUnderstood(response: JsonValue): boolean {
  if ((memberOf(response, 'content') ?? null) !== null) return false;
  return memberOf(response, 'error') !== undefined || memberOf(response, 'input_tokens') !== undefined;
}

function nothing(pointer: string, unread: readonly string[]): ReadMessage {
  return { blocks: [], stopReason: undefined, pointer, unread, hasAnswer: false };
}

function readStream(text: string, pointer: string): ReadMessage {
  if (!isServerSent(text)) return nothing(pointer, ['response that is text']);
  const { messages, unreadable } = readServerSent(text);
  // No pointer leads into the text of a stream, so all of it is the place of each value.
  const events = messages.map((value): Placed => ({ value, at: () => pointer }));
  const read = readEvents(events, pointer);
  return unreadable === 0 ? read : { ...read, unread: ['stream message that is not JSON', ...read.unread] };
}

function readList(list: readonly JsonValue[], response: Side): ReadMessage {
  const events = list.map((value, index): Placed => ({ value, at: pointersIn(response, `/${index}`) }));
  const read = readEvents(events, response.pointer);
  return list.every(isJsonObject) ? read : { ...read, unread: ['stream message that is no event', ...read.unread] };
}

function readEvents(events: readonly Placed[], pointer: string): ReadMessage {
  return readJoined(joinEvents(events), pointer);
}

/** Keeps the blocks that the provider ended itself. */
export function readJoined({ blocks, stopReason, isComplete, odd }: JoinedMessage, pointer: string): ReadMessage {
  const unread = [...odd, ...(isComplete ? [] : ['stream that stops before its end'])];
  return { blocks, stopReason, pointer, unread, hasAnswer: isComplete };
}

/** What a model answers, and the record of it where the pieces of a stream lie in several. */
export interface AnswerText {
  readonly payload: Payload;
  readonly record?: SourceRecord | undefined;
}

/** The text of an answer. The form of an answer is promised for one text, not for several put together. */
export function answerText(message: ReadMessage): AnswerText {
  const texts = message.blocks.filter(({ block }) => stringMember(block, 'type') === 'text');
  const [first] = texts;
  if (first === undefined) return { payload: { form: 'absent', pointer: message.pointer } };
  if (texts.length > 1) {
    const detail = 'the answer is spread over several blocks of text';
    return { payload: { form: 'opaque', reason: 'opaque', detail, pointer: message.pointer } };
  }
  return { payload: { form: 'text', text: stringMember(first.block, 'text') ?? '', pointer: first.at('/text') }, record: first.record };
}
