import { isInteger } from '../json/decimal.ts';
import { equalityKey } from '../json/equal.ts';
import { appendToken } from '../json/pointer.ts';
import { printJson } from '../json/print.ts';
import { isJsonArray, type JsonObject, type JsonValue, jsonTypeOf, member } from '../model/json.ts';
import { type KeywordPair, type SchemaWalk, type Sides, tell } from './schema-walk.ts';

const allTypes: readonly string[] = ['array', 'boolean', 'integer', 'null', 'number', 'object', 'string'];

/** `type` (in Google's notation with `nullable`) says which types are allowed; the order of its names says nothing. */
export function compareTypes(walk: SchemaWalk, pair: KeywordPair): void {
  const before = typesOf(pair.before, walk.notation);
  const after = typesOf(pair.after, walk.notation);
  const pointer = appendToken(pair.pointer, 'type');
  const sides = { before: member(pair.before, 'type'), after: member(pair.after, 'type') };
  if (before === undefined || after === undefined) {
    tell(walk, pointer, 'unknown', 'type is not a name or a list of names', sides);
    return;
  }
  if (walk.notation === 'openapi-subset' && (sides.before === undefined || sides.after === undefined)) compareBareNull(walk, pair);
  const lost = [...effective(pair.before, before)].filter((name) => !allows(after, name));
  const gained = [...effective(pair.after, after)].filter((name) => !allows(before, name));
  tellSets(walk, pointer, { noun: 'type', lost, gained, sides });
}

/** Without a type, `nullable` adds null to whatever else the schema says. */
function compareBareNull(walk: SchemaWalk, pair: KeywordPair): void {
  const sides = { before: member(pair.before, 'nullable'), after: member(pair.after, 'nullable') };
  if ((sides.before === true) !== (sides.after === true))
    tell(walk, appendToken(pair.pointer, 'nullable'), 'unknown', 'nullable changed beside no type', sides);
}

function allows(types: ReadonlySet<string>, name: string): boolean {
  return types.has(name) || (name === 'integer' && types.has('number'));
}

/** Of a schema that lists its values, the types that are really among them. */
function effective(schema: JsonObject, types: ReadonlySet<string>): ReadonlySet<string> {
  const values = valuesOf(schema);
  if (values === undefined) return types;
  return new Set([...values.values()].map(typeName).filter((name) => allows(types, name)));
}

function typeName(value: JsonValue): string {
  return typeof value === 'number' && isInteger(value) ? 'integer' : jsonTypeOf(value);
}

/** Google's notation writes the same names in capitals. */
export function typesOf(schema: JsonObject, notation: SchemaWalk['notation']): ReadonlySet<string> | undefined {
  const type = member(schema, 'type');
  if (type === undefined) return new Set(allTypes);
  const names = isJsonArray(type) ? type : [type];
  const types = new Set<string>();
  for (const name of names) {
    if (typeof name !== 'string') return undefined;
    types.add(notation === 'openapi-subset' && name === name.toUpperCase() ? name.toLowerCase() : name);
  }
  if (notation === 'openapi-subset' && member(schema, 'nullable') === true) types.add('null');
  return types;
}

export function isOfType(schema: JsonObject, name: string): boolean {
  const types = typesOf(schema, 'json-schema');
  return types?.size === 1 && types.has(name);
}

/** `enum` and `const` are one set of values; their order says nothing. */
export function compareValues(walk: SchemaWalk, pair: KeywordPair): void {
  const before = valuesOf(pair.before);
  const after = valuesOf(pair.after);
  if (before === undefined && after === undefined) return;
  const keyword = Object.hasOwn(after === undefined ? pair.before : pair.after, 'const') ? 'const' : 'enum';
  const pointer = appendToken(pair.pointer, keyword);
  const sides = { before: listed(pair.before), after: listed(pair.after) };
  if (before === undefined) {
    tell(walk, pointer, 'narrower', `only ${printValues(after)} allowed now`, sides);
    return;
  }
  if (after === undefined) {
    tell(walk, pointer, 'wider', 'the list of values was removed', sides);
    return;
  }
  const lost = [...before].filter(([key]) => !after.has(key)).map(([, value]) => printJson(value, 40));
  const gained = [...after].filter(([key]) => !before.has(key)).map(([, value]) => printJson(value, 40));
  tellSets(walk, pointer, { noun: 'value', lost, gained, sides });
}

const listed = (schema: JsonObject): JsonValue | undefined => member(schema, 'const') ?? member(schema, 'enum');

export function valuesOf(schema: JsonObject): ReadonlyMap<string, JsonValue> | undefined {
  const only = member(schema, 'const');
  const list = member(schema, 'enum');
  const values = isJsonArray(list) ? new Map(list.map((value) => [equalityKey(value), value])) : undefined;
  if (only === undefined) return values;
  const key = equalityKey(only);
  return values === undefined || values.has(key) ? new Map([[key, only]]) : new Map();
}

function printValues(values: ReadonlyMap<string, JsonValue> | undefined): string {
  return printJson([...(values?.values() ?? [])], 80);
}

interface SetDifference {
  readonly noun: string;
  readonly lost: readonly string[];
  readonly gained: readonly string[];
  readonly sides: Sides;
}

function tellSets(walk: SchemaWalk, pointer: string, { noun, lost, gained, sides }: SetDifference): void {
  if (lost.length === 0 && gained.length === 0) return;
  const change = gained.length === 0 ? 'narrower' : lost.length === 0 ? 'wider' : 'replaced';
  const parts = [listWords(`${noun} no longer allowed`, lost), listWords(`${noun} allowed now`, gained)];
  tell(walk, pointer, change, parts.filter((part) => part !== '').join('; '), sides);
}

/** Some names are enough for a person; the rest are counted. */
function listWords(lead: string, names: readonly string[]): string {
  if (names.length === 0) return '';
  const shown = [...names].sort().slice(0, 8).join(', ');
  return `${lead}: ${shown}${names.length > 8 ? ` and ${names.length - 8} more` : ''}`;
}
