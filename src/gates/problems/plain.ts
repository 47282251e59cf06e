import type { DialectName } from '../../model/declaration.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts';

// Nearly every tool's schema uses the same few keywords in the same ways. This look answers for those without asking the
// meta-schema, which a single call would wait for; whatever it does not know, it leaves to the meta-schema.

/** Deeper schemas are left to the walk, which has a limit of its own. */
const levels = 64;

const typeNames: ReadonlySet<JsonValue> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);
type Check = (value: JsonValue, depth: number) => boolean;

const isText: Check = (value) => typeof value === 'string';
const isFlag: Check = (value) => typeof value === 'boolean';
const isNumber: Check = (value) => typeof value === 'number';
const isCount: Check = (value) => typeof value === 'number' && Number.isInteger(value) && value >= 0;
const isAnything: Check = () => true;
const isSubschema: Check = (value, depth) => typeof value === 'boolean' || (isJsonObject(value) && isPlain(value, depth + 1));
const isSchemaMap: Check = (value, depth) =>
  isJsonObject(value) && Object.keys(value).every((name) => isSubschema(value[name] ?? null, depth));
const isSchemaList: Check = (value, depth) => isJsonArray(value) && value.length > 0 && value.every((item) => isSubschema(item, depth));
const areUnique = (values: readonly JsonValue[]): boolean => new Set(values).size === values.length;
const isNameList: Check = (value) => isJsonArray(value) && value.every((name) => typeof name === 'string') && areUnique(value);
const isType: Check = (value) =>
  typeNames.has(value) || (isJsonArray(value) && value.length > 0 && value.every((name) => typeNames.has(name)) && areUnique(value));
const isLiteralList: Check = (value) =>
  isJsonArray(value) && value.length > 0 && value.every((item) => item === null || typeof item !== 'object') && areUnique(value);

/** Keywords that draft-06 to 2020-12 agree on, as their meta-schemas describe them. */
const checks: ReadonlyMap<string, Check> = new Map<string, Check>([
  ...['title', 'description', 'format', 'pattern', '$ref'].map((word) => [word, isText] as const),
  ...['default', 'const'].map((word) => [word, isAnything] as const),
  ...['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'].map((word) => [word, isNumber] as const),
  ...['minLength', 'maxLength', 'minItems', 'maxItems', 'minProperties', 'maxProperties'].map((word) => [word, isCount] as const),
  ...['properties', '$defs', 'definitions'].map((word) => [word, isSchemaMap] as const),
  ...['additionalProperties', 'items', 'not'].map((word) => [word, isSubschema] as const),
  ...['allOf', 'anyOf', 'oneOf'].map((word) => [word, isSchemaList] as const),
  ['multipleOf', (value) => typeof value === 'number' && value > 0],
  ['uniqueItems', isFlag],
  ['required', isNameList],
  ['type', isType],
  ['enum', isLiteralList],
]);

function isPlain(schema: JsonObject, depth: number): boolean {
  if (depth > levels) return false;
  return Object.keys(schema).every((word) => {
    if (word === '$schema') return depth === 0 && typeof schema[word] === 'string';
    const check = checks.get(word);
    return check?.(schema[word] ?? null, depth) === true;
  });
}

/** True only for schemas that the meta-schema of their dialect accepts; false says nothing. */
export function isPlainlyValid(schema: JsonValue, dialect: DialectName): boolean {
  if (dialect === 'draft-04') return false; // other bounds, no boolean schemas, no empty `required`
  return typeof schema === 'boolean' || (isJsonObject(schema) && isPlain(schema, 0));
}
