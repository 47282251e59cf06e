import { appendToken } from '../../json/pointer.ts';
import type { Proposed, Returned } from '../../model/event/calls.ts';
import type { LedgerEvent } from '../../model/event.ts';
import { type JsonObject, type JsonValue, member, stringMember } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { hearHost, textsOf } from './outcome.ts';
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
    server: stringMember(block, 'server_name'),
    tool,
    toolPointer: appendToken(place.pointer, 'name'),
    payload: input === undefined ? { form: 'absent', pointer } : { form: 'value', value: input, pointer },
    isProviderRun: member(block, 'type') === 'tool_use' ? undefined : true,
  };
}

/** `toolUseResult` beside the block is the host's own view of the result; no declaration ever speaks of it. */
export function readToolResult(block: JsonObject, place: BlockPlace): Returned {
  const texts = textsOf(member(block, 'content'), appendToken(place.pointer, 'content'));
  const id = idOf(block, 'tool_use_id', place);
  return {
    kind: 'returned',
    record: place.record,
    run: place.run,
    agent: place.turn.agent,
    ...id,
    ...hearHost({ isError: errorFlag(block), text: texts[0]?.text ?? '', call: id.call }, place.turn),
    texts,
    canBeStructured: false,
  };
}

/** The provider's own tools say it by the type of their content instead. */
function errorFlag(block: JsonObject): JsonValue | undefined {
  const flag = member(block, 'is_error');
  const isError = stringMember(member(block, 'content'), 'type')?.endsWith('_error') === true;
  return flag === undefined && isError ? true : flag;
}

export function unread(place: BlockPlace, what: string): LedgerEvent {
  return { kind: 'unread', record: place.record, run: place.run, what };
}

function idOf(block: JsonObject, name: string, place: BlockPlace): { readonly call?: string; readonly callPointer?: string } {
  const call = stringMember(block, name);
  return call === undefined ? {} : { call, callPointer: appendToken(place.pointer, name) };
}
