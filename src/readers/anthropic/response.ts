import type { Payload } from '../../model/event.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { pointersIn, type Side } from '../kit/pair.ts';
import { isServerSent, readServerSent } from '../kit/server-sent.ts';
import { type ContentBlock, contentBlocks } from './blocks.ts';
import { joinEvents } from './stream.ts';

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
  const content = memberOf(value, 'content');
  if (!isJsonArray(content)) return nothing(pointer, isUnderstood(value) ? [] : ['response of an unknown form']);
  return {
    blocks: contentBlocks(content, pointersIn(response)),
    stopReason: stringMember(value, 'stop_reason'),
    pointer: pointersIn(response)('/content'),
    unread: [],
    hasAnswer: true,
  };
}

/** An error of the API, or the answer of the endpoint that counts tokens. */
function isUnderstood(response: JsonValue): boolean {
  return memberOf(response, 'error') !== undefined || memberOf(response, 'input_tokens') !== undefined;
}

function nothing(pointer: string, unread: readonly string[]): ReadMessage {
  return { blocks: [], stopReason: undefined, pointer, unread, hasAnswer: false };
}

function readStream(text: string, pointer: string): ReadMessage {
  if (!isServerSent(text)) return nothing(pointer, ['response that is text']);
  const stream = readServerSent(text);
  const { blocks, stopReason, isComplete } = joinEvents(stream.messages, pointer);
  const unread = stream.unreadable > 0 ? ['stream message that is not JSON'] : [];
  return {
    blocks,
    stopReason,
    pointer,
    unread: isComplete ? unread : [...unread, 'stream that stops before its end'],
    hasAnswer: isComplete,
  };
}

/** The text of an answer. The form of an answer is promised for one text, not for several put together. */
export function answerPayload(message: ReadMessage): Payload {
  const texts = message.blocks.filter(({ block }) => stringMember(block, 'type') === 'text');
  const [first] = texts;
  if (first === undefined) return { form: 'absent', pointer: message.pointer };
  if (texts.length > 1) {
    return { form: 'opaque', reason: 'opaque', detail: 'the answer is spread over several blocks of text', pointer: message.pointer };
  }
  return { form: 'text', text: stringMember(first.block, 'text') ?? '', pointer: first.at('/text') };
}
