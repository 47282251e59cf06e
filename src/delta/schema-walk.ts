import { resolvePointer } from '../json/pointer.ts';
import type { DeclarationDifference, DeclarationEffect } from '../model/declaration.ts';
import { type JsonObject, type JsonValue, stringMember } from '../model/json.ts';

/** Whose side a schema is on: arguments are written by callers, results are read by readers. */
export type SchemaRole = 'input' | 'output';

/**
 * What a change does to the set of valid values. `replaced`: some are lost and some are gained. `unknown`: the rules
 * do not say. `text`: the set stays, words about it change. `harmless`: the set stays.
 */
export type SetChange = 'narrower' | 'wider' | 'replaced' | 'unknown' | 'text' | 'harmless';

/** One comparison of two schemas on its way down. */
export interface SchemaWalk {
  readonly role: SchemaRole;
  readonly beforeRoot: JsonValue;
  readonly afterRoot: JsonValue;
  /** Pointer of the schemas' root in the Tool object. */
  readonly rootPointer: string;
  readonly found: DeclarationDifference[];
  /** Pairs compared already: schemas refer to themselves. */
  readonly visited: Map<JsonObject, Set<JsonObject>>;
  /** Schemas that may still be visited. */
  budget: number;
}

export interface SchemaPair {
  readonly before: JsonValue;
  readonly after: JsonValue;
  /** Where the later schema stands. */
  readonly pointer: string;
  readonly depth: number;
}

/** Two object schemas whose keywords are compared one by one. */
export interface KeywordPair {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly pointer: string;
  readonly depth: number;
}

/** Compares two subschemas; handed to the keyword rules so that they can go deeper. */
export type Descend = (walk: SchemaWalk, pair: SchemaPair) => void;

const findingLimit = 1_000;

export function tell(walk: SchemaWalk, pointer: string, change: SetChange, what: string): void {
  tellEffect(walk, pointer, effectOf(walk.role, change), what);
}

export function tellEffect(walk: SchemaWalk, pointer: string, effect: DeclarationEffect, what: string): void {
  if (walk.found.length < findingLimit) walk.found.push({ pointer, what, effect });
}

function effectOf(role: SchemaRole, change: SetChange): DeclarationEffect {
  if (change === 'text') return 'description';
  if (change === 'unknown') return 'undecidable';
  if (change === 'harmless') return 'compatible';
  if (role === 'input') return change === 'wider' ? 'compatible' : 'breaking-for-callers';
  return change === 'narrower' ? 'compatible' : 'breaking-for-readers';
}

/** The schema a local reference leads to, and where it stands. Undefined for anything that is not plainly local. */
export function followReference(root: JsonValue, schema: JsonObject): { readonly node: JsonValue; readonly pointer: string } | undefined {
  const reference = stringMember(schema, '$ref');
  if (reference === undefined || (reference !== '#' && !reference.startsWith('#/')) || reference.includes('%')) return undefined;
  const pointer = reference.slice(1);
  const node = resolvePointer(root, pointer);
  return node === undefined ? undefined : { node, pointer };
}
