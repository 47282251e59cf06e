import { isJsonArray, type JsonValue, memberOf } from '../../model/json.ts';
import type { PointerTo } from '../kit/pair.ts';

/** A value inside a record, with the way to what lies inside it. */
export interface Located {
  readonly value: JsonValue;
  readonly at: PointerTo;
}

/** A member that is there: Google's JSON spells names in camelCase or in snake_case, and null means absent. */
export function into(located: Located | undefined, name: string): Located | undefined {
  if (located === undefined) return undefined;
  const spelling = snakeCase(name);
  return memberAt(located, name) ?? (spelling === name ? undefined : memberAt(located, spelling));
}

function memberAt({ value: holder, at }: Located, name: string): Located | undefined {
  const value = memberOf(holder, name);
  return value === undefined || value === null ? undefined : { value, at: (path) => at(`/${name}${path}`) };
}

/** The names come from this room, not from a record: they are few. */
const spellings = new Map<string, string>();

function snakeCase(name: string): string {
  const known = spellings.get(name);
  if (known !== undefined) return known;
  const spelling = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  spellings.set(name, spelling);
  return spelling;
}

export function textIn(located: Located | undefined, name: string): string | undefined {
  const value = into(located, name)?.value;
  return typeof value === 'string' ? value : undefined;
}

/** The items of a list; a single item may stand without one. */
export function itemsOf(located: Located | undefined): readonly Located[] {
  if (located === undefined) return [];
  const { value, at } = located;
  if (!isJsonArray(value)) return [located];
  return value.map((item, index) => ({ value: item, at: (path) => at(`/${index}${path}`) }));
}
