import { isEqual } from '../json/equal.ts';
import { ExactNumber, isJsonArray, isJsonObject, type JsonObject, type JsonValue, member } from '../model/json.ts';
import { isSimilarName } from './names.ts';

/** Pairs to try at most: every pair may cost a whole comparison of two values. */
const pairLimit = 1_024;

/**
 * Members that kept their value under another name. A similar name is enough; any name will do when the value says
 * something and exactly one member was lost and one gained with it. From the old name to the new one.
 */
export function findRenames(
  before: JsonObject,
  after: JsonObject,
  lost: readonly string[],
  gained: readonly string[],
): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  if (lost.length * gained.length > pairLimit) return renames;
  const taken = new Set<string>();
  const twins = new Map(lost.map((name) => [name, gained.filter((other) => isSameMember(before, name, after, other))]));
  for (const [name, candidates] of twins) {
    const similar = candidates.find((other) => !taken.has(other) && isSimilarName(name, other));
    if (similar === undefined) continue;
    renames.set(name, similar);
    taken.add(similar);
  }
  for (const [name, candidates] of twins) {
    const [only, second] = candidates;
    if (only === undefined || second !== undefined || renames.has(name) || taken.has(only)) continue;
    if (isTelling(member(before, name)) && countClaims(twins, only) === 1) {
      renames.set(name, only);
      taken.add(only);
    }
  }
  return renames;
}

function isSameMember(before: JsonObject, name: string, after: JsonObject, other: string): boolean {
  const left = member(before, name);
  const right = member(after, other);
  return left !== undefined && right !== undefined && isEqual(left, right);
}

function countClaims(twins: ReadonlyMap<string, readonly string[]>, name: string): number {
  let claims = 0;
  for (const candidates of twins.values()) if (candidates.includes(name)) claims += 1;
  return claims;
}

/** Values that two unrelated members rarely share by chance. */
function isTelling(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return value.length >= 3;
  if (typeof value === 'number') return !Number.isInteger(value) || Math.abs(value) >= 100;
  if (value instanceof ExactNumber) return true;
  if (isJsonArray(value)) return value.length > 0;
  return isJsonObject(value) && Object.keys(value).length > 0;
}
