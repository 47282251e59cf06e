import { equalityKey } from '../json/equal.ts';
import { appendToken } from '../json/pointer.ts';
import { printJson } from '../json/print.ts';
import { isJsonArray, type JsonObject, type JsonValue, member } from '../model/json.ts';
import { type KeywordPair, type SchemaWalk, tell } from './schema-walk.ts';

const allTypes: readonly string[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** `type` and `nullable` together say which types are allowed; their order says nothing. */
export function compareTypes(walk: SchemaWalk, pair: KeywordPair): void {
  const before = typesOf(pair.before);
  const after = typesOf(pair.after);
  const pointer = appendToken(pair.pointer, 'type');
  if (before === undefined || after === undefined) {
    tell(walk, pointer, 'unknown', 'type is not a name or a list of names');
    return;
  }
  const lost = [...before].filter((name) => !allows(after, name));
  const gained = [...after].filter((name) => !allows(before, name));
  tellSets(walk, pointer, { noun: 'type', lost, gained });
}

function allows(types: ReadonlySet<string>, name: string): boolean {
  return types.has(name) || (name === 'integer' && types.has('number'));
}

/** Google's notation writes the same names in capitals. */
function typesOf(schema: JsonObject): ReadonlySet<string> | undefined {
  const type = member(schema, 'type');
  if (type === undefined) return new Set(allTypes);
  const names = isJsonArray(type) ? type : [type];
  const types = new Set<string>();
  for (const name of names) {
    if (typeof name !== 'string') return undefined;
    types.add(name === name.toUpperCase() ? name.toLowerCase() : name);
  }
  if (member(schema, 'nullable') === true) types.add('null');
  return types;
}

/** `enum` and `const` are one set of values; their order says nothing. */
export function compareValues(walk: SchemaWalk, pair: KeywordPair): void {
  const before = valuesOf(pair.before);
  const after = valuesOf(pair.after);
  if (before === undefined && after === undefined) return;
  const pointer = appendToken(pair.pointer, Object.hasOwn(after === undefined ? pair.before : pair.after, 'const') ? 'const' : 'enum');
  if (before === undefined) {
    tell(walk, pointer, 'narrower', `only ${printValues(after)} allowed now`);
    return;
  }
  if (after === undefined) {
    tell(walk, pointer, 'wider', 'the list of values was removed');
    return;
  }
  const lost = [...before].filter(([key]) => !after.has(key)).map(([, value]) => printJson(value, 40));
  const gained = [...after].filter(([key]) => !before.has(key)).map(([, value]) => printJson(value, 40));
  tellSets(walk, pointer, { noun: 'value', lost, gained });
}

function valuesOf(schema: JsonObject): ReadonlyMap<string, JsonValue> | undefined {
  const only = member(schema, 'const');
  const list = member(schema, 'enum');
  if (only !== undefined) return new Map([[equalityKey(only), only]]);
  return isJsonArray(list) ? new Map(list.map((value) => [equalityKey(value), value])) : undefined;
}

function printValues(values: ReadonlyMap<string, JsonValue> | undefined): string {
  return printJson([...(values?.values() ?? [])], 80);
}

interface SetDifference {
  readonly noun: string;
  readonly lost: readonly string[];
  readonly gained: readonly string[];
}

function tellSets(walk: SchemaWalk, pointer: string, { noun, lost, gained }: SetDifference): void {
  if (lost.length === 0 && gained.length === 0) return;
  const change = gained.length === 0 ? 'narrower' : lost.length === 0 ? 'wider' : 'replaced';
  tell(
    walk,
    pointer,
    change,
    [listWords(`${noun} no longer allowed`, lost), listWords(`${noun} allowed now`, gained)].filter((part) => part !== '').join('; '),
  );
}

/** Some names are enough for a person; the rest are counted. */
function listWords(lead: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const shown = [...names].sort().slice(0, 8).join(', ');
  return `${lead}: ${shown}${names.length > 8 ? ` and ${names.length - 8} more` : ''}`;
}
