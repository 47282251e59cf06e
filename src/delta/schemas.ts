import { equalityKey, isEqual } from '../json/equal.ts';
import type { DeclarationDifference } from '../model/declaration.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { depthLimit } from '../model/record.ts';
import { compareKeywords } from './keywords.ts';
import { definitionsOf, isAmbiguous, unfold } from './references.ts';
import {
  differenceOf,
  isSubstantive,
  openVisited,
  pass,
  probe,
  type SchemaPair,
  type SchemaRole,
  type SchemaWalk,
  tell,
} from './schema-walk.ts';
import { isShared } from './shared.ts';
import { withoutAlternatives, withoutSingle } from './simplify.ts';

/** Schemas visited at most: references can unfold into more than anyone will read. */
const visitLimit = 50_000;

export interface ComparedAt {
  readonly pointer: string;
  readonly role: SchemaRole;
  readonly notation?: SchemaWalk['notation'] | undefined;
}

/**
 * Differences between two schemas that are not equal, each with its effect on the side the schema stands on. Sound, and
 * not complete: where none is breaking or undecidable, the values of the narrower side are values of the wider one.
 */
export function compareSchemas(before: JsonValue, after: JsonValue, at: ComparedAt): readonly DeclarationDifference[] {
  const walk: SchemaWalk = {
    role: at.role,
    notation: at.notation ?? 'json-schema',
    beforeRoot: before,
    afterRoot: after,
    rootPointer: at.pointer,
    found: [],
    visited: openVisited(),
    isUndirected: false,
    isToldApart: !isShared(before) && !isShared(after),
    budget: { left: visitLimit },
    reached: new Set(),
  };
  if (isAmbiguous(before) || isAmbiguous(after))
    tell(walk, at.pointer, 'unknown', 'schemas inside have ids of their own: where references lead is not followed');
  compareNodes(walk, { before, after, pointer: at.pointer, depth: 0 });
  compareDefinitions(walk);
  const isTooLarge = walk.budget.left < 0;
  const changes = isTooLarge
    ? [
        ...walk.found,
        { pointer: at.pointer, change: 'unknown', what: `too large to compare whole: more than ${visitLimit} subschemas` } as const,
      ]
    : walk.found;
  return changes.map((change) => differenceOf(at.role, change));
}

function compareNodes(walk: SchemaWalk, pair: SchemaPair): void {
  if (typeof pair.before === 'boolean' && pair.before === pair.after) return;
  walk.budget.left -= 1;
  if (walk.budget.left < 0) return;
  if (pair.depth > depthLimit) {
    tell(walk, pair.pointer, 'unknown', `not compared deeper than ${depthLimit} levels`);
    return;
  }
  const before = asObject(pair.before);
  const after = asObject(pair.after);
  if (before === false || after === false) {
    compareImpossible(walk, pair.pointer, { before: pair.before, after: pair.after });
    return;
  }
  if (before === undefined || after === undefined) {
    if (!isEqual(pair.before, pair.after)) tell(walk, pair.pointer, 'unknown', 'not a schema', { before: pair.before, after: pair.after });
    return;
  }
  const objects = { before, after, pointer: pair.pointer, depth: pair.depth };
  if (!compareAsLists(walk, objects)) compareReferred(walk, objects);
}

/** Alternatives of types or values against a list of them: where they come to the same, nothing changed. */
function compareAsLists(walk: SchemaWalk, { before, after, ...at }: ObjectPair): boolean {
  const old = withoutAlternatives(before);
  const now = withoutAlternatives(after);
  if (old === undefined && now === undefined) return false;
  const changes = probe(walk, { before: old ?? before, after: now ?? after, ...at }, compareReferredNodes);
  if (changes.some(isSubstantive)) return false;
  pass(walk, changes);
  return true;
}

const compareReferredNodes = (walk: SchemaWalk, { before, after, pointer, depth }: SchemaPair): void => {
  if (isJsonObject(before) && isJsonObject(after)) compareReferred(walk, { before, after, pointer, depth });
};

/** One object for every `true`: pairs are told apart by their objects. */
const anything: JsonObject = Object.freeze({});

/** `true` is the empty schema; `false` stays what it is; undefined is no schema at all. */
function asObject(schema: JsonValue): JsonObject | false | undefined {
  if (schema === true) return anything;
  if (schema === false) return false;
  return isJsonObject(schema) ? withoutSingle(schema) : undefined;
}

function compareImpossible(walk: SchemaWalk, pointer: string, sides: { readonly before: JsonValue; readonly after: JsonValue }): void {
  if (sides.before === sides.after) return;
  if (sides.after === false) tell(walk, pointer, 'narrower', 'no value is valid here any more', sides);
  else tell(walk, pointer, 'wider', 'values are allowed here now; before, none was', sides);
}

interface ObjectPair {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly pointer: string;
  readonly depth: number;
}

/** Schemas behind local references are compared in place of the references: where a definition stands is no difference. */
function compareReferred(walk: SchemaWalk, pair: ObjectPair): void {
  const before = unfold(walk.beforeRoot, pair.before, walk.reached);
  const after = unfold(walk.afterRoot, pair.after, walk.reached);
  const pointer = after.pointer === undefined ? pair.pointer : `${walk.rootPointer}${after.pointer}`;
  if (before.node === pair.before && after.node === pair.after) {
    compareOnce(walk, pair);
    return;
  }
  const old = asObject(before.node);
  const now = asObject(after.node);
  if (old === undefined || now === undefined) {
    tell(walk, pair.pointer, 'unknown', 'a reference leads to something that is no schema');
    return;
  }
  if (old === false || now === false) {
    compareImpossible(walk, pair.pointer, { before: before.node, after: after.node });
    return;
  }
  compareOnce(walk, { before: old, after: now, pointer, depth: pair.depth });
}

function compareOnce(walk: SchemaWalk, pair: ObjectPair): void {
  if (walk.visited.has(pair.before, pair.after)) return;
  walk.visited.add(pair.before, pair.after);
  compareKeywords(walk, pair, compareNodes);
}

/** Definitions that nothing leads to judge no value; a model reads their words all the same. */
function compareDefinitions(walk: SchemaWalk): void {
  const before = definitionsOf(walk.beforeRoot);
  const after = definitionsOf(walk.afterRoot);
  const unread = [...after].filter(([, schema]) => !walk.reached.has(schema));
  if (unread.length === 0) return;
  const known = new Set([...before.values()].map(equalityKey));
  for (const [place, schema] of unread) {
    if (known.has(equalityKey(schema))) continue;
    const old = before.get(place);
    const pointer = `${walk.rootPointer}${place}`;
    const changes = old === undefined ? [] : probe(walk, { before: old, after: schema, pointer, depth: 1 }, compareNodes);
    const words = changes.filter(({ change }) => change === 'text');
    pass(walk, words);
    if (old === undefined || words.length === 0 || changes.some(isSubstantive))
      tell(walk, pointer, 'text', `definition that nothing leads to ${old === undefined ? 'added' : 'changed'}`, {
        before: old,
        after: schema,
      });
  }
}
