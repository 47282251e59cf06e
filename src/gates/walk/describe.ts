import { printJson } from '../../json/print.ts';
import { isJsonObject, type JsonValue, jsonTypeOf, stringMember } from '../../model/json.ts';
import type { SchemaNode } from '../schema/node.ts';
import { factsOf, type TypeName } from './facts.ts';

/** References and compositions are looked through this far: a description, not a verdict. */
const lookLimit = 8;

const knownTypes = new WeakMap<SchemaNode, { readonly types: readonly TypeName[] | undefined }>();

/** The types a schema can accept as far as it says so; undefined when it says nothing. */
export function typesOf(node: SchemaNode, depth: number = 0): readonly TypeName[] | undefined {
  if (!isJsonObject(node.schema) || depth > lookLimit) return undefined;
  // Remembered, for shared references would make the question exponential.
  const known = knownTypes.get(node);
  if (known !== undefined) return known.types;
  const types = readTypesOf(node, depth);
  knownTypes.set(node, { types });
  return types;
}

function readTypesOf(node: SchemaNode, depth: number): readonly TypeName[] | undefined {
  const facts = factsOf(node);
  if (facts.alone !== undefined) return typesOf(facts.alone, depth + 1);
  if (facts.literals !== undefined) return unique(facts.literals.values.map(typeNameOf));
  if (facts.types !== undefined) return facts.types;
  for (const part of partsOf(node)) {
    const types = typesOf(part, depth + 1);
    if (types !== undefined) return types;
  }
  const branches = facts.inPlace?.anyOf ?? facts.inPlace?.oneOf;
  if (branches === undefined || branches.length > 64) return undefined;
  const each = branches.map((branch) => typesOf(branch, depth + 1));
  return each.some((types) => types === undefined) ? undefined : unique(each.flatMap((types) => types ?? []));
}

function unique(types: readonly TypeName[]): readonly TypeName[] {
  return [...new Set(types)];
}

/** A literal's type: `integer` is no type of a text, so a number is a number. */
function typeNameOf(value: JsonValue): TypeName {
  return jsonTypeOf(value);
}

/** The types as a delta declares them: one name, or a list. */
export function describeTypes(node: SchemaNode): JsonValue | undefined {
  const types = typesOf(node);
  return types?.length === 1 ? types[0] : types;
}

const knownProperties = new WeakMap<SchemaNode, ReadonlyMap<string, SchemaNode>>();
const noProperties: ReadonlyMap<string, SchemaNode> = new Map();

/** The properties a schema names, looked for through references and allOf; the first to name one counts. */
export function propertiesOf(node: SchemaNode, depth: number = 0): ReadonlyMap<string, SchemaNode> {
  if (!isJsonObject(node.schema) || depth > lookLimit) return noProperties;
  const known = knownProperties.get(node);
  if (known !== undefined) return known;
  const facts = factsOf(node);
  const parts = facts.alone === undefined ? partsOf(node) : [facts.alone];
  const found = new Map(facts.alone === undefined ? facts.object?.properties : []);
  for (const part of parts) {
    for (const [name, property] of propertiesOf(part, depth + 1)) if (!found.has(name)) found.set(name, property);
  }
  knownProperties.set(node, found);
  return found;
}

function partsOf(node: SchemaNode): readonly SchemaNode[] {
  const { ref } = node.links;
  const parts = factsOf(node).inPlace?.allOf ?? [];
  return ref === undefined ? parts : [ref, ...parts];
}

/** The values a schema restricts itself to by const or enum, looked for through references. */
export function literalsOf(node: SchemaNode, depth: number = 0): readonly JsonValue[] | undefined {
  if (!isJsonObject(node.schema) || depth > lookLimit) return undefined;
  const facts = factsOf(node);
  if (facts.alone !== undefined) return literalsOf(facts.alone, depth + 1);
  if (facts.literals !== undefined) return facts.literals.values;
  for (const part of partsOf(node).slice(0, 4)) {
    const found = literalsOf(part, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A name by which a reader finds an alternative: its title, its definition's name, its tag, or its number. */
export function labelOf(node: SchemaNode, index: number): string {
  const title = stringMember(node.schema, 'title') ?? stringMember(node.links.ref?.schema, 'title');
  if (title !== undefined) return title;
  const name = node.links.ref?.pointer.split('/').at(-1);
  if (name !== undefined && name !== '') return name;
  for (const [property, schema] of propertiesOf(node)) {
    const literals = literalsOf(schema);
    if (literals?.length === 1) return `${property} ${printJson(literals[0] ?? null, 40)}`;
  }
  return `alternative ${index}`;
}
