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
  for (const spelling of [name, snakeCase(name)]) {
    const value = memberOf(located.value, spelling);
    if (value !== undefined && value !== null) return { value, at: (path) => located.at(`/${spelling}${path}`) };
  }
  return undefined;
}

const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

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
