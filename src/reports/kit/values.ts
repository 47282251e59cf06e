import { printJson } from '../../json/print.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../model/json.ts';
import type { Look } from '../../model/look.ts';
import { maskOf } from './mask.ts';

/** Characters of a value shown on the terminal. */
const valueLimit = 60;

/** A recorded value on one line: its JSON, clipped with its length said, or the words of its mask. */
export function showRecorded(value: JsonValue, values: Look['values']): string {
  const mask = values === 'show' ? undefined : maskOf(value);
  return mask ?? printJson(value, valueLimit);
}

/** Kinds whose declaration is a name or a list of names: shown bare, as a person says it. */
const namedKinds: ReadonlySet<string> = new Set(['wrong-type', 'missing-field', 'number-form', 'wrong-format']);

/** What a declaration wants: `number`, `string or null`, `maximum 10`, everything else as JSON. */
export function showDeclared(value: JsonValue, kind: string): string {
  if (namedKinds.has(kind)) {
    if (typeof value === 'string') return value;
    if (isJsonArray(value)) return value.map((name) => (typeof name === 'string' ? name : printJson(name))).join(' or ');
  }
  const bound = boundOf(value);
  return bound === undefined ? printJson(value, valueLimit) : `${bound[0]} ${printJson(bound[1], valueLimit)}`;
}

/** `{"maximum": 10}`: a keyword that sets a bound, and the bound. */
function boundOf(value: JsonValue): [string, JsonValue] | undefined {
  if (!isJsonObject(value)) return undefined;
  const [only, ...rest] = Object.entries(value);
  return only !== undefined && rest.length === 0 && typeof only[1] === 'number' ? only : undefined;
}

/** A JSON Pointer as a person reads it: the empty one addresses the whole value. */
export function showPath(path: string): string {
  return path === '' ? '(whole value)' : showName(path);
}

/** A name as it is, in quotes where it could pass for more of the line than itself. */
export function showName(name: string): string {
  return name === '' || /\s{2}|[\p{Cc}"'·→└]|^\s|\s$/u.test(name) ? printJson(name) : name;
}

/** A pointer with array indices as `*`: the place of a fault in every item of a list. */
export function pathPattern(path: string): string {
  return path.replace(/\/\d+(?=\/|$)/g, '/*');
}
