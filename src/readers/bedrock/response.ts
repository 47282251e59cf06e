import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import type { SourceRecord } from '../../model/record.ts';
import { type PointerTo, pointersIn, type Side } from '../kit/pair.ts';
import { type ContentBlock, contentBlocks } from './blocks.ts';
import { isEventList, type JoinedMessage, joinEvents } from './stream.ts';

/** A response, whole or joined, and what of it could not be read. */
export interface ReadMessage {
  readonly blocks: readonly ContentBlock[];
  readonly stopReason: string | undefined;
  /** Where the content lies. */
  readonly pointer: string;
  readonly unread: readonly string[];
  /** False for an error of the API and for a stream cut short: there is no answer to judge. */
  readonly hasAnswer: boolean;
}

/** The provider's own word that what the model wrote was no call, or no answer, of the form it owed. */
const malformed: ReadonlySet<string> = new Set(['malformed_tool_use', 'malformed_model_output']);

export function readMessage(response: Side): ReadMessage {
  const { value, pointer } = response;
  if (value === null || value === '') return nothing(pointer, ['pair without a response']);
  const stream = streamOf(response);
  if (stream !== undefined) return stream;
  const content = memberOf(memberOf(memberOf(value, 'output'), 'message'), 'content');
  if (!isJsonArray(content)) return nothing(pointer, unreadWords(value));
  const stopReason = stringMember(value, 'stopReason');
  const unread: string[] = [];
  const blocks = contentBlocks(content, pointersIn(response, '/output/message'), (what) => unread.push(what));
  return {
    blocks,
    stopReason,
    pointer: pointersIn(response)('/output/message/content'),
    unread: [...malformedWord(stopReason), ...unread],
    hasAnswer: true,
  };
}

/** The events alone, or under the name that boto3 gives them. */
function streamOf(response: Side): ReadMessage | undefined {
  const { value } = response;
  const inner = memberOf(value, 'stream');
  if (isEventList(value)) return readStream(value, pointersIn(response));
  return inner !== undefined && isEventList(inner) ? readStream(inner, pointersIn(response, '/stream')) : undefined;
}

function readStream(events: Parameters<typeof joinEvents>[0], at: PointerTo): ReadMessage {
  return readJoined(joinEvents(events, at), at(''));
}

/** Keeps the blocks that the provider ended itself. */
export function readJoined({ blocks, stopReason, isComplete, odd }: JoinedMessage, pointer: string): ReadMessage {
  const cut = isComplete ? [] : ['stream that stops before its end'];
  return { blocks, stopReason, pointer, unread: [...malformedWord(stopReason), ...odd, ...cut], hasAnswer: isComplete };
}

/** An error of the API has a message and no output; the event stream on the wire is binary. */
function unreadWords(response: JsonValue): readonly string[] {
  if (isJsonObject(response)) return isError(response) && memberOf(response, 'output') === undefined ? [] : ['response of an unknown form'];
  return ['response that is no JSON object'];
}

function isError(response: JsonValue): boolean {
  return ['message', 'Message', '__type', 'Error'].some((name) => memberOf(response, name) !== undefined);
}

function malformedWord(stopReason: string | undefined): readonly string[] {
  return stopReason !== undefined && malformed.has(stopReason) ? [stopReason] : [];
}

function nothing(pointer: string, unread: readonly string[]): ReadMessage {
  return { blocks: [], stopReason: undefined, pointer, unread, hasAnswer: false };
}

/** What a model answers, and the record of it where the pieces of a stream lie in several. */
export interface AnswerText {
  readonly payload: Payload;
  readonly record?: SourceRecord | undefined;
}

/** The text of an answer. The form of an answer is promised for one text, not for several put together. */
export function answerText({ blocks, pointer }: ReadMessage): AnswerText {
  const texts = blocks.flatMap(({ block, at, record }) => {
    const text = stringMember(block, 'text');
    return text === undefined ? [] : [{ payload: { form: 'text', text, pointer: at('/text') } as const, record }];
  });
  const [first] = texts;
  if (first === undefined) return { payload: { form: 'absent', pointer } };
  if (texts.length === 1) return first;
  return { payload: { form: 'opaque', reason: 'opaque', detail: 'the answer is spread over several blocks of text', pointer } };
}
