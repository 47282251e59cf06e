import { isJsonArray, type JsonObject, type JsonValue, member, memberOf, stringMember } from '../../model/json.ts';
import { isByHost } from '../kit/spoken.ts';

/** Marks of a user's line that no person wrote. */
const marks = ['isMeta', 'isCompactSummary', 'isVisibleInTranscriptOnly', 'isSynthetic'] as const;

/** True when a user's line is what a person said, and neither a result nor the host's own words. */
export function isSpoken(holder: JsonObject, content: JsonValue | undefined): boolean {
  if (marks.some((mark) => member(holder, mark) === true)) return false;
  const origin = stringMember(member(holder, 'origin'), 'kind');
  if (origin !== undefined && origin !== 'human') return false;
  if (typeof content === 'string') return !isByHost(content);
  if (!isJsonArray(content) || content.some((block) => stringMember(block, 'type') === 'tool_result')) return false;
  return content.some((block) => {
    const text = memberOf(block, 'text');
    return typeof text === 'string' && !isByHost(text);
  });
}
