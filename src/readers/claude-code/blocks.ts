import { appendToken } from '../../json/pointer.ts';
import type { LedgerEvent, Proposed, Returned } from '../../model/event.ts';
import { type JsonObject, member, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { namesInvalidity, outcomeOf, saysUnknownTool, textsOf } from './outcome.ts';
import type { Turn } from './turn.ts';

/** Where a block stands. */
export interface BlockPlace {
  readonly record: SourceRecord;
  readonly run: string;
  readonly turn: Turn;
  /** JSON Pointer to the block. */
  readonly pointer: string;
}

export function readToolUse(block: JsonObject, place: BlockPlace): Proposed | undefined {
  const tool = stringMember(block, 'name');
  if (tool === undefined) return undefined;
  const input = member(block, 'input');
  const pointer = appendToken(place.pointer, 'input');
  return {
    kind: 'proposed',
    record: place.record,
    run: place.run,
    agent: place.turn.agent,
    ...idOf(block, 'id', place),
    tool,
    toolPointer: appendToken(place.pointer, 'name'),
    payload: input === undefined ? { form: 'absent', pointer } : { form: 'value', value: input, pointer },
  };
}

/** `toolUseResult` beside the block is the host's own view of the result; no declaration ever speaks of it. */
export function readToolResult(block: JsonObject, place: BlockPlace): Returned {
  const texts = textsOf(member(block, 'content'), appendToken(place.pointer, 'content'));
  const text = texts[0]?.text ?? '';
  const outcome = outcomeOf(member(block, 'is_error'), text, place.turn);
  return {
    kind: 'returned',
    record: place.record,
    run: place.run,
    agent: place.turn.agent,
    ...idOf(block, 'tool_use_id', place),
    outcome,
    texts,
    canBeStructured: false,
    namesInvalidity: outcome === 'tool_error' && namesInvalidity(text, place.turn) ? true : undefined,
    namesUnknownTool: outcome === 'tool_error' && saysUnknownTool(text) ? true : undefined,
  };
}

export function unread(place: BlockPlace, what: string): LedgerEvent {
  return { kind: 'unread', record: place.record, run: place.run, what };
}

function idOf(block: JsonObject, name: string, place: BlockPlace): { readonly call?: string; readonly callPointer?: string } {
  const call = stringMember(block, name);
  return call === undefined ? {} : { call, callPointer: appendToken(place.pointer, name) };
}
