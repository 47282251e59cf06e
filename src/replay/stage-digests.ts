import { isDigestOfText, isDigestOfValue } from '../digest/spellings.ts';
import { resolvePointer } from '../json/pointer.ts';
import { sliceOf } from '../json/slice.ts';
import { isJsonArray, type JsonValue, stringMember } from '../model/json.ts';
import { parentPointer } from './site.ts';
import type { Stage } from './story.ts';

/** Whether a digest is that of what a stage holds, by every way it may have been taken. */
export function isDigestOfStage(digest: string, stage: Stage): boolean {
  const { payload, value, record } = stage;
  if (payload.digests?.some(({ sha256: named }) => named === digest) === true) return true;
  if (payload.form === 'text' && isDigestOfText(digest, payload.text)) return true;
  if (value !== undefined && isDigestOfValue(digest, value, () => spellingOf(stage))) return true;
  const parts = stage.name === 'returned' ? partsOfResult(stage) : wholesOfCall(stage);
  return parts.some((part) =>
    isDigestOfValue(digest, part.value, () => (part.pointer === undefined ? undefined : sliceOf(record.text, part.pointer))),
  );
}

const spellingOf = ({ payload, record }: Stage): string | undefined =>
  payload.form === 'value' ? sliceOf(record.text, payload.pointer) : undefined;

interface Part {
  readonly value: JsonValue;
  readonly pointer?: string | undefined;
}

/** A gate of calls may take the names for a part of what it judges. */
function wholesOfCall({ value, server, tool }: Stage): readonly Part[] {
  if (value === undefined || tool === undefined) return [];
  const named = [
    { tool, arguments: value },
    { name: tool, arguments: value },
  ];
  return [...named, ...(server === undefined ? [] : [{ server, tool, arguments: value }])].map((whole) => ({ value: whole }));
}

/** The content blocks of a result, their texts, and the result as the protocol has it. */
export function partsOfResult({ record, payload, value }: Stage): readonly Part[] {
  const pointer = `${parentPointer(payload.pointer)}/content`;
  const content = resolvePointer(record.value, pointer);
  if (content === undefined) return [];
  const texts = isJsonArray(content) ? content.flatMap((block) => stringMember(block, 'text') ?? []) : [];
  const whole =
    value === undefined ? [] : [{ value: { content, structuredContent: value } }, { value: { content, structured_content: value } }];
  return [{ value: content, pointer }, ...texts.map((text) => ({ value: text })), ...whole];
}
