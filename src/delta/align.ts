import { equalityKey, isEqual } from '../json/equal.ts';
import type { JsonArray, JsonValue } from '../model/json.ts';

/** One step of an alignment: an item that stayed (perhaps changed), that is gone, or that is new. */
export interface AlignedItem {
  /** Index in the earlier array; undefined for a new item. */
  readonly before: number | undefined;
  /** Index in the later array; undefined for a lost item. */
  readonly after: number | undefined;
}

/** Cells of the table at most; larger middles are compared index by index. */
const cellLimit = 10_000;

/** Pairs items of two arrays: equal ends first, then a bounded longest common subsequence of what is between. */
export function alignItems(before: JsonArray, after: JsonArray): readonly AlignedItem[] {
  if (before.length === after.length) return pairByIndex(0, 0, before.length, after.length);
  const shorter = Math.min(before.length, after.length);
  const head = countEqual(shorter, (index) => [before[index], after[index]]);
  const tail = countEqual(shorter - head, (index) => [before[before.length - 1 - index], after[after.length - 1 - index]]);
  const lengths = [before.length - head - tail, after.length - head - tail] as const;
  const cells = lengths[0] * lengths[1];
  if (cells === 0 || cells > cellLimit) return pairByIndex(head, head, before.length - tail, after.length - tail);
  return alignMiddle(before, after, { head, beforeEnd: before.length - tail, afterEnd: after.length - tail });
}

function countEqual(limit: number, pairAt: (index: number) => readonly [JsonValue | undefined, JsonValue | undefined]): number {
  let count = 0;
  while (count < limit) {
    const [left, right] = pairAt(count);
    if (left === undefined || right === undefined || !isEqual(left, right)) break;
    count += 1;
  }
  return count;
}

/** Index by index, then what only one side has. The order of the result is that of the arrays. */
function pairByIndex(beforeStart: number, afterStart: number, beforeEnd: number, afterEnd: number): AlignedItem[] {
  const items: AlignedItem[] = [];
  const count = Math.max(beforeEnd - beforeStart, afterEnd - afterStart);
  for (let index = 0; index < count; index += 1) {
    items.push({
      before: beforeStart + index < beforeEnd ? beforeStart + index : undefined,
      after: afterStart + index < afterEnd ? afterStart + index : undefined,
    });
  }
  return items;
}

interface Middle {
  readonly head: number;
  readonly beforeEnd: number;
  readonly afterEnd: number;
}

/** Anchors on the common subsequence; between two anchors items are paired by index. */
function alignMiddle(before: JsonArray, after: JsonArray, { head, beforeEnd, afterEnd }: Middle): readonly AlignedItem[] {
  const left = before.slice(head, beforeEnd).map(equalityKey);
  const right = after.slice(head, afterEnd).map(equalityKey);
  const items: AlignedItem[] = [];
  let [i, j] = [head, head];
  for (const [leftIndex, rightIndex] of commonSubsequence(left, right)) {
    items.push(...pairByIndex(i, j, head + leftIndex, head + rightIndex));
    [i, j] = [head + leftIndex + 1, head + rightIndex + 1];
  }
  items.push(...pairByIndex(i, j, beforeEnd, afterEnd));
  return items;
}

function commonSubsequence(left: readonly string[], right: readonly string[]): readonly (readonly [number, number])[] {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = left[i] === right[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (left[i] === right[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}
