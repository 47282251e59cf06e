import { equalityKey } from '../json/equal.ts';
import { appendToken } from '../json/pointer.ts';
import { printJson } from '../json/print.ts';
import { isJsonArray, type JsonArray, type JsonObject, type JsonValue, member } from '../model/json.ts';
import { areDisjoint } from './disjoint.ts';
import {
  attempt,
  compareUndecided,
  type Descend,
  isFine,
  isSubstantive,
  type KeywordPair,
  pass,
  type probe,
  type SchemaPair,
  type SchemaWalk,
  tell,
} from './schema-walk.ts';
import { isWord } from './words.ts';

type Keyword = 'allOf' | 'anyOf' | 'oneOf';

interface Lists {
  readonly walk: SchemaWalk;
  readonly keyword: Keyword;
  readonly before: JsonArray;
  readonly after: JsonArray;
  readonly pointer: string;
  readonly depth: number;
  readonly descend: Descend;
}

/** Compares `anyOf`, `oneOf` and `allOf`: equal members pair up wherever they stand, the rest one by one. */
export function compareAlternatives(walk: SchemaWalk, pair: KeywordPair, keyword: Keyword, descend: Descend): void {
  const [before, after] = [member(pair.before, keyword), member(pair.after, keyword)];
  if (before === undefined && after === undefined) return;
  const pointer = appendToken(pair.pointer, keyword);
  if ((before !== undefined && !isJsonArray(before)) || (after !== undefined && !isJsonArray(after))) {
    tell(walk, pointer, 'unknown', `${keyword} is not a list`, { before, after });
    return;
  }
  if (before === undefined || after === undefined) {
    tell(walk, pointer, before === undefined ? 'narrower' : 'wider', `${keyword} ${before === undefined ? 'added' : 'removed'}`, {
      before,
      after,
    });
    return;
  }
  const lists: Lists = { walk, keyword, before, after, pointer, depth: pair.depth + 1, descend };
  if (keyword === 'oneOf' && !isPlainChoice(lists)) compareExclusive(lists);
  else compareLists(lists);
}

/** Where no value can satisfy two alternatives, exactly one is no more than any. */
function isPlainChoice({ walk, before, after }: Lists): boolean {
  return walk.role === 'input' ? areDisjoint(after, walk.afterRoot) : areDisjoint(before, walk.beforeRoot);
}

/** Indices of the two lists that belong together, and those without a partner. */
interface Pairing {
  readonly twins: readonly (readonly [number, number])[];
  readonly lost: readonly number[];
  readonly gained: readonly number[];
}

function pairUp(before: JsonArray, after: JsonArray): Pairing {
  const places = new Map<string, number>();
  after.forEach((schema, index) => {
    const key = equalityKey(schema);
    if (!places.has(key)) places.set(key, index);
  });
  const twins: [number, number][] = [];
  const lost: number[] = [];
  const taken = new Set<string>();
  before.forEach((schema, index) => {
    const key = equalityKey(schema);
    const place = places.get(key);
    if (place === undefined) lost.push(index);
    else twins.push([index, place]);
    taken.add(key);
  });
  return { twins, lost, gained: after.flatMap((schema, index) => (taken.has(equalityKey(schema)) ? [] : [index])) };
}

function nodes(lists: Lists, old: number, now: number): SchemaPair {
  const { before, after, pointer, depth } = lists;
  return { before: before[old] ?? true, after: after[now] ?? true, pointer: appendToken(pointer, now), depth };
}

/** Equal texts are compared too: what they refer to may have changed. */
function compareLists(lists: Lists): void {
  const { walk, keyword, before, after, pointer, descend } = lists;
  const { twins, lost, gained } = pairUp(before, after);
  for (const [old, now] of twins) descend(walk, nodes(lists, old, now));
  if (lost.length === 0 && gained.length === 0) {
    const isMoved = twins.some(([old, now]) => old !== now) || before.length !== after.length;
    if (isMoved) tell(walk, pointer, 'harmless', `${keyword} in another order, or with repetitions`, { before, after });
    return;
  }
  if (lost.length === gained.length) {
    for (const [place, old] of lost.entries()) descend(walk, nodes(lists, old, gained[place] ?? 0));
    return;
  }
  const noun = keyword === 'allOf' ? 'condition' : 'alternative';
  const [gain, loss] = keyword === 'allOf' ? (['narrower', 'wider'] as const) : (['wider', 'narrower'] as const);
  for (const index of gained) tell(walk, appendToken(pointer, index), gain, `${noun} added`, { after: after[index] });
  for (const index of lost)
    tell(walk, pointer, loss, `${noun} removed: ${printJson(before[index] ?? null, 60)}`, { before: before[index] });
}

/** Exactly one: a wider alternative may overlap another and take values away. */
function compareExclusive(lists: Lists): void {
  const { walk, before, after, pointer, descend } = lists;
  const { twins, lost, gained } = pairUp(before, after);
  if (before.length === after.length && lost.length === gained.length) {
    for (const [old, now] of twins) compareUndecided(walk, nodes(lists, old, now), descend, 'one alternative of exactly one changed');
    lost.forEach((old, place) => {
      compareUndecided(walk, nodes(lists, old, gained[place] ?? 0), descend, 'one alternative of exactly one changed');
    });
    if (lost.length === 0 && twins.some(([old, now]) => old !== now))
      tell(walk, pointer, 'harmless', 'oneOf in another order', { before, after });
    return;
  }
  tell(walk, pointer, 'unknown', `${before.length} alternatives before, ${after.length} now, of which exactly one must hold`, {
    before,
    after,
  });
}

const isBeside = (name: string): boolean => isWord(name) || ['$defs', 'definitions', 'default', '$schema', '$id'].includes(name);

/** The alternatives of a schema that is nothing but `anyOf` and words. */
function pureChoice(schema: JsonObject): JsonArray | undefined {
  const choice = member(schema, 'anyOf');
  return isJsonArray(choice) && Object.keys(schema).every((name) => name === 'anyOf' || isBeside(name)) ? choice : undefined;
}

const bare = new WeakMap<JsonObject, JsonObject>();

/** The schema itself where it has no words, so that a pair that was compared is known again. */
function withoutWords(schema: JsonObject): JsonObject {
  const entries = Object.entries(schema);
  const own = entries.filter(([name]) => !isBeside(name));
  if (own.length === entries.length) return schema;
  const found = bare.get(schema) ?? Object.fromEntries(own);
  bare.set(schema, found);
  return found;
}

/**
 * `X` against `anyOf: [X, …]`, as a field that may be null now is often written: compared with the alternative it became.
 * False when no alternative stands for it; then the keywords speak.
 */
export function compareWrapped(walk: SchemaWalk, pair: KeywordPair, descend: Descend): boolean {
  const [before, after] = [pureChoice(pair.before), pureChoice(pair.after)];
  const isWrapped = after !== undefined;
  const choice = before === undefined ? after : after === undefined ? before : undefined;
  if (choice === undefined || Object.hasOwn(pair.before, 'anyOf') === Object.hasOwn(pair.after, 'anyOf')) return false;
  const single = withoutWords(isWrapped ? pair.before : pair.after);
  if (Object.keys(single).length === 0) return false;
  const pointerOf = (index: number): string => (isWrapped ? appendToken(appendToken(pair.pointer, 'anyOf'), index) : pair.pointer);
  const trials = choice.slice(0, 32).map((alternative, index) => {
    const ends = isWrapped ? { before: single, after: alternative } : { before: alternative, after: single };
    return { index, changes: attempt(walk, { ...ends, pointer: pointerOf(index), depth: pair.depth + 1 }, descend) };
  });
  const fit =
    trials.find(({ changes }) => !changes.some(isSubstantive)) ??
    trials.find(({ changes }) => changes.every((change) => isFine(walk, change)));
  if (fit === undefined) return false;
  tellWrapped(walk, pair, { choice, fit, isWrapped });
  return true;
}

interface Wrapped {
  readonly choice: JsonArray;
  readonly fit: { readonly index: number; readonly changes: ReturnType<typeof probe> };
  readonly isWrapped: boolean;
}

function tellWrapped(walk: SchemaWalk, pair: KeywordPair, { choice, fit, isWrapped }: Wrapped): void {
  pass(walk, fit.changes);
  compareWordsOf(walk, pair);
  choice.forEach((alternative: JsonValue, index) => {
    if (index === fit.index) return;
    const pointer = isWrapped ? appendToken(appendToken(pair.pointer, 'anyOf'), index) : appendToken(pair.pointer, 'anyOf');
    if (isWrapped) tell(walk, pointer, 'wider', 'alternative added', { after: alternative });
    else tell(walk, pointer, 'narrower', `alternative removed: ${printJson(alternative, 60)}`, { before: alternative });
  });
}

function compareWordsOf(walk: SchemaWalk, pair: KeywordPair): void {
  for (const name of new Set([...Object.keys(pair.before), ...Object.keys(pair.after)])) {
    if (!isWord(name) && name !== 'default') continue;
    const [before, after] = [member(pair.before, name), member(pair.after, name)];
    const key = (value: JsonValue | undefined): string | undefined => (value === undefined ? undefined : equalityKey(value));
    if (key(before) === key(after)) continue;
    const verb = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    const pointer = appendToken(pair.pointer, name);
    if (name === 'default') tell(walk, pointer, 'unknown', `default ${verb}; what is left out may mean something else`, { before, after });
    else tell(walk, pointer, 'text', `${name} ${verb}`, { before, after });
  }
}
