import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from '../../../src/model/json.ts';
import type { Random } from './random.ts';
import { makeValue, pickName } from './schemas.ts';

/** A value that a schema's own words suggest: nearer to its edges than chance alone would come. */
export function makeValueFor(random: Random, schema: JsonValue, depth: number): JsonValue {
  if (!isJsonObject(schema) || depth <= 0 || random.chance(0.2)) return makeValue(random, depth);
  const fixed = member(schema, 'const');
  if (fixed !== undefined) return fixed;
  const listed = member(schema, 'enum');
  if (isJsonArray(listed)) return random.pick(listed.map((value) => [value] as const))[0];
  const branches = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not'].flatMap((word) => branchesOf(member(schema, word)));
  if (branches.length > 0 && random.chance(0.5))
    return makeValueFor(random, random.pick(branches.map((one) => [one] as const))[0], depth - 1);
  return looksLikeArray(schema) ? arrayFor(random, schema, depth) : scalarOrObject(random, schema, depth);
}

const branchesOf = (value: JsonValue | undefined): readonly JsonValue[] =>
  value === undefined ? [] : isJsonArray(value) ? value : [value];

const arrayWords = ['items', 'prefixItems', 'contains', 'unevaluatedItems', 'uniqueItems', 'minItems', 'maxItems', 'additionalItems'];
const objectWords = ['properties', 'patternProperties', 'additionalProperties', 'required', 'propertyNames', 'unevaluatedProperties'];
const looksLikeArray = (schema: JsonObject): boolean => arrayWords.some((word) => Object.hasOwn(schema, word));

function arrayFor(random: Random, schema: JsonObject, depth: number): JsonValue {
  const items = ['prefixItems', 'items', 'contains'].flatMap((word) => branchesOf(member(schema, word)));
  return Array.from({ length: random.below(4) }, (_, index) => {
    const wanted = items[index] ?? items.at(-1) ?? true;
    return makeValueFor(random, random.chance(0.7) ? wanted : true, depth - 1);
  });
}

function scalarOrObject(random: Random, schema: JsonObject, depth: number): JsonValue {
  if (!objectWords.some((word) => Object.hasOwn(schema, word))) return makeValue(random, depth);
  const properties = member(schema, 'properties');
  const declared = isJsonObject(properties) ? Object.entries(properties) : [];
  const required = branchesOf(member(schema, 'required')).filter((name) => typeof name === 'string');
  const names = [...required, ...declared.map(([name]) => name), pickName(random)].filter(() => random.chance(0.7));
  return Object.fromEntries(
    names.map((name) => [name, makeValueFor(random, isJsonObject(properties) ? (member(properties, name) ?? true) : true, depth - 1)]),
  );
}
