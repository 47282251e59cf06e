import { ExactNumber, isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from '../model/json.ts';

/**
 * The OpenAPI 3.0 subset that Gemini declares tools in, read as JSON Schema. Every keyword stays at its place, so that a
 * pointer into the converted schema is one into the original, but for snake_case words. Depth is limited before.
 */

const types: ReadonlyMap<string, string> = new Map(
  ['STRING', 'NUMBER', 'INTEGER', 'BOOLEAN', 'ARRAY', 'OBJECT', 'NULL'].map((name) => [name, name.toLowerCase()]),
);
const counts: ReadonlySet<string> = new Set([
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
  'minimum',
  'maximum',
]);
/** Says an order, or was turned into a type: no rule is left in them. */
const spent: ReadonlySet<string> = new Set(['propertyOrdering', 'nullable']);

/** Protocol buffers in JSON may say either; Gemini's Python kit writes these. */
const snakeCase: ReadonlyMap<string, string> = new Map([
  ['any_of', 'anyOf'],
  ['one_of', 'oneOf'],
  ['prefix_items', 'prefixItems'],
  ['min_items', 'minItems'],
  ['max_items', 'maxItems'],
  ['min_length', 'minLength'],
  ['max_length', 'maxLength'],
  ['min_properties', 'minProperties'],
  ['max_properties', 'maxProperties'],
  ['additional_properties', 'additionalProperties'],
  ['property_ordering', 'propertyOrdering'],
]);

function wordOf(written: string, schema: JsonObject): string {
  const word = snakeCase.get(written);
  return word === undefined || Object.hasOwn(schema, word) ? written : word;
}

/** int64 travels as text in Google's JSON. */
function readNumeral(value: JsonValue): JsonValue {
  if (typeof value !== 'string' || !/^-?(?:0|[1-9]\d*)(?:\.\d+)?$/.test(value)) return value;
  const number = Number(value);
  return String(number) === value ? number : new ExactNumber(value);
}

function convertType(value: JsonValue): JsonValue {
  return typeof value === 'string' ? (types.get(value) ?? value) : value;
}

function convertMap(value: JsonValue): JsonValue {
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(Object.keys(value).map((name) => [name, convert(member(value, name) ?? null)]));
}

function convertList(value: JsonValue): JsonValue {
  return isJsonArray(value) ? value.map(convert) : value;
}

function convertKeyword(keyword: string, value: JsonValue): JsonValue {
  if (counts.has(keyword)) return readNumeral(value);
  switch (keyword) {
    case 'type':
      return convertType(value);
    case 'properties':
    case '$defs':
      return convertMap(value);
    case 'anyOf':
    case 'oneOf':
    case 'prefixItems':
      return convertList(value);
    case 'items':
    case 'additionalProperties':
      return convert(value);
    default:
      return value;
  }
}

function isNumericType(type: JsonValue | undefined): boolean {
  return type === 'INTEGER' || type === 'NUMBER' || type === 'integer' || type === 'number';
}

/** `enum` is always text, also for integers: it lists numerals then. */
function convertEnum(values: JsonValue, schema: JsonObject): JsonValue {
  return isJsonArray(values) && isNumericType(member(schema, 'type')) ? values.map(readNumeral) : values;
}

function admitNull(keyword: string, value: JsonValue): JsonValue {
  if (keyword === 'type' && typeof value === 'string' && value !== 'null') return [value, 'null'];
  if (!isJsonArray(value)) return value;
  if (keyword === 'enum') return value.includes(null) ? value : [...value, null];
  return keyword === 'anyOf' || keyword === 'oneOf' ? [...value, { type: 'null' }] : value;
}

function convert(schema: JsonValue): JsonValue {
  if (!isJsonObject(schema)) return schema;
  const isNullable = member(schema, 'nullable') === true;
  const hasType = Object.hasOwn(schema, 'type');
  const entries: [string, JsonValue][] = [];
  for (const written of Object.keys(schema)) {
    const keyword = wordOf(written, schema);
    const value = member(schema, written);
    if (value === undefined || spent.has(keyword) || isEmptyWord(keyword, value)) continue;
    const converted = keyword === 'enum' ? convertEnum(value, schema) : convertKeyword(keyword, value);
    const admits = isNullable && (!hasType || keyword === 'type' || keyword === 'enum');
    entries.push([keyword, admits ? admitNull(keyword, converted) : converted]);
  }
  return Object.fromEntries(entries);
}

/** `format: enum` repeats that an enum follows; an unspecified type is none. */
function isEmptyWord(keyword: string, value: JsonValue): boolean {
  return (keyword === 'format' && value === 'enum') || (keyword === 'type' && value === 'TYPE_UNSPECIFIED');
}

export function fromOpenApiSubset(schema: JsonValue): JsonValue {
  return convert(schema);
}

export const normalisedBecause = 'normalised from the OpenAPI subset (upper-case types, nullable, numerals as text)';
