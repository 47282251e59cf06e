import type { CallWrapper } from '../declare/declared.ts';
import { parseJson } from '../json/parse.ts';
import { appendToken, resolvePointer } from '../json/pointer.ts';
import { printJson } from '../json/print.ts';
import { isJsonArray, type JsonValue } from '../model/json.ts';
import type { Payload } from '../model/payload.ts';
import type { SourceRecord, TextDefect } from '../model/record.ts';

/** A call that stood in the arguments of another one. */
export interface InnerCall {
  readonly server: string | undefined;
  readonly tool: string;
  readonly toolPointer: string;
  readonly payload: Payload;
}

interface Reading {
  readonly value: JsonValue;
  readonly defects: readonly TextDefect[];
  /** A part of the arguments as the payload of its own. */
  payload(value: JsonValue, pointer: string): Payload;
  place(pointer: string): string;
}

/**
 * The calls in a wrapper's arguments. Undefined where the rule does not fit every one of them to the letter, or where a key is said twice outside of
 * the inner arguments, so that two readers would see two calls: then the wrapper's own call is judged as it stands.
 */
export function readInnerCalls(rule: CallWrapper, payload: Payload, record: SourceRecord): readonly InnerCall[] | undefined {
  const reading = read(payload, record);
  if (reading === undefined) return undefined;
  const items = itemsOf(rule, reading.value);
  const calls = items?.map((item) => readCall(rule, reading, item));
  if (calls === undefined || calls.length === 0) return undefined;
  const found = calls.filter((call) => call !== undefined);
  const inside = new Set((items ?? []).map(({ pointer }) => pointer + rule.arguments));
  return found.length === calls.length && reading.defects.every(({ pointer }) => isBelow(pointer, inside)) ? found : undefined;
}

const isHarmful = ({ kind }: TextDefect): boolean => kind !== 'rounded-number';

function read(payload: Payload, record: SourceRecord): Reading | undefined {
  if (payload.form === 'value') {
    const start = payload.pointer;
    const own = record.defects.filter((defect) => isHarmful(defect) && `${defect.pointer}/`.startsWith(`${start}/`));
    return {
      value: payload.value,
      defects: own.map((defect) => ({ ...defect, pointer: defect.pointer.slice(start.length) })),
      payload: (value, pointer) => partOf(value, start + pointer),
      place: (pointer) => start + pointer,
    };
  }
  const parsed = payload.form === 'text' ? parseJson(payload.text) : undefined;
  // a part of a text is written anew, and what its text gets wrong would be lost
  if (parsed?.ok !== true || parsed.defects.some(isHarmful)) return undefined;
  const { pointer: outer } = payload;
  return {
    value: parsed.value,
    defects: [],
    payload: (value) => (typeof value === 'string' ? partOf(value, outer) : { form: 'text', text: printJson(value), pointer: outer }),
    place: () => outer,
  };
}

/** Arguments that are a text inside JSON are JSON written as text, as everywhere. */
function partOf(value: JsonValue, pointer: string): Payload {
  return typeof value === 'string' ? { form: 'text', text: value, pointer } : { form: 'value', value, pointer };
}

interface Item {
  readonly value: JsonValue;
  readonly pointer: string;
}

function itemsOf(rule: CallWrapper, value: JsonValue): readonly Item[] | undefined {
  const { each } = rule;
  if (each === undefined) return [{ value, pointer: '' }];
  const list = resolvePointer(value, each);
  return isJsonArray(list) ? list.map((item, index) => ({ value: item, pointer: appendToken(each, index) })) : undefined;
}

function readCall(rule: CallWrapper, reading: Reading, { value, pointer }: Item): InnerCall | undefined {
  const spelled = resolvePointer(value, rule.name);
  const prefix = rule.strip ?? '';
  if (typeof spelled !== 'string' || !spelled.startsWith(prefix) || spelled.length === prefix.length) return undefined;
  const server = rule.server === undefined ? undefined : resolvePointer(value, rule.server);
  if (rule.server !== undefined && (typeof server !== 'string' || server === '')) return undefined;
  const inner = resolvePointer(value, rule.arguments);
  const at = pointer + rule.arguments;
  return {
    server: typeof server === 'string' ? server : undefined,
    tool: spelled.slice(prefix.length),
    toolPointer: reading.place(pointer + rule.name),
    payload: inner === undefined ? { form: 'absent', pointer: reading.place(at) } : reading.payload(inner, at),
  };
}

/** Whether a pointer leads strictly below one of the others. */
function isBelow(pointer: string, above: ReadonlySet<string>): boolean {
  for (let cut = pointer.lastIndexOf('/'); cut >= 0; cut = pointer.lastIndexOf('/', cut - 1)) {
    if (above.has(pointer.slice(0, cut))) return true;
    if (cut === 0) return false;
  }
  return false;
}
