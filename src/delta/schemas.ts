import { isEqual } from '../json/equal.ts';
import type { DeclarationDifference } from '../model/declaration.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '../model/json.ts';
import { depthLimit } from '../model/record.ts';
import { compareKeywords } from './keywords.ts';
import { followReference, type SchemaPair, type SchemaRole, type SchemaWalk, tell } from './schema-walk.ts';

/** Schemas visited at most: references can unfold into more than anyone will read. */
const visitLimit = 50_000;
/** References that lead straight to references. */
const hopLimit = 32;

/** Differences between two schemas that are not equal, each with its effect on the side the schema stands on. */
export function compareSchemas(
  before: JsonValue,
  after: JsonValue,
  at: { readonly pointer: string; readonly role: SchemaRole },
): readonly DeclarationDifference[] {
  const walk: SchemaWalk = {
    role: at.role,
    beforeRoot: before,
    afterRoot: after,
    rootPointer: at.pointer,
    found: [],
    visited: new Map(),
    budget: visitLimit,
  };
  compareNodes(walk, { before, after, pointer: at.pointer, depth: 0 });
  if (walk.budget < 0) tell(walk, at.pointer, 'unknown', `too large to compare whole: more than ${visitLimit} subschemas`);
  return walk.found;
}

function compareNodes(walk: SchemaWalk, pair: SchemaPair): void {
  if (typeof pair.before === 'boolean' && pair.before === pair.after) return;
  walk.budget -= 1;
  if (walk.budget < 0) return;
  if (pair.depth > depthLimit) {
    if (!isEqual(pair.before, pair.after)) tell(walk, pair.pointer, 'unknown', `differs deeper than ${depthLimit} levels`);
    return;
  }
  const before = asObject(pair.before);
  const after = asObject(pair.after);
  if (before === false || after === false) {
    compareImpossible(walk, pair.pointer, before === false, after === false);
    return;
  }
  if (before === undefined || after === undefined) {
    if (!isEqual(pair.before, pair.after)) tell(walk, pair.pointer, 'unknown', 'not a schema');
    return;
  }
  compareReferred(walk, { before, after, pointer: pair.pointer, depth: pair.depth });
}

/** `true` is the empty schema; `false` stays what it is; undefined is no schema at all. */
function asObject(schema: JsonValue): JsonObject | false | undefined {
  if (schema === true) return {};
  if (schema === false) return false;
  return isJsonObject(schema) ? schema : undefined;
}

function compareImpossible(walk: SchemaWalk, pointer: string, wasImpossible: boolean, isImpossible: boolean): void {
  if (wasImpossible && isImpossible) return;
  if (isImpossible) tell(walk, pointer, 'narrower', 'no value is valid here any more');
  else tell(walk, pointer, 'wider', 'values are allowed here now; before, none was');
}

interface ObjectPair {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly pointer: string;
  readonly depth: number;
}

/** Schemas behind local references are compared in place of the references: where a definition stands is no difference. */
function compareReferred(walk: SchemaWalk, pair: ObjectPair): void {
  const before = unfold(walk.beforeRoot, pair.before);
  const after = unfold(walk.afterRoot, pair.after);
  const isMoved = before.schema !== pair.before || after.schema !== pair.after;
  const pointer = after.pointer === undefined ? pair.pointer : `${walk.rootPointer}${after.pointer}`;
  if (!isMoved) {
    compareOnce(walk, pair);
    return;
  }
  const old = asObject(before.schema);
  const now = asObject(after.schema);
  if (old === undefined || now === undefined) {
    tell(walk, pair.pointer, 'unknown', 'a reference leads to something that is no schema');
    return;
  }
  if (old === false || now === false) {
    compareImpossible(walk, pair.pointer, old === false, now === false);
    return;
  }
  compareOnce(walk, { before: old, after: now, pointer, depth: pair.depth });
}

/** Follows references that stand alone or beside words only; others are left to the keyword rules. */
function unfold(root: JsonValue, schema: JsonObject): { readonly schema: JsonValue; readonly pointer: string | undefined } {
  let node: JsonValue = schema;
  let pointer: string | undefined;
  for (let hop = 0; hop < hopLimit && isJsonObject(node) && isPlainReference(node); hop += 1) {
    const target = followReference(root, node);
    if (target === undefined) break;
    node = target.node;
    pointer = target.pointer;
  }
  return { schema: node, pointer };
}

const besideReference: ReadonlySet<string> = new Set([
  '$ref',
  'title',
  'description',
  '$comment',
  '$defs',
  'definitions',
  '$schema',
  '$id',
  'default',
  'examples',
]);

function isPlainReference(schema: JsonObject): boolean {
  return Object.hasOwn(schema, '$ref') && Object.keys(schema).every((name) => besideReference.has(name));
}

function compareOnce(walk: SchemaWalk, pair: ObjectPair): void {
  const partners = walk.visited.get(pair.before) ?? new Set<JsonObject>();
  if (partners.has(pair.after)) return;
  partners.add(pair.after);
  walk.visited.set(pair.before, partners);
  compareKeywords(walk, pair, compareNodes);
}
