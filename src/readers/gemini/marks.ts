import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Side } from '../kit/pair.ts';
import { isServerSent } from '../kit/server-sent.ts';
import { isJournalLine } from './journal.ts';
import { isSessionDocument } from './session.ts';
import { sidesOf } from './sides.ts';

/** True when a record is surely Gemini's: a session of its command line, or a pair with `candidates` or with `contents` of `parts`. */
export function isGeminiRecord(value: JsonValue): boolean {
  if (isSessionDocument(value) || isJournalLine(value)) return true;
  const pair = sidesOf(value);
  if (pair === undefined) return false;
  const { request, response } = pair;
  if (request !== undefined && memberOf(request.value, 'messages') !== undefined) return false;
  return (response !== undefined && isGeminiResponse(response)) || (request !== undefined && isGeminiRequest(request.value));
}

/** True when a request at least has `contents`. */
export function isGeminiLike(value: JsonValue): boolean {
  const request = sidesOf(value)?.request;
  return request !== undefined && memberOf(request.value, 'contents') !== undefined;
}

function isGeminiResponse({ value }: Side): boolean {
  if (typeof value === 'string') return isServerSent(value) && /"candidates"\s*:/.test(value.slice(0, 4096));
  const chunks = isJsonArray(value) ? value : [value];
  return chunks.some((chunk) => hasCandidates(chunk) || hasCandidates(memberOf(chunk, 'response')));
}

function hasCandidates(value: JsonValue | undefined): boolean {
  const candidates = memberOf(value, 'candidates');
  return isJsonArray(candidates) && candidates.some((candidate) => isCandidate(candidate));
}

function isCandidate(candidate: JsonValue): boolean {
  const hasParts = isJsonObject(memberOf(candidate, 'content'));
  return hasParts || stringMember(candidate, 'finishReason') !== undefined || stringMember(candidate, 'finish_reason') !== undefined;
}

/** `contents` of parts; the SDKs also take a single text, with the settings of their own beside it. */
function isGeminiRequest(request: JsonValue): boolean {
  const contents = memberOf(request, 'contents');
  if (isJsonArray(contents) && contents.some((content) => memberOf(content, 'parts') !== undefined)) return true;
  if (contents === undefined) return false;
  return ['generationConfig', 'generation_config', 'config'].some((name) => isJsonObject(memberOf(request, name)));
}
