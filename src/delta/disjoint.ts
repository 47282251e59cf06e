import { equalityKey } from '../json/equal.ts';
import { isJsonArray, isJsonObject, type JsonArray, type JsonObject, type JsonValue, member } from '../model/json.ts';
import { unfold } from './references.ts';
import { isOfType, typesOf, valuesOf } from './value-sets.ts';

/** More alternatives than these are not compared with each other. */
const pairLimit = 64;

/** Whether it can be seen that no value satisfies two of the schemas: by their types, their values, or a telling property. */
export function areDisjoint(schemas: JsonArray, root: JsonValue): boolean {
  if (schemas.length > pairLimit) return false;
  const seen = schemas.map((schema) => (isJsonObject(schema) ? unfold(root, schema, new Set()).node : schema));
  return seen.every((one, index) => seen.slice(index + 1).every((other) => isApart(root, one, other)));
}

function isApart(root: JsonValue, one: JsonValue, other: JsonValue): boolean {
  if (one === false || other === false) return true;
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  return haveNoType(one, other) || haveNoValue(one, other) || haveTelltale(root, one, other);
}

function haveNoType(one: JsonObject, other: JsonObject): boolean {
  const [left, right] = [typesOf(one, 'json-schema'), typesOf(other, 'json-schema')];
  if (left === undefined || right === undefined) return false;
  const names = (types: ReadonlySet<string>): Set<string> => new Set([...types].map((name) => (name === 'integer' ? 'number' : name)));
  const mine = names(left);
  return [...names(right)].every((name) => !mine.has(name));
}

function haveNoValue(one: JsonObject, other: JsonObject): boolean {
  const [left, right] = [valuesOf(one), valuesOf(other)];
  return left !== undefined && right !== undefined && [...left.keys()].every((key) => !right.has(key));
}

/** A property with other values on each side, which at least one side requires; both are about objects. */
function haveTelltale(root: JsonValue, one: JsonObject, other: JsonObject): boolean {
  if (!isOfType(one, 'object') || !isOfType(other, 'object')) return false;
  const [left, right] = [member(one, 'properties'), member(other, 'properties')];
  if (!isJsonObject(left) || !isJsonObject(right)) return false;
  return Object.keys(left).some((name) => {
    if (!isRequired(one, name) && !isRequired(other, name)) return false;
    const [mine, yours] = [member(left, name), member(right, name)].map((schema) =>
      isJsonObject(schema) ? unfold(root, schema, new Set()).node : schema,
    );
    return isJsonObject(mine) && isJsonObject(yours) && haveNoValue(mine, yours);
  });
}

function isRequired(schema: JsonObject, name: string): boolean {
  const required = member(schema, 'required');
  return isJsonArray(required) && required.some((one) => equalityKey(one) === equalityKey(name));
}
