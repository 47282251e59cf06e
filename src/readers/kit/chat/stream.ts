import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../../model/json.ts';
import type { Payload } from '../../../model/payload.ts';
import { argumentKey } from '../argument-key.ts';
import { entriesOf } from '../entries.ts';
import type { Placed } from '../pair.ts';
import { contradictoryStream } from '../stream-faults.ts';
import type { ChatCall, ChatChoice } from './choices.ts';
import { type ChatDialect, idOf, isIdOptionalIn } from './dialect.ts';

interface JoinedCall {
  id: string | undefined;
  tool: string | undefined;
  /** The piece that names the tool, which is the place of the whole call. */
  place: Placed;
  /** Undefined until the first piece: a call without any is one without arguments. */
  text: string[] | undefined;
  /** Pieces that are no text. */
  readonly values: JsonValue[];
}

interface JoinedChoice {
  readonly calls: JoinedCall[];
  /** The call that a place was last given to. */
  readonly latest: Map<string, JoinedCall>;
  readonly content: string[];
  /** The first piece of the text. */
  contentPlace: Placed | undefined;
  isRefusal: boolean;
  stopReason: string | undefined;
  /** The whole message, which some gateways send at the end as well. */
  message: JsonValue | undefined;
}

export interface JoinedChunks {
  readonly choices: readonly ChatChoice[];
  /** What in it could not be used, by kind: a call that never got a name is not among the calls. */
  readonly odd: readonly string[];
}

/** The chunks of one stream as they come. */
export interface ChunkJoin {
  /** True when something has its place in this chunk. */
  add(chunk: Placed): boolean;
  /** `pointer`: the place of what is not there. */
  end(pointer: string): JoinedChunks;
}

/**
 * Joins the chunks of a recorded stream: pieces of a call belong together by choice and by index; id and name come with the first.
 * The place of a call is the piece that names it, that of a text its first piece.
 */
export function openChunkJoin(dialect: ChatDialect): ChunkJoin {
  const choices = new Map<number, JoinedChoice>();
  const odd = new Set<string>();
  const joining: Joining = { choices, dialect, tell: (what) => odd.add(what) };
  return {
    add(chunk) {
      let isPlace = false;
      for (const [place, choice] of entriesOf(memberOf(chunk.value, 'choices'), { name: 'choices' }, joining.tell).entries()) {
        if (addChoice(joining, inside(chunk, `/choices/${place}`, choice))) isPlace = true;
      }
      return isPlace;
    },
    end(pointer) {
      const joined = [...choices.values()];
      return {
        choices: joined.map((choice) => toChoice(choice, pointer, dialect)),
        odd: [
          ...odd,
          ...(joined.some(hasNameless) ? ['tool call without a name'] : []),
          ...(joined.some((choice) => isContradicted(choice, dialect)) ? [contradictoryStream] : []),
        ],
      };
    },
  };
}

export function joinChunks(chunks: readonly Placed[], pointer: string, dialect: ChatDialect): JoinedChunks {
  const join = openChunkJoin(dialect);
  for (const chunk of chunks) join.add(chunk);
  return join.end(pointer);
}

function inside({ at, record }: Placed, path: string, value: JsonValue): Placed {
  return { value, at: (rest) => at(`${path}${rest}`), record };
}

const hasNameless = ({ calls }: JoinedChoice): boolean => calls.some((call) => call.tool === undefined);

/** A whole message at the end says once more what the pieces said. */
function isContradicted({ message, calls, content }: JoinedChoice, dialect: ChatDialect): boolean {
  if (!isJsonObject(message)) return false;
  const text = memberOf(message, 'content');
  if (typeof text === 'string' && text !== content.join('')) return true;
  const whole = memberOf(message, 'tool_calls') ?? [];
  const said = calls.flatMap((call) => toCall(call, dialect)).map(({ id, tool, payload }) => keyOf(id, tool, payload));
  const repeated = (isJsonArray(whole) ? whole : []).map((call) => {
    const called = memberOf(call, 'function');
    const value = memberOf(called, 'arguments');
    const payload: Payload =
      typeof value === 'string' ? { form: 'text', text: value, pointer: '' } : { form: 'value', value: value ?? {}, pointer: '' };
    return keyOf(idOf(call, 'id', dialect), stringMember(called, 'name'), payload);
  });
  return JSON.stringify(said) !== JSON.stringify(repeated);
}

const keyOf = (id: string | undefined, tool: string | undefined, payload: Payload): string =>
  JSON.stringify([id ?? null, tool ?? null, argumentKey(payload)]);

interface Joining {
  readonly choices: Map<number, JoinedChoice>;
  readonly dialect: ChatDialect;
  readonly tell: (what: string) => void;
}

/** True when the piece is the place of a call, or of the text. */
function addChoice({ choices, dialect, tell }: Joining, placed: Placed): boolean {
  const part = placed.value;
  const index = indexOf(part);
  let choice = choices.get(index);
  if (choice === undefined) {
    choice = {
      calls: [],
      latest: new Map(),
      content: [],
      contentPlace: undefined,
      isRefusal: false,
      stopReason: undefined,
      message: undefined,
    };
    choices.set(index, choice);
  }
  choice.message = memberOf(part, 'message') ?? choice.message;
  const delta = memberOf(part, 'delta');
  const content = stringMember(delta, 'content') ?? '';
  let isPlace = content !== '' && choice.contentPlace === undefined;
  if (isPlace) choice.contentPlace = inside(placed, '/delta/content', content);
  if (content !== '') choice.content.push(content);
  if ((stringMember(delta, 'refusal') ?? '') !== '') choice.isRefusal = true;
  choice.stopReason = stringMember(part, 'finish_reason') ?? choice.stopReason;
  const legacy = memberOf(delta, 'function_call');
  if (isJsonObject(legacy) && addCall(choice, 'function_call', legacyCall(placed, legacy), dialect)) isPlace = true;
  for (const [place, call] of entriesOf(memberOf(delta, 'tool_calls'), { name: 'tool_calls' }, tell).entries()) {
    const key = callKey(call, idOf(call, 'id', dialect), place);
    if (addCall(choice, key, inside(placed, `/delta/tool_calls/${place}`, call), dialect)) isPlace = true;
  }
  return isPlace;
}

/** The older form has one call without an id, and name and arguments directly inside it. */
function legacyCall({ at, record }: Placed, called: JsonValue): Placed {
  return { value: { function: called }, at: (path) => at(path.replace(/^\/function/, '/delta/function_call')), record };
}

function addCall({ calls, latest }: JoinedChoice, key: string, place: Placed, dialect: ChatDialect): boolean {
  const part = place.value;
  const called = memberOf(part, 'function');
  const id = idOf(part, 'id', dialect);
  let call = latest.get(key);
  // some gateways number every call 0: another id with a name of its own begins another call
  const isNext = call?.id !== undefined && id !== undefined && id !== call.id && stringMember(called, 'name') !== undefined;
  if (call === undefined || isNext) {
    call = { id: undefined, tool: undefined, place, text: undefined, values: [] };
    calls.push(call);
    latest.set(key, call);
  }
  call.id ??= id;
  const name = stringMember(called, 'name');
  const isNamed = name !== undefined && call.tool === undefined;
  if (isNamed) call.place = place;
  // clients join what comes in pieces; some gateways repeat the whole name instead
  if (name !== undefined && name !== call.tool) call.tool = `${call.tool ?? ''}${name}`;
  const piece = memberOf(called, 'arguments');
  if (typeof piece === 'string') {
    call.text ??= [];
    call.text.push(piece);
  } else if (piece !== undefined && piece !== null) call.values.push(piece);
  return isNamed;
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
  const contentPointer = joined.contentPlace?.at('') ?? pointer;
  return {
    calls: joined.calls.flatMap((call) => toCall(call, dialect)),
    content: content === '' ? { form: 'absent', pointer: contentPointer } : { form: 'text', text: content, pointer: contentPointer },
    isRefusal: joined.isRefusal,
    stopReason: joined.stopReason,
    record: joined.contentPlace?.record,
  };
}

/** Arguments are pieces of one text; some servers send them whole, as a value. */
function argumentsOf({ text, values }: JoinedCall, pointer: string): Payload {
  const [value, ...others] = values;
  if (value === undefined) return text === undefined ? { form: 'absent', pointer } : { form: 'text', text: text.join(''), pointer };
  if (others.length === 0 && (text === undefined || text.join('') === '')) return { form: 'value', value, pointer };
  return { form: 'opaque', reason: 'opaque', detail: 'the arguments come in pieces that are no text', pointer };
}

function toCall(call: JoinedCall, dialect: ChatDialect): readonly ChatCall[] {
  const {
    id,
    tool,
    place: { at, record },
  } = call;
  if (tool === undefined) return [];
  const payload = argumentsOf(call, at('/function/arguments'));
  const idPointer = id === undefined ? undefined : at('/id');
  return [{ id, idPointer, tool, toolPointer: at('/function/name'), payload, isIdOptional: isIdOptionalIn(dialect), record }];
}
