import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../../model/json.ts';
import type { ChatChoice } from './choices.ts';
import { type ChatDialect, idOf, idOptionalIn } from './dialect.ts';

interface JoinedCall {
  id: string | undefined;
  tool: string | undefined;
  /** Undefined until the first piece: a call without any is one without arguments. */
  text: string[] | undefined;
}

interface JoinedChoice {
  readonly calls: Map<string, JoinedCall>;
  readonly content: string[];
  isRefusal: boolean;
  stopReason: string | undefined;
}

export interface JoinedChunks {
  readonly choices: readonly ChatChoice[];
  /** True when a call never got a name: it is not among the calls. */
  readonly hasNameless: boolean;
}

/**
 * Joins the chunks of a recorded stream: pieces of a call belong together by choice and by index; id and name come with the first.
 * No pointer leads into the text of a stream, so all of it is the place of each value.
 */
export function joinChunks(chunks: readonly JsonValue[], pointer: string, dialect: ChatDialect): JoinedChunks {
  const choices = new Map<number, JoinedChoice>();
  for (const chunk of chunks) {
    const list = memberOf(chunk, 'choices');
    if (isJsonArray(list)) for (const choice of list) addChoice(choices, choice, dialect);
  }
  const joined = [...choices.values()];
  return {
    choices: joined.map((choice) => toChoice(choice, pointer, dialect)),
    hasNameless: joined.some((choice) => [...choice.calls.values()].some((call) => call.tool === undefined)),
  };
}

function addChoice(choices: Map<number, JoinedChoice>, part: JsonValue, dialect: ChatDialect): void {
  const index = indexOf(part);
  let choice = choices.get(index);
  if (choice === undefined) {
    choice = { calls: new Map(), content: [], isRefusal: false, stopReason: undefined };
    choices.set(index, choice);
  }
  const delta = memberOf(part, 'delta');
  const content = stringMember(delta, 'content');
  if (content !== undefined) choice.content.push(content);
  if ((stringMember(delta, 'refusal') ?? '') !== '') choice.isRefusal = true;
  choice.stopReason = stringMember(part, 'finish_reason') ?? choice.stopReason;
  const calls = memberOf(delta, 'tool_calls');
  if (isJsonArray(calls)) for (const [place, call] of calls.entries()) addCall(choice.calls, call, idOf(call, 'id', dialect), place);
}

function addCall(calls: Map<string, JoinedCall>, part: JsonValue, id: string | undefined, place: number): void {
  const key = callKey(part, id, place);
  let call = calls.get(key);
  if (call === undefined) {
    call = { id: undefined, tool: undefined, text: undefined };
    calls.set(key, call);
  }
  const called = memberOf(part, 'function');
  call.id ??= id;
  call.tool ??= stringMember(called, 'name');
  const piece = stringMember(called, 'arguments');
  if (piece === undefined) return;
  call.text ??= [];
  call.text.push(piece);
}

/** By index. Mistral's older streams have none: they bring each call whole, with an id of its own. */
function callKey(part: JsonValue, id: string | undefined, place: number): string {
  const index = memberOf(part, 'index');
  if (typeof index === 'number') return `index ${index}`;
  return id === undefined ? `index ${place}` : `id ${id}`;
}

function indexOf(part: JsonValue): number {
  const index = memberOf(part, 'index');
  return typeof index === 'number' ? index : 0;
}

function toChoice(joined: JoinedChoice, pointer: string, dialect: ChatDialect): ChatChoice {
  const calls = [...joined.calls.values()].flatMap(({ id, tool, text }) => {
    if (tool === undefined) return [];
    const idPointer = id === undefined ? undefined : pointer;
    const payload = text === undefined ? ({ form: 'absent', pointer } as const) : ({ form: 'text', text: text.join(''), pointer } as const);
    return [{ id, idPointer, tool, toolPointer: pointer, payload, idOptional: idOptionalIn(dialect) }];
  });
  const content = joined.content.join('');
  return {
    calls,
    content: content === '' ? { form: 'absent', pointer } : { form: 'text', text: content, pointer },
    isRefusal: joined.isRefusal,
    stopReason: joined.stopReason,
  };
}
