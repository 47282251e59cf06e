import { parseJson } from '../../json/parse.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import type { SourceRecord } from '../../model/record.ts';
import { pointersIn, type Side } from '../kit/pair.ts';
import { isServerSent, readServerSent } from '../kit/server-sent.ts';
import { type JoinedChunks, openChunkJoin } from './join.ts';
import { into, itemsOf, type Located } from './located.ts';

/** A part, or what begins with one; `record`: the record that holds it, where each chunk is a record of its own. */
export interface Part extends Located {
  readonly record?: SourceRecord | undefined;
}

/** One candidate, joined from all chunks of a response. */
export interface Candidate {
  /** All but the text. */
  readonly parts: readonly Part[];
  /** The pieces of the answer's text, without thoughts, and the first of them. */
  readonly texts: readonly string[];
  readonly text: Part | undefined;
  /** True where text comes after the last of the other parts. */
  readonly endsInText: boolean;
  readonly stopReason: string | undefined;
  /** False where a stream stopped before it said why the candidate ends, or went on after it. */
  readonly isWhole: boolean;
  /** Where its content begins. */
  readonly start: Part;
}

export interface ReadResponse {
  readonly candidates: readonly Candidate[];
  /** Why the request was refused before any candidate. */
  readonly blockReason: string | undefined;
  readonly pointer: string;
  readonly unread: readonly string[];
  /** Nothing says that the text is whole. */
  readonly isDoubtful?: boolean | undefined;
}

interface Chunks {
  readonly chunks: readonly Located[];
  readonly isStream: boolean;
  readonly unread: readonly string[];
}

export function readResponse(response: Side): ReadResponse {
  const { chunks, isStream, unread } = chunksOf(response);
  const join = openChunkJoin();
  for (const chunk of chunks) join.add(chunk);
  return readJoined(join.end(), { isStream, unread, pointer: response.pointer });
}

/** How the chunks were recorded. */
export interface Recorded {
  readonly isStream: boolean;
  readonly unread: readonly string[];
  readonly pointer: string;
}

export function readJoined(
  { candidates: joined, blockReason, isError, odd }: JoinedChunks,
  { isStream, unread: before, pointer }: Recorded,
): ReadResponse {
  const unread = odd.length === 0 ? before : [...before, ...odd];
  const candidates = joined.map((one) => ({ ...one, isWhole: !isStream || one.stopReason !== undefined }));
  const isCut = isStream && !isError && blockReason === undefined && !candidates.some(({ stopReason }) => stopReason !== undefined);
  return { candidates, blockReason, pointer, unread: isCut ? [...unread, 'stream that stops before its end'] : unread };
}

function chunksOf(response: Side): Chunks {
  const { value } = response;
  if (value === null || value === '') return { chunks: [], isStream: false, unread: ['pair without a response'] };
  if (typeof value === 'string') return chunksOfText(value, response.pointer);
  const whole = { value, at: pointersIn(response) };
  const chunks = itemsOf(whole).map(unwrapped);
  const isKnown = chunks.length > 0 && chunks.every(isUnderstood);
  return { chunks, isStream: isJsonArray(value), unread: isKnown ? [] : ['response of an unknown form'] };
}

/** Code Assist, which Gemini CLI speaks to, puts each response into one more object. */
export function unwrapped(chunk: Located): Located {
  return into(chunk, 'candidates') === undefined ? (into(chunk, 'response') ?? chunk) : chunk;
}

/** A part of an answer, a refusal, an error, or the answer of another method: the count of tokens, embeddings. */
const known = ['candidates', 'promptFeedback', 'usageMetadata', 'error', 'totalTokens', 'embedding', 'embeddings', 'responseId'];

function isUnderstood(chunk: Located): boolean {
  return isJsonObject(chunk.value) && known.some((name) => into(chunk, name) !== undefined);
}

/** `alt=sse` gives events, without it a stream is one array. No pointer leads into a text: all of it is the place of each value. */
function chunksOfText(text: string, pointer: string): Chunks {
  const at = (): string => pointer;
  if (isServerSent(text)) {
    const { messages, unreadable } = readServerSent(text);
    const unread = unreadable > 0 ? ['stream message that is not JSON'] : [];
    return { chunks: messages.map((value) => unwrapped({ value, at })), isStream: true, unread };
  }
  const parsed = text.trimStart().startsWith('[') ? parseJson(text) : undefined;
  if (parsed?.ok !== true) return { chunks: [], isStream: false, unread: ['response that is text'] };
  return { chunks: itemsOf({ value: parsed.value, at }).map(unwrapped), isStream: true, unread: [] };
}

/** The text of an answer: its parts of text, without thoughts, are one text (as the SDKs' `text` puts them together). */
export function answerText({ texts, text, start }: Candidate): Extract<Payload, { form: 'text' | 'absent' }> {
  if (text === undefined) return { form: 'absent', pointer: start.at('') };
  return { form: 'text', text: texts.join(''), pointer: text.at('/text') };
}
