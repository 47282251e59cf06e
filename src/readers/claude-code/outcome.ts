import { appendToken } from '../../json/pointer.ts';
import type { HostVerdict } from '../../model/event/calls.ts';
import { isJsonArray, isJsonObject, type JsonValue, member, stringMember } from '../../model/json.ts';
import { type Heard, hear, hostVerdictOf } from '../kit/host-verdict.ts';
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

const interruption = /^\[Request interrupted by user/;

/** What the host says itself it records as it is; before a tool's own error it writes "Error: ". */
const ownWord = /^InputValidationError: \S/;

interface ToolResult {
  readonly isError: JsonValue | undefined;
  /** Its first text. */
  readonly text: string;
  readonly call: string | undefined;
}

/** How a tool_result came out: `is_error` absent means success; what the host refused or denied is an error with a fixed text. */
export function hearHost({ isError, text, call }: ToolResult, turn: Turn): Heard {
  if (isError === undefined || isError === null || isError === false) return { outcome: 'ok', verdict: undefined };
  // A flag that is no boolean says neither.
  if (isError !== true) return { outcome: 'unknown', verdict: undefined };
  const denial = turn.denial ?? (call === undefined ? undefined : turn.denials.get(call));
  if (denial === 'interrupted' || denial === 'cancelled' || interruption.test(text)) return { outcome: 'cancelled', verdict: undefined };
  const said = hear('tool_error', text);
  if (denial !== undefined) return { outcome: 'refused', verdict: { kind: 'denied', by: denierBeside(denial, said, turn) } };
  if (said.verdict !== undefined || typeof turn.toolUseResult !== 'string') return said;
  // The host says it in the block or beside it.
  const beside: HostVerdict | undefined = ownWord.test(turn.toolUseResult) ? { kind: 'invalid' } : hostVerdictOf(turn.toolUseResult);
  return beside === undefined || beside.kind === 'denied' ? said : { ...said, verdict: beside };
}

/** The kind that the host records names a person or a rule; only the text tells a hook's denial from a rule's. */
function denierBeside(denial: string, { verdict }: Heard, { isUnanswered }: Turn): 'host' | 'human' | 'hook' {
  if (denial === 'user-rejected') return isUnanswered ? 'host' : 'human';
  return denial.includes('hook') || (verdict?.kind === 'denied' && verdict.by === 'hook') ? 'hook' : 'host';
}
