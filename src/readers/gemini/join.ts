import { isJsonObject, type JsonValue } from '../../model/json.ts';
import { into, itemsOf, type Located, textIn } from './located.ts';
import type { Candidate, Part } from './response.ts';

/** The chunks of one response, put together. */
export interface JoinedChunks {
  readonly candidates: readonly Omit<Candidate, 'isWhole'>[];
  /** Why the request was refused before any candidate. */
  readonly blockReason: string | undefined;
  readonly isError: boolean;
  /** What in it could not be used, by kind. */
  readonly odd: readonly string[];
}

/** The chunks of one response as they come. */
export interface ChunkJoin {
  /** True when something has its place in this chunk. */
  add(chunk: Part): boolean;
  /** True when some candidate began and each that did says why it ends. */
  isEnded(): boolean;
  end(): JoinedChunks;
}

interface Joined {
  readonly parts: Part[];
  readonly texts: string[];
  readonly start: Part;
  text: Part | undefined;
  endsInText: boolean;
  stopReason: string | undefined;
}

/** Every chunk brings whole parts; those of one candidate follow each other. */
export function openChunkJoin(): ChunkJoin {
  const joined = new Map<JsonValue, Joined>();
  let unended = 0;
  let blockReason: string | undefined;
  let isError = false;
  const odd = new Set<string>();

  const addCandidate = (candidate: Part): boolean => {
    const index = into(candidate, 'index')?.value ?? 0;
    const known = joined.get(index);
    const one = known ?? { parts: [], texts: [], start: candidate, text: undefined, endsInText: false, stopReason: undefined };
    if (known === undefined) {
      joined.set(index, one);
      unended++;
    }
    let isPlace = known === undefined;
    for (const part of itemsOf(into(into(candidate, 'content'), 'parts'))) {
      if (addPart(one, { ...part, record: candidate.record })) isPlace = true;
    }
    const reason = textIn(candidate, 'finishReason');
    if (reason !== undefined && one.stopReason === undefined) unended--;
    one.stopReason = reason ?? one.stopReason;
    return isPlace;
  };

  return {
    add(chunk) {
      let isPlace = false;
      for (const candidate of itemsOf(into(chunk, 'candidates'))) {
        const content = into(candidate, 'content')?.value ?? {};
        if (!isJsonObject(candidate.value)) odd.add('candidate that is no object');
        else if (!isJsonObject(content)) odd.add('content that is no object');
        if (addCandidate({ ...candidate, record: chunk.record })) isPlace = true;
      }
      blockReason ??= textIn(into(chunk, 'promptFeedback'), 'blockReason');
      isError ||= into(chunk, 'error') !== undefined;
      return isPlace;
    },
    isEnded: () => joined.size > 0 && unended === 0,
    end: () => ({ candidates: [...joined.values()], blockReason, isError, odd: [...odd] }),
  };
}

/** True when the part is a place of its own. Empty text says nothing: streams end with it. */
function addPart(joined: Joined, part: Part): boolean {
  const text = isTextPart(part) ? textIn(part, 'text') : undefined;
  if (text === undefined) {
    joined.parts.push(part);
    joined.endsInText = false;
    return true;
  }
  if (text === '') return false;
  joined.endsInText = true;
  if (into(part, 'thought')?.value === true) return false;
  joined.texts.push(text);
  if (joined.text !== undefined) return false;
  joined.text = part;
  return true;
}

const acting = ['functionCall', 'functionResponse', 'executableCode', 'codeExecutionResult', 'toolCall', 'toolResponse'] as const;

const isTextPart = (part: Located): boolean => acting.every((name) => into(part, name) === undefined);
