import { isEqual } from '../json/equal.ts';
import { appendToken } from '../json/pointer.ts';
import { printJson } from '../json/print.ts';
import { isJsonObject, type JsonObject, type JsonValue, member } from '../model/json.ts';
import { compareAlternatives, compareWrapped } from './alternatives.ts';
import { appliedKeywords, compareApplied } from './applied.ts';
import { boundKeywords, compareBounds, compareCounts, compareMultiple, countKeywords } from './bounds.ts';
import { compareItems, itemKeywords } from './items.ts';
import { compareMembers, memberKeywords } from './members.ts';
import { followReference } from './references.ts';
import { type Descend, isSubstantive, type KeywordPair, pass, probe, type SchemaWalk, tell } from './schema-walk.ts';
import { compareTypes, compareValues } from './value-sets.ts';
import { isWord } from './words.ts';

/** Compared where they are referred to, or together with other keywords. */
const elsewhere: ReadonlySet<string> = new Set([
  ...['$defs', 'definitions', 'type', 'enum', 'const', '$ref'],
  ...boundKeywords,
  ...countKeywords,
  ...itemKeywords,
  ...memberKeywords,
  ...appliedKeywords,
]);
const alternatives = ['allOf', 'anyOf', 'oneOf'] as const;
const names: ReadonlySet<string> = new Set(['$id', 'id', '$anchor', 'propertyOrdering']);
const dynamic: ReadonlySet<string> = new Set(['$dynamicRef', '$recursiveRef']);

/** Compares two object schemas keyword by keyword: every keyword is a condition of its own, or is compared with those it speaks to. */
export function compareKeywords(walk: SchemaWalk, pair: KeywordPair, descend: Descend): void {
  if (!walk.isUndirected && (dependsOnAll(pair.before) || dependsOnAll(pair.after))) {
    compareWhole(walk, pair, descend);
    return;
  }
  compareEach(walk, pair, descend);
}

function compareEach(walk: SchemaWalk, pair: KeywordPair, descend: Descend): void {
  if (compareWrapped(walk, pair, descend)) return;
  compareTypes(walk, pair);
  compareValues(walk, pair);
  compareBounds(walk, pair);
  compareCounts(walk, pair);
  compareMembers(walk, pair, descend);
  compareItems(walk, pair, descend);
  compareApplied(walk, pair, descend);
  compareReferences(walk, pair, descend);
  for (const keyword of alternatives) compareAlternatives(walk, pair, keyword, descend);
  for (const keyword of new Set([...Object.keys(pair.before), ...Object.keys(pair.after)])) {
    const isRead = elsewhere.has(keyword) || alternatives.some((name) => name === keyword);
    if (!isRead && !(keyword === 'nullable' && walk.notation === 'openapi-subset')) compareKeyword(walk, pair, keyword);
  }
}

const inPlace = ['allOf', 'anyOf', 'oneOf', 'if', 'dependentSchemas', '$ref', '$dynamicRef', '$recursiveRef', 'contains'] as const;

/** What "unevaluated" leaves over depends on every keyword beside it that looks into the same value. */
function dependsOnAll(schema: JsonObject): boolean {
  const hasRest = ['unevaluatedProperties', 'unevaluatedItems'].some((name) => (member(schema, name) ?? true) !== true);
  return hasRest && inPlace.some((name) => Object.hasOwn(schema, name));
}

function compareWhole(walk: SchemaWalk, pair: KeywordPair, descend: Descend): void {
  const changes = probe(walk, pair, (inner) => compareEach(inner, pair, descend));
  pass(walk, changes);
  const first = changes.find(isSubstantive);
  if (first === undefined) return;
  tell(walk, pair.pointer, 'unknown', `what is left unevaluated here depends on the change at ${first.pointer}`);
}

function verbOf(before: JsonValue | undefined, after: JsonValue | undefined): string {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

function compareKeyword(walk: SchemaWalk, pair: KeywordPair, keyword: string): void {
  const before = member(pair.before, keyword);
  const after = member(pair.after, keyword);
  const pointer = appendToken(pair.pointer, keyword);
  if (dynamic.has(keyword)) {
    tell(walk, pointer, 'unknown', 'a dynamic reference is not followed', { before, after });
    return;
  }
  if (before !== undefined && after !== undefined && isEqual(before, after)) return;
  const sides = { before, after };
  const shown = `${keyword} ${verbOf(before, after)}: ${printJson(after ?? before ?? null, 60)}`;
  if (isWord(keyword)) tell(walk, pointer, 'text', `${keyword} ${verbOf(before, after)}`, sides);
  else if (keyword === 'multipleOf') compareMultiple(walk, pointer, sides);
  else if (keyword === 'uniqueItems') compareUnique(walk, pointer, sides);
  else if (names.has(keyword)) tell(walk, pointer, 'harmless', shown, sides);
  else if (keyword === 'default') tell(walk, pointer, 'unknown', `${shown}; what is left out may mean something else`, sides);
  else if (keyword === 'pattern' || keyword === 'format') comparePatterns(walk, { pointer, keyword, shown }, sides);
  else tell(walk, pointer, 'unknown', `${shown}; no rule compares this keyword`, sides);
}

interface Both {
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
}

/** Whether one pattern allows all that another does cannot be told in general. */
function comparePatterns(
  walk: SchemaWalk,
  at: { readonly pointer: string; readonly keyword: string; readonly shown: string },
  sides: Both,
): void {
  const { before, after } = sides;
  if (before === undefined) tell(walk, at.pointer, 'narrower', at.shown, sides);
  else if (after === undefined) tell(walk, at.pointer, 'wider', at.shown, sides);
  else tell(walk, at.pointer, 'unknown', `${at.keyword} changed from ${printJson(before, 60)} to ${printJson(after, 60)}`, sides);
}

function compareUnique(walk: SchemaWalk, pointer: string, sides: Both): void {
  const [was, is] = [sides.before === true, sides.after === true];
  if (was === is) return;
  tell(walk, pointer, is ? 'narrower' : 'wider', is ? 'items must be unique now' : 'items may repeat now', sides);
}

/** References with other keywords beside them: both lead somewhere, or nothing can be said. */
function compareReferences(walk: SchemaWalk, pair: KeywordPair, descend: Descend): void {
  const [before, after] = [member(pair.before, '$ref'), member(pair.after, '$ref')];
  if (before === undefined && after === undefined) return;
  const pointer = appendToken(pair.pointer, '$ref');
  const old = followReference(walk.beforeRoot, pair.before);
  const now = followReference(walk.afterRoot, pair.after);
  if (old !== undefined && now !== undefined) {
    walk.reached.add(old.node).add(now.node);
    descend(walk, {
      before: old.node,
      after: now.node,
      pointer: now.pointer === undefined ? pointer : `${walk.rootPointer}${now.pointer}`,
      depth: pair.depth + 1,
    });
    return;
  }
  if (isSameOutside(walk, before, after)) return;
  tell(walk, pointer, 'unknown', `reference ${verbOf(before, after)}; what it stands for is not compared`, { before, after });
}

/** The same document outside, named in the same way, by documents that have no name of their own to be relative to. */
function isSameOutside(walk: SchemaWalk, before: JsonValue | undefined, after: JsonValue | undefined): boolean {
  const isNameless = [walk.beforeRoot, walk.afterRoot].every((root) => !isJsonObject(root) || !Object.hasOwn(root, '$id'));
  return isNameless && typeof before === 'string' && before === after && !before.startsWith('#');
}
