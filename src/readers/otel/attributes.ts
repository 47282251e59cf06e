import { parseJson } from '../../json/parse.ts';
import { appendToken } from '../../json/pointer.ts';
import { ExactNumber, isJsonArray, isJsonObject, type JsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { PointerTo } from '../kit/pair.ts';
import { spreadNested } from './nested.ts';

/** An attribute of a span. */
export interface Attribute {
  readonly value: JsonValue;
  readonly pointer: string;
  /** True when the value stands in the record as it is: pointers lead inside it. */
  readonly isVerbatim: boolean;
}
export type Attributes = ReadonlyMap<string, Attribute>;

/** The value of an attribute with the way inside it, read from its text where it is the text of a JSON value. */
export interface Structured {
  readonly value: JsonValue;
  readonly at: PointerTo;
}

/**
 * The attributes at a place: OTLP's list of `{key, value: {stringValue}}`, Jaeger's list of `{key, type, value}`, or a plain map.
 * A key that is said twice keeps its first value, as in OTLP "the behavior of software that receives duplicated keys can be unpredictable".
 */
export function attributesAt(found: JsonValue | undefined, pointer: string): Attributes {
  const attributes = new Map<string, Attribute>();
  if (isJsonArray(found)) for (const [index, entry] of found.entries()) addEntry(attributes, entry, `${pointer}/${index}`);
  else if (isJsonObject(found)) {
    for (const [key, value] of Object.entries(found)) attributes.set(key, { value, pointer: appendToken(pointer, key), isVerbatim: true });
  }
  spreadNested(attributes, structuredOf);
  return attributes;
}

function addEntry(attributes: Map<string, Attribute>, entry: JsonValue, pointer: string): void {
  const key = stringMember(entry, 'key');
  const value = memberOf(entry, 'value');
  if (key === undefined || value === undefined || attributes.has(key)) return;
  if (!isJsonObject(value)) {
    attributes.set(key, { value, pointer: `${pointer}/value`, isVerbatim: true });
    return;
  }
  const read = anyValue(value, 0);
  const isText = typeof read === 'string' && stringMember(value, 'stringValue') !== undefined;
  if (read !== undefined)
    attributes.set(key, { value: read, pointer: `${pointer}/value${isText ? '/stringValue' : ''}`, isVerbatim: isText });
}

/** Levels of lists and maps that an attribute's value may have. */
const deepest = 64;

/** OTLP's AnyValue as JSON; undefined for what is none, nests too deep or says a key twice. Inside another one, an empty one is null. */
function anyValue(any: JsonValue, depth: number): JsonValue | undefined {
  if (!isJsonObject(any) || depth > deepest) return undefined;
  const [entry, ...others] = Object.entries(any);
  if (entry === undefined) return depth > 0 ? null : undefined;
  if (others.length > 0) return undefined;
  const [kind, value] = entry;
  switch (kind) {
    case 'stringValue':
    case 'bytesValue':
    case 'boolValue':
    case 'doubleValue':
      return value;
    case 'intValue':
      return integer(value);
    case 'arrayValue':
      return listOf(valuesOf(value), depth);
    case 'kvlistValue':
      return mapOf(valuesOf(value), depth);
    default:
      return undefined;
  }
}

/** A value that is no attribute: OTLP's AnyValue, read from its text where that is the text of a JSON value. */
export function anyValueAt(value: JsonValue, pointer: string): Structured | undefined {
  const read = anyValue(value, 0);
  return read === undefined ? undefined : structuredOf({ value: read, pointer, isVerbatim: false });
}

/** 64-bit integers are written as text (protocol buffers' JSON form). */
function integer(value: JsonValue): JsonValue | undefined {
  if (typeof value !== 'string') return typeof value === 'number' || value instanceof ExactNumber ? value : undefined;
  const parsed = /^-?\d{1,20}$/.test(value) ? parseJson(value) : undefined;
  return parsed?.ok === true ? parsed.value : undefined;
}

function valuesOf(value: JsonValue): JsonArray {
  const values = memberOf(value, 'values');
  return isJsonArray(values) ? values : [];
}

function listOf(values: JsonArray, depth: number): JsonValue | undefined {
  const read = values.map((value) => anyValue(value, depth + 1)).filter((value) => value !== undefined);
  return read.length === values.length ? read : undefined;
}

function mapOf(values: JsonArray, depth: number): JsonValue | undefined {
  const entries = new Map<string, JsonValue>();
  for (const entry of values) {
    const key = stringMember(entry, 'key');
    const read = anyValue(memberOf(entry, 'value') ?? {}, depth + 1);
    if (key === undefined || read === undefined || entries.has(key)) return undefined;
    entries.set(key, read);
  }
  return Object.fromEntries(entries);
}

/** Undefined where the text of an attribute is no JSON, or nests deeper than anything here is read. */
export function structuredOf({ value, pointer, isVerbatim }: Attribute): Structured | undefined {
  if (typeof value !== 'string') return { value, at: isVerbatim ? (path) => `${pointer}${path}` : () => pointer };
  const parsed = parseJson(value);
  return parsed.ok && !parsed.isDeep ? { value: parsed.value, at: () => pointer } : undefined;
}

/** A member that is there; null means absent. */
export function memberAt({ value: holder, at }: Structured, name: string): Structured | undefined {
  const value = memberOf(holder, name);
  return value === undefined || value === null ? undefined : { value, at: (path) => at(`/${name}${path}`) };
}

/** The text of the first of these attributes that is one. */
export function textOf(attributes: Attributes, ...names: readonly string[]): string | undefined {
  return textAt(attributes, ...names)?.text;
}

export function textAt(
  attributes: Attributes,
  ...names: readonly string[]
): { readonly text: string; readonly pointer: string } | undefined {
  for (const name of names) {
    const found = attributes.get(name);
    if (typeof found?.value === 'string') return { text: found.value, pointer: found.pointer };
  }
  return undefined;
}
