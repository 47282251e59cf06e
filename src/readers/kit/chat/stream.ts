import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../../model/json.ts';
import type { Placed } from '../pair.ts';
import type { ChatCall, ChatChoice } from './choices.ts';
import { type ChatDialect, idOf, idOptionalIn } from './dialect.ts';

interface JoinedCall {
  id: string | undefined;
  tool: string | undefined;
  /** The piece that names the tool, which is the place of the whole call. */
  place: Placed;
  /** Undefined until the first piece: a call without any is one without arguments. */
  text: string[] | undefined;
}

interface JoinedChoice {
  readonly calls: Map<string, JoinedCall>;
  readonly content: string[];
  contentPointer: string | undefined;
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
 * The place of a call is the piece that names it, that of a text its first piece.
 */
export function joinChunks(chunks: readonly Placed[], pointer: string, dialect: ChatDialect): JoinedChunks {
  const choices = new Map<number, JoinedChoice>();
  for (const chunk of chunks) {
    const list = memberOf(chunk.value, 'choices');
    if (!isJsonArray(list)) continue;
    for (const [place, choice] of list.entries()) addChoice(choices, inside(chunk, `/choices/${place}`, choice), dialect);
  }
  const joined = [...choices.values()];
  return {
    choices: joined.map((choice) => toChoice(choice, pointer, dialect)),
    hasNameless: joined.some((choice) => [...choice.calls.values()].some((call) => call.tool === undefined)),
  };
}

function inside({ at, record }: Placed, path: string, value: JsonValue): Placed {
  return { value, at: (rest) => at(`${path}${rest}`), record };
}

function addChoice(choices: Map<number, JoinedChoice>, placed: Placed, dialect: ChatDialect): void {
  const part = placed.value;
  const index = indexOf(part);
  let choice = choices.get(index);
  if (choice === undefined) {
    choice = { calls: new Map(), content: [], contentPointer: undefined, isRefusal: false, stopReason: undefined };
    choices.set(index, choice);
  }
  const delta = memberOf(part, 'delta');
  const content = stringMember(delta, 'content');
  if (content !== undefined) {
    choice.content.push(content);
    choice.contentPointer ??= placed.at('/delta/content');
  }
  if ((stringMember(delta, 'refusal') ?? '') !== '') choice.isRefusal = true;
  choice.stopReason = stringMember(part, 'finish_reason') ?? choice.stopReason;
  const legacy = memberOf(delta, 'function_call');
  if (isJsonObject(legacy)) addCall(choice.calls, 'function_call', legacyCall(placed, legacy), dialect);
  const calls = memberOf(delta, 'tool_calls');
  if (!isJsonArray(calls)) return;
  for (const [place, call] of calls.entries()) {
    const key = callKey(call, idOf(call, 'id', dialect), place);
    addCall(choice.calls, key, inside(placed, `/delta/tool_calls/${place}`, call), dialect);
  }
}

/** The older form has one call without an id, and name and arguments directly inside it. */
function legacyCall({ at, record }: Placed, called: JsonValue): Placed {
  return { value: { function: called }, at: (path) => at(path.replace(/^\/function/, '/delta/function_call')), record };
}

function addCall(calls: Map<string, JoinedCall>, key: string, place: Placed, dialect: ChatDialect): void {
  const part = place.value;
  let call = calls.get(key);
  if (call === undefined) {
    call = { id: undefined, tool: undefined, place, text: undefined };
    calls.set(key, call);
  }
  const called = memberOf(part, 'function');
  call.id ??= idOf(part, 'id', dialect);
  const tool = stringMember(called, 'name');
  if (tool !== undefined && call.tool === undefined) {
    call.tool = tool;
    call.place = place;
  }
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
  const content = joined.content.join('');
  const contentPointer = joined.contentPointer ?? pointer;
  return {
    calls: [...joined.calls.values()].flatMap((call) => toCall(call, dialect)),
    content: content === '' ? { form: 'absent', pointer: contentPointer } : { form: 'text', text: content, pointer: contentPointer },
    isRefusal: joined.isRefusal,
    stopReason: joined.stopReason,
  };
}

function toCall({ id, tool, place: { at, record }, text }: JoinedCall, dialect: ChatDialect): readonly ChatCall[] {
  if (tool === undefined) return [];
  const pointer = at('/function/arguments');
  const payload = text === undefined ? ({ form: 'absent', pointer } as const) : ({ form: 'text', text: text.join(''), pointer } as const);
  const idPointer = id === undefined ? undefined : at('/id');
  return [{ id, idPointer, tool, toolPointer: at('/function/name'), payload, idOptional: idOptionalIn(dialect), record }];
}
