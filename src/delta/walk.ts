import { isEqual } from '../json/equal.ts';
import { appendToken } from '../json/pointer.ts';
import { isJsonArray, isJsonObject, type JsonArray, type JsonObject, type JsonValue, member } from '../model/json.ts';
import { depthLimit } from '../model/record.ts';
import { alignItems } from './align.ts';
import { defaultOf, isOptional, type SchemaView, viewItem, viewProperty, viewSchema } from './defaults.ts';
import { differenceLimit, type ValueDifference } from './difference.ts';
import { findRenames } from './renames.ts';
import { nameDifference, nameUnwrapping } from './scalars.ts';

/** Levels of arrays of different lengths whose items are aligned: each level compares what is below it once more. */
const alignLimit = 16;

/** What is being compared, and where it stands in both values. */
interface Pair {
  readonly before: JsonValue;
  readonly after: JsonValue;
  readonly beforePath: string;
  readonly afterPath: string;
  readonly schema: SchemaView | undefined;
  readonly depth: number;
  readonly alignments: number;
}

interface Walk {
  readonly found: ValueDifference[];
  readonly isStrict: boolean;
  uncounted: number;
}

/** Compares two values that differ. Walks at most {@link depthLimit} levels and says so where it stops. */
export function walkValues(
  before: JsonValue,
  after: JsonValue,
  { schema, isStrict = false }: { readonly schema?: JsonValue; readonly isStrict?: boolean },
): readonly ValueDifference[] {
  const walk: Walk = { found: [], isStrict, uncounted: 0 };
  compare(walk, { before, after, beforePath: '', afterPath: '', schema: viewSchema(schema), depth: 0, alignments: 0 });
  const last = walk.found.at(-1);
  if (walk.uncounted > 0 && last !== undefined) {
    const more = `and ${walk.uncounted} more difference${walk.uncounted === 1 ? '' : 's'}`;
    walk.found[walk.found.length - 1] = { ...last, detail: last.detail === undefined ? more : `${last.detail}; ${more}` };
  }
  return walk.found;
}

function report(walk: Walk, difference: ValueDifference): void {
  if (walk.found.length < differenceLimit) walk.found.push(difference);
  else walk.uncounted += 1;
}

function compare(walk: Walk, pair: Pair): void {
  const { before, after, afterPath: path } = pair;
  if (before === after) return;
  if (pair.depth >= depthLimit) {
    if (!isEqual(before, after)) report(walk, { kind: 'changed', path, detail: `somewhere deeper than ${depthLimit} levels` });
    return;
  }
  if (isJsonObject(before) && isJsonObject(after)) compareObjects(walk, pair, before, after);
  else if (isJsonArray(before) && isJsonArray(after)) compareArrays(walk, pair, before, after);
  else if (!isEqual(before, after)) report(walk, { ...nameDifference(before, after), path, before, after });
}

function compareObjects(walk: Walk, pair: Pair, before: JsonObject, after: JsonObject): void {
  const isLeftOut = (name: string, value: JsonValue | undefined): boolean =>
    walk.isStrict && value === null && isOptional(pair.schema, name);
  const lost = Object.keys(before).filter((name) => !Object.hasOwn(after, name) && !isLeftOut(name, before[name]));
  const gained = Object.keys(after).filter((name) => !Object.hasOwn(before, name) && !isLeftOut(name, after[name]));
  if (lost.length > 0 && reportWhole(walk, pair, before, after, gained.length)) return;
  const renames = lost.length > 0 && gained.length > 0 ? findRenames(before, after, lost, gained) : undefined;
  for (const name of Object.keys(before)) {
    const later = member(after, name);
    if (later !== undefined) compareMember(walk, pair, { name, before: before[name] ?? null, after: later });
    else if (!isLeftOut(name, before[name])) reportLost(walk, pair, { name, value: before[name] ?? null, renamed: renames?.get(name) });
  }
  const explained = new Set(renames?.values());
  for (const name of gained) if (!explained.has(name)) reportGained(walk, pair, name, after[name] ?? null);
}

/** An object that was emptied, or that gave way to its only member, is one difference. */
function reportWhole(walk: Walk, pair: Pair, before: JsonObject, after: JsonObject, gained: number): boolean {
  const path = pair.afterPath;
  if (Object.keys(after).length === 0) {
    report(walk, { kind: 'emptied', path, before, after });
    return true;
  }
  const unwrapping = gained > 0 ? nameUnwrapping(before, after) : undefined;
  if (unwrapping === undefined) return false;
  report(walk, { ...unwrapping, path, before, after });
  return true;
}

function compareMember(
  walk: Walk,
  pair: Pair,
  own: { readonly name: string; readonly before: JsonValue; readonly after: JsonValue },
): void {
  if (own.before === own.after) return;
  compare(walk, {
    before: own.before,
    after: own.after,
    beforePath: appendToken(pair.beforePath, own.name),
    afterPath: appendToken(pair.afterPath, own.name),
    schema: viewProperty(pair.schema, own.name),
    depth: pair.depth + 1,
    alignments: pair.alignments,
  });
}

function reportLost(
  walk: Walk,
  pair: Pair,
  lost: { readonly name: string; readonly value: JsonValue; readonly renamed: string | undefined },
): void {
  const from = appendToken(pair.beforePath, lost.name);
  if (lost.renamed === undefined) {
    report(walk, { kind: 'dropped', path: from, before: lost.value });
    return;
  }
  const path = appendToken(pair.afterPath, lost.renamed);
  report(walk, { kind: 'renamed', path, before: lost.value, after: lost.value, detail: `${from} → ${path}` });
}

function reportGained(walk: Walk, pair: Pair, name: string, after: JsonValue): void {
  const path = appendToken(pair.afterPath, name);
  const preset = defaultOf(viewProperty(pair.schema, name));
  if (preset !== undefined && isEqual(preset, after)) {
    report(walk, { kind: 'defaulted', path, after });
    return;
  }
  report(walk, { kind: after === null ? 'null-filled' : 'added', path, after });
}

function compareArrays(walk: Walk, pair: Pair, before: JsonArray, after: JsonArray): void {
  if (before.length === after.length) {
    compareItems(walk, pair, before, after);
    return;
  }
  const path = pair.afterPath;
  if (after.length === 0) {
    report(walk, { kind: 'emptied', path, before, after });
    return;
  }
  if (pair.alignments >= alignLimit) {
    const detail = `${before.length} items before, ${after.length} after; not compared one by one at this depth`;
    report(walk, { kind: 'changed', path, detail });
    return;
  }
  const unwrapping = nameUnwrapping(before, after);
  if (unwrapping !== undefined) {
    report(walk, { ...unwrapping, path, before, after });
    return;
  }
  if (isPrefix(after, before)) {
    report(walk, { kind: 'truncated', path, before, after, detail: `${after.length} of ${before.length} items kept` });
    return;
  }
  compareItems(walk, { ...pair, alignments: pair.alignments + 1 }, before, after);
}

function isPrefix(part: JsonArray, whole: JsonArray): boolean {
  return part.length < whole.length && part.every((item, index) => isEqual(item, whole[index] ?? null));
}

function compareItems(walk: Walk, pair: Pair, before: JsonArray, after: JsonArray): void {
  for (const item of alignItems(before, after)) {
    const from = item.before === undefined ? undefined : appendToken(pair.beforePath, item.before);
    const to = item.after === undefined ? undefined : appendToken(pair.afterPath, item.after);
    const earlier = item.before === undefined ? undefined : before[item.before];
    const later = item.after === undefined ? undefined : after[item.after];
    if (from !== undefined && to !== undefined && earlier !== undefined && later !== undefined) {
      compare(walk, {
        ...{ before: earlier, after: later, beforePath: from, afterPath: to },
        ...{ schema: viewItem(pair.schema, item.after ?? 0), depth: pair.depth + 1, alignments: pair.alignments },
      });
    } else if (from !== undefined && earlier !== undefined) report(walk, { kind: 'dropped', path: from, before: earlier });
    else if (to !== undefined && later !== undefined) report(walk, { kind: 'added', path: to, after: later });
  }
}
