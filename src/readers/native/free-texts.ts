import type { FreeText } from '../../model/event/base.ts';
import { isJsonArray, isJsonObject, type JsonValue, member } from '../../model/json.ts';
import type { NativeLine } from './line.ts';
import { isRedacted } from './redacted.ts';

/** The members of an error, or of a reason, that are prose; JSON-RPC, validators and policies use these words. */
const proseNames = ['message', 'msg', 'detail', 'details', 'data', 'text', 'description'] as const;

/** A kind of difference is a word; what is longer, or has other characters, is a text of its own. */
const isWord = (kind: string): boolean => /^[a-z][a-z0-9_.-]{0,39}$/i.test(kind);

/** Texts of one event that are looked at; a list of a million errors repeats itself. */
const mostTexts = 64;

/**
 * Errors and reasons in free words. Whether they repeat content can be told only by what the content is: they are handed on, and searched where a
 * payload store gives it. Undefined where there are none.
 */
export function freeTextsOf(line: NativeLine): readonly FreeText[] | undefined {
  const { error, errors, reason, reasons, delta } = line.event;
  if (error === undefined && errors === undefined && reason === undefined && reasons === undefined && delta === undefined) return undefined;
  const found: FreeText[] = [];
  const add = (text: JsonValue | undefined, path: string): void => {
    if (typeof text !== 'string' || text === '' || found.length >= mostTexts || isRedacted(line.event, path)) return;
    found.push({ text, pointer: `${line.prefix}/${path}` });
  };
  const addProse = (value: JsonValue | undefined, path: string): void => {
    add(value, path);
    if (isJsonObject(value)) for (const name of proseNames) add(member(value, name), `${path}/${name}`);
  };
  addProse(error, 'error');
  addProse(reason, 'reason');
  for (const [name, list] of [['errors', errors] as const, ['reasons', reasons] as const]) {
    for (const [path, entry] of entriesOf(list, name)) addProse(entry, path);
  }
  for (const [path, entry] of entriesOf(delta, 'delta')) {
    const kind = isJsonObject(entry) ? member(entry, 'kind') : undefined;
    if (typeof kind === 'string' && !isWord(kind)) add(kind, `${path}/kind`);
  }
  return found.length === 0 ? undefined : found;
}

const entriesOf = (list: JsonValue | undefined, name: string): readonly (readonly [string, JsonValue])[] => {
  if (!isJsonArray(list)) return list === undefined ? [] : [[name, list]];
  return list.slice(0, mostTexts).map((entry, index) => [`${name}/${index}`, entry]);
};
