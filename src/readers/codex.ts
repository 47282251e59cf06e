import { isJsonObject, type JsonObject, type JsonValue, member, stringMember } from '../model/json.ts';
import { wrappedTypes } from './codex/known.ts';
import { isHeader } from './codex/line.ts';
import { openSession } from './codex/session.ts';
import type { Reader, Recognition } from './reader.ts';

/**
 * Codex rollouts: wrapped (`{timestamp, type, payload}`), of the first generation (bare items under a header without a type), or of the
 * oldest shape (`FunctionCall`, `Message` … under the same header). No error flag exists: how a call ended stands only in the text of its
 * output. Of the tools, only those that were looked up during the session are recorded with their schemas.
 */
export const codex: Reader = {
  id: 'codex',
  title: 'Codex rollout',
  carries: ['declarations', 'raw-arguments', 'ids', 'order', 'time'],
  hasGlobalIds: true,
  owns: 'file',
  recognize,
  open: openSession,
};

function recognize(first: readonly JsonValue[]): Recognition {
  const objects = first.filter(isJsonObject);
  if (objects.some(isMark)) return { isRecognized: true };
  if (objects.some((value) => typeof member(value, 'type') === 'string' && isJsonObject(member(value, 'payload')))) {
    return { isRecognized: false, likeness: 0.3, missing: 'its records are of no type that rollouts have' };
  }
  return { isRecognized: false, likeness: 0, missing: 'it has no rollout records' };
}

/** Requests and responses of the Responses API have instructions too. */
const isOfApi = (value: JsonObject): boolean => ['object', 'model', 'input', 'output'].some((name) => Object.hasOwn(value, name));

function isMark(value: JsonObject): boolean {
  const type = stringMember(value, 'type');
  if (type !== undefined) return wrappedTypes.has(type) && isJsonObject(member(value, 'payload'));
  return member(value, 'record_type') === 'state' || (isHeader(value) && Object.hasOwn(value, 'instructions') && !isOfApi(value));
}
