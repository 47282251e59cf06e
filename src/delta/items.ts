import { appendToken } from '../json/pointer.ts';
import { isJsonArray, type JsonObject, type JsonValue, member } from '../model/json.ts';
import { type Descend, type KeywordPair, type SchemaWalk, tell } from './schema-walk.ts';

export const itemKeywords: readonly string[] = ['items', 'prefixItems', 'additionalItems', 'unevaluatedItems'];

/** Schemas by position, and the one for all items after them. */
interface Positions {
  readonly list: readonly JsonValue[];
  readonly listKeyword: 'prefixItems' | 'items';
  readonly rest: JsonValue;
  readonly restKeyword: string;
}

/** A list of schemas is positional: before 2020-12 `items` may be one, with `additionalItems` after it. Undefined: both at once. */
function positionsOf(schema: JsonObject): Positions | undefined {
  const items = member(schema, 'items');
  const prefix = member(schema, 'prefixItems');
  const unevaluated = member(schema, 'unevaluatedItems');
  if (isJsonArray(items)) {
    if (prefix !== undefined) return undefined;
    const additional = member(schema, 'additionalItems');
    return { list: items, listKeyword: 'items', rest: additional ?? unevaluated ?? true, restKeyword: 'additionalItems' };
  }
  if (prefix !== undefined && !isJsonArray(prefix)) return undefined;
  const restKeyword = items === undefined && unevaluated !== undefined ? 'unevaluatedItems' : 'items';
  return { list: prefix ?? [], listKeyword: 'prefixItems', rest: items ?? unevaluated ?? true, restKeyword };
}

/** The order of positions means something; a position without a schema of its own is one of the rest. */
export function compareItems(walk: SchemaWalk, pair: KeywordPair, descend: Descend): void {
  if (!itemKeywords.some((name) => Object.hasOwn(pair.before, name) || Object.hasOwn(pair.after, name))) return;
  const [before, after] = [positionsOf(pair.before), positionsOf(pair.after)];
  if (before === undefined || after === undefined) {
    tell(walk, appendToken(pair.pointer, 'prefixItems'), 'unknown', 'positions are declared in two ways at once');
    return;
  }
  const depth = pair.depth + 1;
  for (let index = 0; index < Math.max(before.list.length, after.list.length); index += 1) {
    const holder = index < after.list.length ? after : before;
    const pointer = appendToken(appendToken(pair.pointer, holder.listKeyword), index);
    descend(walk, { before: before.list[index] ?? before.rest, after: after.list[index] ?? after.rest, pointer, depth });
  }
  descend(walk, { before: before.rest, after: after.rest, pointer: appendToken(pair.pointer, after.restKeyword), depth });
}
