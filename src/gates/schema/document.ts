import type { DeclarationProblem, DialectName } from '../../model/declaration.ts';
import { type JsonValue, stringMember } from '../../model/json.ts';
import type { SchemaResources, SchemaSource } from '../gates.ts';
import { type Dialect, findDialect, standardDialect } from './dialect.ts';
import { indexDocument } from './indexing.ts';
import { findLoops } from './loops.ts';
import type { IndexedDocument, SchemaNode } from './node.ts';
import { resolveReferences, type SchemaIndex } from './references.ts';

/** A schema with its dialect, its locations and its references resolved. */
export interface SchemaDocument {
  readonly root: JsonValue;
  /** Undefined when `$schema` names a dialect that is not supported. */
  readonly dialect: { readonly name: DialectName; readonly because: string } | undefined;
  /** unsupported-dialect, unresolved-ref, external-ref, ref-loop: all blocking. */
  readonly problems: readonly DeclarationProblem[];
  /** The rules of the root; undefined exactly where `dialect` is. */
  readonly rules: Dialect | undefined;
  readonly rootNode: SchemaNode | undefined;
  readonly index: SchemaIndex;
}

interface Chosen {
  readonly dialect: Dialect | undefined;
  readonly because: string;
}

function chooseDialect(schema: JsonValue, source: SchemaSource, resources: SchemaResources): Chosen {
  const named = stringMember(schema, '$schema');
  if (named !== undefined) {
    const found = findDialect(named, resources);
    return found.kind === 'known' ? { dialect: found.dialect, because: `$schema ${named}` } : { dialect: undefined, because: found.detail };
  }
  if (source.dialect !== undefined) return { dialect: standardDialect(source.dialect.name), because: source.dialect.because };
  return { dialect: standardDialect('2020-12'), because: 'no $schema; 2020-12 is the default' };
}

/**
 * Reads a schema: which dialect, where its subschemas are, where its references lead. Never throws and fetches nothing.
 * Whether the schema is valid by its meta-schema is judged elsewhere.
 */
export function openSchema(schema: JsonValue, source: SchemaSource, resources: SchemaResources): SchemaDocument {
  const { dialect, because } = chooseDialect(schema, source, resources);
  if (dialect === undefined) {
    const recorded = stringMember(schema, '$schema') ?? null;
    const problem: DeclarationProblem = { fault: 'unsupported-dialect', pointer: '/$schema', detail: because, recorded, isBlocking: true };
    const index: SchemaIndex = { documents: [], isDynamic: false };
    return { root: schema, dialect: undefined, problems: [problem], rules: undefined, rootNode: undefined, index };
  }
  const main = indexDocument({ root: schema, uri: '', dialect, via: undefined }, resources);
  const { index, problems } = resolveReferences(main.document, resources);
  return {
    root: schema,
    dialect: { name: dialect.name, because },
    problems: [...main.problems, ...problems, ...findLoops(index)],
    rules: dialect,
    rootNode: main.document.locations.get(''),
    index,
  };
}

/** Visits every schema location of the root document (not of the documents it refers to), parents first. */
export function eachSubschema(document: SchemaDocument, visit: (schema: JsonValue, pointer: string, dialect: DialectName) => void): void {
  for (const node of document.index.documents[0]?.locations.values() ?? []) visit(node.schema, node.pointer, node.resource.dialect.name);
}

/** Documents beyond the root document that its references reach, the built-in meta-schemas included. */
export function referencedDocuments(document: SchemaDocument): readonly IndexedDocument[] {
  return document.index.documents.slice(1);
}

/** Whether a schema, or one it reaches, nests too deep to be walked. */
export function isTooDeep(document: SchemaDocument): boolean {
  return document.index.documents.some((one) => one.isTooDeep);
}

/** Whether any location of the schema or of what it reaches is read under rules other than the root's. */
export function isMixedDialect(document: SchemaDocument): boolean {
  return document.index.documents.some(({ resources }) => resources.some(({ dialect }) => dialect !== document.rules));
}
