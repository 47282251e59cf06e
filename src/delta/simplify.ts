import { equalityKey } from '../json/equal.ts';
import { isJsonObject, type JsonObject, type JsonValue, memberOf } from '../model/json.ts';

// Generators write one schema in several ways: `anyOf` of types or one list of types, `oneOf` of constants or one `enum`, an `allOf` around a single
// schema. Two declarations that differ in nothing else mean the same to everybody.

const annotations: ReadonlySet<string> = new Set(['title', 'description', 'default', 'examples', '$comment', 'deprecated']);
const without = (schema: JsonObject, name: string): JsonObject =>
  Object.fromEntries(Object.entries(schema).filter(([key]) => key !== name));

const known = new WeakMap<JsonObject, JsonObject>();

/** `allOf` of one schema, and nothing beside it but words, is that schema. The same object for the same schema: pairs are told apart by their objects. */
export function withoutSingle(schema: JsonObject): JsonObject {
  const all = memberOf(schema, 'allOf');
  const [only] = Array.isArray(all) && all.length === 1 ? all : [];
  if (only === undefined || !isJsonObject(only) || Object.hasOwn(only, '$id') || Object.hasOwn(only, '$ref')) return schema;
  const before = known.get(schema);
  if (before !== undefined) return before;
  const words = without(schema, 'allOf');
  const simple = Object.keys(words).every((key) => annotations.has(key)) ? { ...words, ...only } : schema;
  known.set(schema, simple);
  return simple;
}

/** Alternatives of nothing but types, or nothing but values, as one list of them; undefined for any other schema. */
export const withoutAlternatives = (schema: JsonObject): JsonObject | undefined =>
  withAlternatives(schema, 'anyOf') ?? withAlternatives(schema, 'oneOf');

function withAlternatives(schema: JsonObject, keyword: 'anyOf' | 'oneOf'): JsonObject | undefined {
  const branches = memberOf(schema, keyword);
  if (!Array.isArray(branches) || branches.length === 0) return undefined;
  const types = branches.flatMap(typesOf);
  if (!types.includes(undefined) && !Object.hasOwn(schema, 'type') && (keyword === 'anyOf' || areDisjoint(types)))
    return { ...without(schema, keyword), type: [...new Set(types.filter((type) => type !== undefined))] };
  const values = branches.flatMap(valuesOf);
  const isPlain = values.every((one) => one !== undefined) && !Object.hasOwn(schema, 'enum') && !Object.hasOwn(schema, 'const');
  const keys = new Set(values.map((one) => (one === undefined ? '' : equalityKey(one.value))));
  if (!isPlain || (keyword === 'oneOf' && keys.size < values.length)) return undefined;
  return { ...without(schema, keyword), enum: values.flatMap((one) => (one === undefined ? [] : [one.value])) };
}

/** A branch that says a type and nothing else. */
function typesOf(branch: JsonValue): readonly (string | undefined)[] {
  const type = isJsonObject(branch) && Object.keys(branch).length === 1 ? memberOf(branch, 'type') : undefined;
  const listed = Array.isArray(type) ? type : [type];
  return listed.length === 0 ? [undefined] : listed.map((one) => (typeof one === 'string' ? one : undefined));
}

/** One value may be both an integer and a number. */
const areDisjoint = (types: readonly (string | undefined)[]): boolean =>
  new Set(types).size === types.length && !(types.includes('integer') && types.includes('number'));

/** A branch that says which values, and nothing else. */
function valuesOf(branch: JsonValue): readonly ({ readonly value: JsonValue } | undefined)[] {
  if (!isJsonObject(branch) || Object.keys(branch).length !== 1) return [undefined];
  const constant = memberOf(branch, 'const');
  if (constant !== undefined) return [{ value: constant }];
  const values = memberOf(branch, 'enum');
  return Array.isArray(values) && values.length > 0 ? values.map((value) => ({ value })) : [undefined];
}
