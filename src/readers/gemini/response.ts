import { parseJson } from '../../json/parse.ts';
import type { Payload } from '../../model/event.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../model/json.ts';
import { pointersIn, type Side } from '../kit/pair.ts';
import { isServerSent, readServerSent } from '../kit/server-sent.ts';
import { into, itemsOf, type Located, textIn } from './located.ts';

/** One candidate, joined from all chunks of a response. */
export interface Candidate {
  readonly parts: readonly Located[];
  readonly stopReason: string | undefined;
  /** False where a stream stopped before it said why the candidate ends. */
  readonly isWhole: boolean;
  /** Where its content begins. */
  readonly pointer: string;
}

export interface ReadResponse {
  readonly candidates: readonly Candidate[];
  /** Why the request was refused before any candidate. */
  readonly blockReason: string | undefined;
  readonly pointer: string;
  readonly unread: readonly string[];
}

interface Chunks {
  readonly chunks: readonly Located[];
  readonly isStream: boolean;
  readonly unread: readonly string[];
}

export function readResponse(response: Side): ReadResponse {
  const { chunks, isStream, unread } = chunksOf(response);
  const candidates = joinCandidates(chunks).map((joined) => ({ ...joined, isWhole: !isStream || joined.stopReason !== undefined }));
  const blockReason = chunks.map((chunk) => textIn(into(chunk, 'promptFeedback'), 'blockReason')).find((reason) => reason !== undefined);
  const isError = chunks.some((chunk) => into(chunk, 'error') !== undefined);
  const isCut = isStream && !isError && blockReason === undefined && !candidates.some(({ stopReason }) => stopReason !== undefined);
  return {
    candidates,
    blockReason,
    pointer: response.pointer,
    unread: isCut ? [...unread, 'stream that stops before its end'] : unread,
  };
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
function unwrapped(chunk: Located): Located {
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

interface Joined {
  readonly parts: Located[];
  readonly pointer: string;
  stopReason: string | undefined;
}

/** Every chunk brings whole parts; those of one candidate follow each other. */
function joinCandidates(chunks: readonly Located[]): readonly Joined[] {
  const joined = new Map<JsonValue, Joined>();
  for (const candidate of chunks.flatMap((chunk) => itemsOf(into(chunk, 'candidates')))) {
    const index = into(candidate, 'index')?.value ?? 0;
    const known = joined.get(index) ?? { parts: [], pointer: candidate.at(''), stopReason: undefined };
    joined.set(index, known);
    for (const part of itemsOf(into(into(candidate, 'content'), 'parts'))) known.parts.push(part);
    known.stopReason = textIn(candidate, 'finishReason') ?? known.stopReason;
  }
  return [...joined.values()];
}

/** The text of an answer: its parts of text, without thoughts, are one text (as the SDKs' `text` puts them together). */
export function answerText({ parts, pointer }: Candidate): Extract<Payload, { form: 'text' | 'absent' }> {
  const texts = parts.flatMap((part) => {
    const text = into(part, 'thought')?.value === true ? undefined : textIn(part, 'text');
    return text === undefined || text === '' ? [] : [{ text, pointer: part.at('/text') }];
  });
  const [first] = texts;
  if (first === undefined) return { form: 'absent', pointer };
  return { form: 'text', text: texts.map(({ text }) => text).join(''), pointer: first.pointer };
}
