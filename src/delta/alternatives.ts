import { equalityKey } from '../json/equal.ts';
import { appendToken } from '../json/pointer.ts';
import { isJsonArray, type JsonArray } from '../model/json.ts';
import type { KeywordChange } from './keywords.ts';
import { type Descend, type SchemaWalk, type SetChange, tell } from './schema-walk.ts';

/** Compares `anyOf`, `oneOf` and `allOf`: equal members pair up wherever they stand, the rest one by one. */
export function compareAlternatives(walk: SchemaWalk, at: KeywordChange & { readonly depth: number }, descend: Descend): void {
  const { before, after, keyword, pointer } = at;
  if ((before !== undefined && !isJsonArray(before)) || (after !== undefined && !isJsonArray(after))) {
    tell(walk, pointer, 'unknown', `${keyword} is not a list`);
    return;
  }
  if (before === undefined) {
    tell(walk, pointer, 'narrower', `${keyword} added`);
    return;
  }
  if (after === undefined) {
    tell(walk, pointer, 'wider', `${keyword} removed`);
    return;
  }
  const lost = withoutTwins(before, after);
  const gained = withoutTwins(after, before);
  if (lost.length === 0 && gained.length === 0) {
    tell(walk, pointer, 'harmless', `${keyword} in another order, or with repetitions`);
    return;
  }
  if (lost.length === gained.length) {
    lost.forEach((index, place) => {
      const now = gained[place] ?? 0;
      const member = { pointer: appendToken(pointer, now), depth: at.depth + 1 };
      descend(walk, { before: before[index] ?? true, after: after[now] ?? true, ...member });
    });
    return;
  }
  const noun = keyword === 'allOf' ? 'condition' : 'alternative';
  for (const index of gained) tell(walk, appendToken(pointer, index), gainOf(keyword), `${noun} added`);
  if (lost.length > 0)
    tell(walk, pointer, keyword === 'allOf' ? 'wider' : 'narrower', `${lost.length} ${noun}${lost.length === 1 ? '' : 's'} removed`);
}

/** Under `oneOf` a new alternative may also overlap an old one and take values away. */
function gainOf(keyword: string): SetChange {
  if (keyword === 'allOf') return 'narrower';
  return keyword === 'anyOf' ? 'wider' : 'unknown';
}

/** Indices of the members of one list that have no equal in the other. */
function withoutTwins(list: JsonArray, other: JsonArray): readonly number[] {
  const keys = new Set(other.map(equalityKey));
  return list.flatMap((schema, index) => (keys.has(equalityKey(schema)) ? [] : [index]));
}
