import { isJsonObject, type JsonObject, type JsonValue, member } from '../model/json.ts';
import { openSession } from './claude-code/session.ts';
import type { Reader, Recognition } from './reader.ts';

/** Claude Code session files and `stream-json` output: one content block a line, sub-agents beside or inside. */
export const claudeCode: Reader = {
  id: 'claude-code',
  title: 'Claude Code session',
  carries: ['error-flag', 'ids', 'order', 'time'],
  hasGlobalIds: true,
  owns: 'file',
  recognize,
  open: openSession,
};

/** Types that a session file uses beside `sessionId`. */
const sessionTypes: ReadonlySet<string> = new Set([
  'user',
  'assistant',
  'system',
  'summary',
  'file-history-snapshot',
  'queue-operation',
  'progress',
  'attachment',
]);
const streamTypes: ReadonlySet<string> = new Set(['user', 'assistant', 'system', 'result', 'stream_event']);

function recognize(first: readonly JsonValue[]): Recognition {
  const objects = first.filter(isJsonObject);
  if (objects.some(isMark)) return { isRecognized: true };
  if (objects.some((value) => hasTypeIn(value, sessionTypes) && isJsonObject(member(value, 'message')))) {
    return { isRecognized: false, likeness: 0.6, missing: 'its records name no session' };
  }
  return { isRecognized: false, likeness: 0, missing: 'it has no session records' };
}

/** Other logs have sessions and users too: theirs hold no messages. */
const speakers: ReadonlySet<string> = new Set(['user', 'assistant']);

function isMark(value: JsonObject): boolean {
  if (['request', 'response'].some((name) => isJsonObject(member(value, name)))) return false; // a pair, with names of its recorder's
  if (hasText(value, 'sessionId') && hasTypeIn(value, sessionTypes))
    return !hasTypeIn(value, speakers) || isJsonObject(member(value, 'message'));
  if (hasText(value, 'session_id') && hasTypeIn(value, streamTypes)) return true;
  if (Object.hasOwn(value, 'parentUuid') && hasText(value, 'uuid') && hasText(value, 'version')) return hasText(value, 'type');
  if (member(value, 'type') === 'summary') return hasText(value, 'leafUuid') && hasText(value, 'summary');
  return member(value, 'type') === 'file-history-snapshot' && isJsonObject(member(value, 'snapshot'));
}

function hasText(value: JsonObject, name: string): boolean {
  return typeof member(value, name) === 'string';
}

function hasTypeIn(value: JsonObject, types: ReadonlySet<string>): boolean {
  const type = member(value, 'type');
  return typeof type === 'string' && types.has(type);
}
