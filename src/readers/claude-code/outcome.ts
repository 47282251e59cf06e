import { appendToken } from '../../json/pointer.ts';
import type { Outcome } from '../../model/event.ts';
import { isJsonArray, isJsonObject, type JsonValue, member, stringMember } from '../../model/json.ts';
import { namesInvalidCall, namesUnknownTool } from '../kit/invalid-call.ts';
import type { Turn } from './turn.ts';

export interface TextBlock {
  readonly text: string;
  readonly pointer: string;
}

/** The texts of a tool_result block: its content is a text, or a list of blocks. */
export function textsOf(content: JsonValue | undefined, pointer: string): readonly TextBlock[] {
  if (typeof content === 'string') return [{ text: content, pointer }];
  if (!isJsonArray(content)) return [];
  return content.flatMap((block, index) => {
    const text = isJsonObject(block) && member(block, 'type') === 'text' ? stringMember(block, 'text') : undefined;
    return text === undefined ? [] : [{ text, pointer: appendToken(appendToken(pointer, index), 'text') }];
  });
}

/** The host's fixed sentences for a call that it, or its user, did not let run. */
const refusals: readonly RegExp[] = [
  /^The user doesn't want to (?:proceed with this tool use|take this action right now)/,
  /^Claude requested permissions? to .{1,400}, but you haven't granted it/,
  /^Permission to use .{1,400} has been denied/,
  /^Permission for this action (?:has been|was) denied/,
];
const interruption = /^\[Request interrupted by user/;

/** How a tool_result came out: `is_error` absent means success, and a refusal is an error with a fixed text. */
export function outcomeOf(isError: JsonValue | undefined, text: string, turn: Turn): Outcome {
  if (isError === undefined || isError === null || isError === false) return 'ok';
  // A flag that is no boolean says neither.
  if (isError !== true) return 'unknown';
  if (turn.denial === 'interrupted' || turn.denial === 'cancelled' || interruption.test(text)) return 'cancelled';
  const start = text.slice(0, 600);
  return turn.denial !== undefined || refusals.some((refusal) => refusal.test(start)) ? 'refused' : 'tool_error';
}

/** The call did not satisfy the tool's own schema, or no such tool exists. The host says it in the block or beside it. */
export function namesInvalidity(text: string, turn: Turn): boolean {
  const beside = typeof turn.toolUseResult === 'string' ? turn.toolUseResult : '';
  return namesInvalidCall(bare(text)) || namesInvalidCall(bare(beside));
}

/** The host knows no tool of that name. */
export function saysUnknownTool(text: string): boolean {
  return namesUnknownTool(bare(text));
}

function bare(text: string): string {
  return text
    .slice(0, 600)
    .replace(/^\s*<tool_use_error>\s*/, '')
    .replace(/^Error:\s*/, '');
}
