import { isJsonObject, type JsonValue, member } from '../model/json.ts';
import { isRollout } from './codex/marks.ts';
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
  if (isRollout(first)) return { isRecognized: true };
  const objects = first.filter(isJsonObject);
  if (objects.some((value) => typeof member(value, 'type') === 'string' && isJsonObject(member(value, 'payload')))) {
    return { isRecognized: false, likeness: 0.3, missing: 'its records are of no type that rollouts have' };
  }
  return { isRecognized: false, likeness: 0, missing: 'it has no rollout records' };
}
