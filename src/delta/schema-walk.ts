import type { DeclarationDifference, DeclarationEffect } from '../model/declaration.ts';
import type { JsonObject, JsonValue } from '../model/json.ts';

/** Whose side a schema is on: arguments are written by callers, results are read by readers. */
export type SchemaRole = 'input' | 'output';

/**
 * What a change does to the set of valid values. `replaced`: some are lost and some are gained. `unknown`: the rules
 * do not say. `text`: the set stays, words about it change. `harmless`: the set stays. `narrower-undeclared` and
 * `wider-undeclared`: only for values with a field that an open object does not declare, which nobody who keeps to the
 * declaration sends. `meaningless`: accepted as before, and not understood any more.
 */
export type SetChange =
  | 'narrower'
  | 'wider'
  | 'replaced'
  | 'unknown'
  | 'text'
  | 'harmless'
  | 'narrower-undeclared'
  | 'wider-undeclared'
  | 'meaningless';

/** One change on its way to a difference. */
export interface SchemaChange {
  readonly pointer: string;
  readonly change: SetChange;
  readonly what: string;
  readonly before?: JsonValue | undefined;
  readonly after?: JsonValue | undefined;
}

/** Pairs compared already: schemas refer to themselves, and what they lead to is compared once. */
export interface Visited {
  has(before: JsonObject, after: JsonObject): boolean;
  add(before: JsonObject, after: JsonObject): void;
}

/** On top of what was visited before, if that is given: what is added here is forgotten with it. */
export function openVisited(under?: Visited): Visited {
  const partners = new WeakMap<JsonObject, Set<JsonObject>>();
  return {
    has: (before, after) => partners.get(before)?.has(after) === true || under?.has(before, after) === true,
    add(before, after) {
      const known = partners.get(before) ?? new Set<JsonObject>();
      partners.set(before, known.add(after));
    },
  };
}

/** One comparison of two schemas on its way down. */
export interface SchemaWalk {
  readonly role: SchemaRole;
  readonly notation: 'json-schema' | 'openapi-subset';
  readonly beforeRoot: JsonValue;
  readonly afterRoot: JsonValue;
  /** Pointer of the schemas' root in the Tool object. */
  readonly rootPointer: string;
  readonly found: SchemaChange[];
  readonly visited: Visited;
  /** Where narrower and wider may change sides, any change at all is one too many: nothing inside needs more care. */
  readonly isUndirected: boolean;
  /** Whether what an object does not declare can be told from its one schema. */
  readonly isToldApart: boolean;
  /** Schemas that may still be visited, here and in every walk inside this one. */
  readonly budget: { left: number };
  /** Schemas that a reference leads to. */
  readonly reached: Set<JsonValue>;
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

/** Both sides' values, where there is one to show. */
export interface Sides {
  readonly before?: JsonValue | undefined;
  readonly after?: JsonValue | undefined;
}

export function tell(walk: SchemaWalk, pointer: string, change: SetChange, what: string, sides: Sides = {}): void {
  pass(walk, [{ pointer, change, what, ...sides }]);
}

/** Hands changes on. What is too much to list is said, or a breaking change could hide behind a thousand harmless ones. */
export function pass(walk: SchemaWalk, changes: readonly SchemaChange[]): void {
  for (const change of changes) {
    if (walk.found.length > findingLimit) return;
    if (walk.found.length < findingLimit) walk.found.push(change);
    else walk.found.push({ pointer: walk.rootPointer, change: 'unknown', what: `more than ${findingLimit} differences` });
  }
}

/** Changes below a pair on their own: what was compared elsewhere is compared again, because here it may mean something else. */
export function probe(walk: SchemaWalk, pair: SchemaPair, descend: Descend): readonly SchemaChange[] {
  const inner: SchemaWalk = { ...walk, found: [], visited: openVisited(), isUndirected: true };
  descend(inner, pair);
  return inner.found;
}

/** Changes below a pair that may turn out not to be one. */
export function attempt(walk: SchemaWalk, pair: SchemaPair, descend: Descend): readonly SchemaChange[] {
  const inner: SchemaWalk = { ...walk, found: [], visited: openVisited(walk.visited) };
  descend(inner, pair);
  return inner.found;
}

export const isSubstantive = ({ change }: SchemaChange): boolean => change !== 'text' && change !== 'harmless';

/** A place where narrower and wider may change sides: nothing but an unchanged set can be told. */
export function compareUndecided(walk: SchemaWalk, pair: SchemaPair, descend: Descend, why: string): void {
  if (walk.isUndirected) {
    descend(walk, pair);
    return;
  }
  const changes = probe(walk, pair, descend);
  pass(
    walk,
    changes.filter((change) => !isSubstantive(change)),
  );
  const first = changes.find(isSubstantive);
  if (first !== undefined) tell(walk, pair.pointer, 'unknown', `${why} (${first.what})`, { before: pair.before, after: pair.after });
}

/** Whether a change leaves every value of the narrower side a value of the wider one. */
export function isFine(walk: SchemaWalk, { change }: SchemaChange): boolean {
  const effect = effectOf(walk.role, change);
  return effect === 'compatible' || effect === 'description';
}

function effectOf(role: SchemaRole, change: SetChange): DeclarationEffect {
  switch (change) {
    case 'text':
      return 'description';
    case 'unknown':
      return 'undecidable';
    case 'harmless':
    case 'narrower-undeclared':
    case 'wider-undeclared':
      return 'compatible';
    case 'meaningless':
    case 'replaced':
      return role === 'input' ? 'breaking-for-callers' : 'breaking-for-readers';
    case 'narrower':
      return role === 'input' ? 'breaking-for-callers' : 'compatible';
    case 'wider':
      return role === 'input' ? 'compatible' : 'breaking-for-readers';
  }
}

export function differenceOf(role: SchemaRole, { pointer, change, what, before, after }: SchemaChange): DeclarationDifference {
  return {
    pointer,
    what,
    effect: effectOf(role, change),
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
  };
}
