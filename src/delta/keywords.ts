import { isEqual } from '../json/equal.ts';
import { appendToken } from '../json/pointer.ts';
import { printJson } from '../json/print.ts';
import { isJsonArray, type JsonValue, member } from '../model/json.ts';
import { compareAlternatives } from './alternatives.ts';
import { compareBound, compareMultiple, lowerBounds, upperBounds } from './bounds.ts';
import { compareMembers } from './members.ts';
import { type Descend, followReference, type KeywordPair, type SchemaWalk, tell } from './schema-walk.ts';
import { compareTypes, compareValues } from './value-sets.ts';

/** Words about a value that leave the set of valid ones alone. */
const words: ReadonlySet<string> = new Set([
  'title',
  'description',
  '$comment',
  'examples',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
]);
/** Compared where they are referred to, or together with another keyword. */
const elsewhere: ReadonlySet<string> = new Set([
  ...['$defs', 'definitions', 'type', 'nullable', 'enum', 'const'],
  ...['properties', 'required', 'additionalProperties', 'unevaluatedProperties'],
]);
const alternatives: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf']);

/** Compares two object schemas keyword by keyword. */
export function compareKeywords(walk: SchemaWalk, pair: KeywordPair, descend: Descend): void {
  compareTypes(walk, pair);
  compareValues(walk, pair);
  compareMembers(walk, pair, descend);
  for (const keyword of new Set([...Object.keys(pair.before), ...Object.keys(pair.after)])) {
    if (!elsewhere.has(keyword)) compareKeyword(walk, pair, keyword, descend);
  }
}

function compareKeyword(walk: SchemaWalk, pair: KeywordPair, keyword: string, descend: Descend): void {
  const before = member(pair.before, keyword);
  const after = member(pair.after, keyword);
  const at = { before, after, keyword, pointer: appendToken(pair.pointer, keyword) };
  if (keyword === '$ref') {
    compareReferences(walk, pair, descend);
    return;
  }
  if (keyword === 'items' || keyword === 'prefixItems') {
    compareItems(walk, { ...at, depth: pair.depth }, descend);
    return;
  }
  if (before !== undefined && after !== undefined && isEqual(before, after)) return;
  if (words.has(keyword)) {
    tell(walk, at.pointer, 'text', `text ${verbOf(before, after)}`);
    return;
  }
  if (lowerBounds.has(keyword) || upperBounds.has(keyword)) {
    compareBound(walk, at);
    return;
  }
  if (keyword === 'multipleOf') {
    compareMultiple(walk, at);
    return;
  }
  if (alternatives.has(keyword)) {
    compareAlternatives(walk, { ...at, depth: pair.depth }, descend);
    return;
  }
  compareOther(walk, at);
}

/** One keyword on both sides. */
export interface KeywordChange {
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  readonly keyword: string;
  readonly pointer: string;
}

function verbOf(before: JsonValue | undefined, after: JsonValue | undefined): string {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
}

function compareOther(walk: SchemaWalk, { before, after, keyword, pointer }: KeywordChange): void {
  if (keyword === 'uniqueItems') {
    compareUnique(walk, pointer, before === true, after === true);
    return;
  }
  const shown = `${keyword} ${verbOf(before, after)}: ${printJson(after ?? before ?? null, 60)}`;
  if (keyword === 'default') {
    tell(walk, pointer, 'unknown', `${shown}; what is left out may mean something else`);
    return;
  }
  if (keyword === '$id' || keyword === 'id' || keyword === '$anchor') {
    tell(walk, pointer, 'harmless', shown);
    return;
  }
  if (keyword !== 'pattern' && keyword !== 'format') {
    tell(walk, pointer, 'unknown', `${shown}; no rule compares this keyword`);
    return;
  }
  if (before === undefined) {
    tell(walk, pointer, 'narrower', shown);
    return;
  }
  if (after === undefined) {
    tell(walk, pointer, 'wider', shown);
    return;
  }
  tell(walk, pointer, 'unknown', `${keyword} changed from ${printJson(before, 60)} to ${printJson(after, 60)}`);
}

function compareUnique(walk: SchemaWalk, pointer: string, was: boolean, is: boolean): void {
  if (was === is) return;
  tell(walk, pointer, is ? 'narrower' : 'wider', is ? 'items must be unique now' : 'items may repeat now');
}

/** References with other keywords beside them: both lead somewhere, or nothing can be said. */
function compareReferences(walk: SchemaWalk, pair: KeywordPair, descend: Descend): void {
  const old = followReference(walk.beforeRoot, pair.before);
  const now = followReference(walk.afterRoot, pair.after);
  if (old !== undefined && now !== undefined) {
    const pointer = `${walk.rootPointer}${now.pointer}`;
    descend(walk, { before: old.node, after: now.node, pointer, depth: pair.depth + 1 });
    return;
  }
  const [before, after] = [member(pair.before, '$ref'), member(pair.after, '$ref')];
  if (before !== undefined && after !== undefined && isEqual(before, after)) return;
  tell(walk, appendToken(pair.pointer, '$ref'), 'unknown', `reference ${verbOf(before, after)}; what it stands for is not compared`);
}

/** A list of schemas is positional: its order means something. A single schema stands for all items. */
function compareItems(walk: SchemaWalk, at: KeywordChange & { readonly depth: number }, descend: Descend): void {
  const { before, after, pointer, depth } = at;
  const isList = isJsonArray(before) || isJsonArray(after) || at.keyword === 'prefixItems';
  if (!isList) {
    descend(walk, { before: before ?? true, after: after ?? true, pointer, depth: depth + 1 });
    return;
  }
  const old = isJsonArray(before) ? before : [];
  const now = isJsonArray(after) ? after : [];
  if ((before !== undefined && !isJsonArray(before)) || (after !== undefined && !isJsonArray(after))) {
    tell(walk, pointer, 'unknown', 'one schema for all items against one for each position');
    return;
  }
  if (old.length !== now.length) {
    tell(walk, pointer, 'unknown', `${old.length} positions before, ${now.length} now`);
    return;
  }
  old.forEach((schema, index) => {
    descend(walk, { before: schema, after: now[index] ?? true, pointer: appendToken(pointer, index), depth: depth + 1 });
  });
}
