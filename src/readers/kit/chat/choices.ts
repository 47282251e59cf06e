import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../../model/json.ts';
import type { Payload } from '../../../model/payload.ts';
import type { SourceRecord } from '../../../model/record.ts';
import { entriesOf } from '../entries.ts';
import { type Placed, type PointerTo, pointersIn, type Side } from '../pair.ts';
import { isServerSent, readServerSent } from '../server-sent.ts';
import type { MessageCall } from '../sink.ts';
import { messageCalls } from './call.ts';
import { isChunk, isChunkList } from './chunk.ts';
import type { ChatSink } from './dialect.ts';
import { tellParts } from './parts.ts';
import { type JoinedChunks, joinChunks } from './stream.ts';

/** A call; `record`: the record of the chunk that names it, where each chunk is a record of its own. */
export interface ChatCall extends MessageCall {
  readonly record?: SourceRecord | undefined;
}

/** One answer of a response, complete. */
export interface ChatChoice {
  readonly calls: readonly ChatCall[];
  readonly content: Payload;
  readonly isRefusal: boolean;
  readonly stopReason: string | undefined;
  /** The record of its content, where a stream lies in several. */
  readonly record?: SourceRecord | undefined;
}

/** The answers of a response, and what of it could not be read. An error of the API is neither. */
export interface ReadChoices {
  readonly choices: readonly ChatChoice[];
  readonly unread: readonly string[];
}

export function readChoices(response: Side, sink: ChatSink): ReadChoices {
  const { value } = response;
  if (value === null || value === '') return { choices: [], unread: ['pair without a response'] };
  if (typeof value === 'string') return readStream(value, response.pointer, sink);
  if (isChunkList(value)) return readList(value, response, sink);
  if (isChunk(value)) return readChunks([{ value, at: pointersIn(response) }], response.pointer, sink);
  const choices = memberOf(value, 'choices');
  if (choices === undefined || choices === null) return readError(memberOf(value, 'error'));
  const unread: string[] = [];
  const tell = (what: string): number => unread.push(what);
  const list = entriesOf(choices, { name: 'choices' }, tell);
  if (list.some((choice) => isJsonObject(choice) && !isJsonObject(memberOf(choice, 'message')))) tell('choice without a message');
  return { choices: list.map((choice, index) => choiceOf(choice, pointersIn(response, `/choices/${index}/message`), sink)), unread };
}

/** Groq refuses a call that breaks its schema, and keeps what the model wrote only in the error. */
function readError(error: JsonValue | undefined): ReadChoices {
  if (error === undefined || error === null) return { choices: [], unread: ['response of an unknown form'] };
  return { choices: [], unread: stringMember(error, 'code') === 'tool_use_failed' ? ['tool_use_failed'] : [] };
}

function choiceOf(choice: JsonValue, at: PointerTo, sink: ChatSink): ChatChoice {
  const message = memberOf(choice, 'message');
  const refusal = stringMember(message, 'refusal');
  tellParts(message, sink);
  return {
    calls: message === undefined ? [] : messageCalls(message, at, sink),
    content: contentOf(memberOf(message, 'content'), (path) => at(`/content${path}`)),
    isRefusal: refusal !== undefined && refusal !== '',
    stopReason: stringMember(choice, 'finish_reason'),
  };
}

/** Content is text, or a list with one text part, beside which Mistral's thinking may stand; several parts are not one document. */
function contentOf(content: JsonValue | undefined, at: PointerTo): Payload {
  if (content === undefined || content === null) return { form: 'absent', pointer: at('') };
  if (typeof content === 'string') return { form: 'text', text: content, pointer: at('') };
  const parts = isJsonArray(content) ? content.map((part, place) => ({ part, place })) : [];
  const said = parts.filter(({ part }) => stringMember(part, 'type') !== 'thinking');
  const [only] = said;
  const text = said.length === 1 ? stringMember(only?.part, 'text') : undefined;
  if (only !== undefined && text !== undefined) return { form: 'text', text, pointer: at(`/${only.place}/text`) };
  return { form: 'opaque', reason: 'opaque', detail: 'the content is no single text', pointer: at('') };
}

function readStream(text: string, pointer: string, sink: ChatSink): ReadChoices {
  if (!isServerSent(text)) return { choices: [], unread: ['response that is text'] };
  const { messages, isDone, unreadable } = readServerSent(text);
  // No pointer leads into the text of a stream, so all of it is the place of each value.
  const chunks = messages.map((value): Placed => ({ value, at: () => pointer }));
  const read = readChunks(chunks, pointer, sink, isDone);
  return unreadable === 0 ? read : { ...read, unread: ['stream message that is not JSON', ...read.unread] };
}

function readList(list: readonly JsonValue[], response: Side, sink: ChatSink): ReadChoices {
  const chunks = list.map((value, index): Placed => ({ value, at: pointersIn(response, `/${index}`) }));
  const read = readChunks(chunks, response.pointer, sink, list.includes('[DONE]'));
  const isAllRead = list.every((value) => isJsonObject(value) || value === '[DONE]');
  return isAllRead ? read : { ...read, unread: ['stream message that is no chunk', ...read.unread] };
}

function readChunks(chunks: readonly Placed[], pointer: string, { dialect }: ChatSink, isDone = false): ReadChoices {
  return readJoined(joinChunks(chunks, pointer, dialect), isDone);
}

/** Keeps the choices that the provider ended itself. */
export function readJoined(joined: JoinedChunks, isDone: boolean): ReadChoices {
  const choices = joined.choices.filter((choice) => choice.stopReason !== undefined || isDone);
  const isCut = choices.length < joined.choices.length || choices.length === 0;
  const unread = [...joined.odd, ...(isCut ? ['stream that stops before its end'] : [])];
  return { choices, unread };
}
