import { isInteger } from '../../json/decimal.ts';
import { equalityKey, isEqual } from '../../json/equal.ts';
import { ExactNumber, isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from '../../model/json.ts';
import { activeMember, type Dialect } from '../schema/dialect.ts';
import { childList, childMap, childOf, type SchemaNode } from '../schema/node.ts';
import {
  type ArrayFacts,
  type Facts,
  type InPlaceFacts,
  type Literals,
  type NumberFacts,
  type NumberValue,
  type ObjectFacts,
  type TextFacts,
  type TypeName,
  typeNames,
} from './facts.ts';

/** Reads one schema's keywords; remembers the first that is malformed. */
class KeywordReader {
  readonly node: SchemaNode;
  readonly dialect: Dialect;
  readonly schema: JsonObject;
  malformed: string | undefined;

  constructor(node: SchemaNode, schema: JsonObject) {
    this.node = node;
    this.dialect = node.resource.dialect;
    this.schema = schema;
    this.malformed = undefined;
  }
  get(keyword: string): JsonValue | undefined {
    return activeMember(this.dialect, this.schema, keyword);
  }
  refuse(keyword: string): undefined {
    this.malformed ??= keyword;
    return undefined;
  }
  number(keyword: string): NumberValue | undefined {
    const value = this.get(keyword);
    if (value === undefined) return undefined;
    return typeof value === 'number' || value instanceof ExactNumber ? value : this.refuse(keyword);
  }
  count(keyword: string): NumberValue | undefined {
    const value = this.number(keyword);
    return value === undefined || isInteger(value) ? value : this.refuse(keyword);
  }
  text(keyword: string): string | undefined {
    const value = this.get(keyword);
    return value === undefined || typeof value === 'string' ? value : this.refuse(keyword);
  }
  flag(keyword: string): boolean {
    const value = this.get(keyword);
    if (value !== undefined && typeof value !== 'boolean') this.refuse(keyword);
    return value === true;
  }
  names(keyword: string, value: JsonValue | undefined = this.get(keyword)): readonly string[] {
    if (value === undefined) return [];
    const names = isJsonArray(value) ? value.filter((name) => typeof name === 'string') : [];
    if (!isJsonArray(value) || names.length !== value.length) this.refuse(keyword);
    return names;
  }
  has(...keywords: readonly string[]): boolean {
    return keywords.some((keyword) => this.get(keyword) !== undefined);
  }
  /** A keyword of subschemas whose value has another shape has no children. */
  checkShape(keyword: string, kind: 'one' | 'list' | 'map'): void {
    if (this.has(keyword) && this.node.children.get(keyword)?.kind !== kind) this.refuse(keyword);
  }
}

function isTypeName(value: JsonValue): value is TypeName {
  return typeof value === 'string' && typeNames.some((name) => name === value);
}

function readTypes(read: KeywordReader): readonly TypeName[] | undefined {
  const value = read.get('type');
  if (value === undefined) return undefined;
  const list = isJsonArray(value) ? value : [value];
  const names = list.filter(isTypeName);
  return names.length === list.length ? names : read.refuse('type');
}

/** Above this many values equality is looked up by key instead of tried one by one. */
const keyedFrom = 16;

function readLiterals(read: KeywordReader): Literals | undefined {
  const constant = read.get('const');
  const listed = readEnum(read);
  if (constant === undefined) return listed;
  // Beside an enum that lacks it, a const leaves nothing.
  const values = listed === undefined || listed.has(constant) ? [constant] : [];
  return { keyword: 'const', values, has: (value) => values.length > 0 && isEqual(constant, value) };
}

function readEnum(read: KeywordReader): Literals | undefined {
  const values = read.get('enum');
  if (values === undefined) return undefined;
  if (!isJsonArray(values)) return read.refuse('enum');
  if (values.length < keyedFrom) return { keyword: 'enum', values, has: (value) => values.some((one) => isEqual(one, value)) };
  const keys = new Set(values.map(equalityKey));
  return { keyword: 'enum', values, has: (value) => keys.has(equalityKey(value)) };
}

function readNumberFacts(read: KeywordReader): NumberFacts | undefined {
  if (!read.has('minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf')) return undefined;
  const minimum = read.number('minimum');
  const maximum = read.number('maximum');
  const multipleOf = read.number('multipleOf');
  if (read.dialect.name !== 'draft-04') {
    const exclusiveMinimum = read.number('exclusiveMinimum');
    return { minimum, maximum, exclusiveMinimum, exclusiveMaximum: read.number('exclusiveMaximum'), multipleOf };
  }
  const isAbove = read.flag('exclusiveMinimum');
  const isBelow = read.flag('exclusiveMaximum');
  return {
    minimum: isAbove ? undefined : minimum,
    maximum: isBelow ? undefined : maximum,
    exclusiveMinimum: isAbove ? minimum : undefined,
    exclusiveMaximum: isBelow ? maximum : undefined,
    multipleOf,
  };
}

function readTextFacts(read: KeywordReader): TextFacts | undefined {
  if (!read.has('minLength', 'maxLength', 'pattern')) return undefined;
  return { minLength: read.count('minLength'), maxLength: read.count('maxLength'), pattern: read.text('pattern') };
}

function readArrayFacts(read: KeywordReader): ArrayFacts | undefined {
  const { node, dialect } = read;
  if (!read.has('items', 'prefixItems', 'contains', 'minItems', 'maxItems', 'uniqueItems')) return undefined;
  if (node.children.get('items')?.kind !== 'list') read.checkShape('items', 'one');
  read.checkShape('prefixItems', 'list');
  const tuple = childList(node, 'items');
  const isTuple = tuple !== undefined;
  return {
    minItems: read.count('minItems'),
    maxItems: read.count('maxItems'),
    isUnique: read.flag('uniqueItems'),
    prefix: tuple ?? childList(node, 'prefixItems') ?? [],
    rest: childOf(node, isTuple ? 'additionalItems' : 'items'),
    restKeyword: isTuple ? 'additionalItems' : 'items',
    contains: childOf(node, 'contains'),
    minContains: read.count('minContains') ?? 1,
    maxContains: read.count('maxContains'),
    isContainsMarking: dialect.name === '2020-12',
  };
}

const objectKeywords: readonly string[] = [
  'required',
  'properties',
  'patternProperties',
  'additionalProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'dependentRequired',
  'dependencies',
];

function readObjectFacts(read: KeywordReader): ObjectFacts | undefined {
  const { node } = read;
  const unevaluated = childOf(node, 'unevaluatedProperties');
  if (unevaluated === undefined && !read.has(...objectKeywords)) return undefined;
  read.checkShape('properties', 'map');
  read.checkShape('patternProperties', 'map');
  const required = read.names('required');
  const additional = childOf(node, 'additionalProperties');
  return {
    node,
    required,
    requiredNames: new Set(required),
    minProperties: read.count('minProperties'),
    maxProperties: read.count('maxProperties'),
    properties: childMap(node, 'properties') ?? new Map(),
    patterns: [...(childMap(node, 'patternProperties') ?? [])],
    additional,
    names: childOf(node, 'propertyNames'),
    dependentRequired: [...readDependentNames(read, 'dependentRequired'), ...readDependentNames(read, 'dependencies')],
    isExplicitlyOpen: isOpen(additional) || isOpen(unevaluated),
  };
}

function isOpen(node: SchemaNode | undefined): boolean {
  return node !== undefined && node.schema !== false;
}

function readDependentNames(read: KeywordReader, keyword: string): ObjectFacts['dependentRequired'] {
  const value = read.get(keyword);
  if (value === undefined) return [];
  if (!isJsonObject(value)) {
    read.refuse(keyword);
    return [];
  }
  const entries = Object.keys(value).map((name) => ({ name, list: member(value, name), keyword }));
  return entries
    .filter(({ list }) => keyword === 'dependentRequired' || isJsonArray(list))
    .map(({ name, list }) => ({ name, required: read.names(keyword, list ?? null), keyword }));
}

function readInPlaceFacts(read: KeywordReader): InPlaceFacts | undefined {
  if (!read.has('allOf', 'anyOf', 'oneOf', 'not', 'if', 'dependentSchemas', 'dependencies')) return undefined;
  const { node } = read;
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) read.checkShape(keyword, 'list');
  const dependents = ['dependentSchemas', 'dependencies'].flatMap((keyword) =>
    [...(childMap(node, keyword) ?? [])].map(([name, child]) => ({ name, node: child, keyword })),
  );
  return {
    allOf: childList(node, 'allOf') ?? [],
    anyOf: childList(node, 'anyOf'),
    oneOf: childList(node, 'oneOf'),
    not: childOf(node, 'not'),
    condition: childOf(node, 'if'),
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: childOf(node, 'then'),
    else: childOf(node, 'else'),
    dependents,
  };
}

/** Reads every keyword of a schema location by the rules of its dialect. */
export function readFacts(node: SchemaNode): Facts {
  const schema = isJsonObject(node.schema) ? node.schema : {};
  const read = new KeywordReader(node, schema);
  const { links } = node;
  const facts = {
    node,
    dialect: read.dialect.name,
    alone: read.dialect.isRefAlone ? links.ref : undefined,
    types: readTypes(read),
    literals: readLiterals(read),
    number: readNumberFacts(read),
    text: readTextFacts(read),
    format: read.text('format'),
    isFormatAsserted: read.dialect.isFormatAsserted,
    array: readArrayFacts(read),
    object: readObjectFacts(read),
    hasReferences: links.ref !== undefined || links.recursive !== undefined || links.dynamic !== undefined,
    inPlace: readInPlaceFacts(read),
    unevaluatedItems: childOf(node, 'unevaluatedItems'),
    unevaluatedProperties: childOf(node, 'unevaluatedProperties'),
  };
  return { ...facts, malformed: isJsonObject(node.schema) ? read.malformed : 'schema' };
}
