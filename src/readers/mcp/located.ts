import { appendToken } from '../../json/pointer.ts';
import { isJsonArray, isJsonObject, type JsonValue, member } from '../../model/json.ts';

/** A value with its place in the record, so that a payload deep inside an envelope still points at its bytes. */
export interface Located {
  /** Undefined where the record has no such member. */
  readonly value: JsonValue | undefined;
  readonly pointer: string;
  /** The value was read out of a JSON string: a pointer cannot lead into a string, so it stays at the string. */
  readonly isEmbedded: boolean;
  /** Written by a Python object dump, which fills every unset field with null: null means absent. */
  readonly isNullAbsent: boolean;
}

/** The own member of an object, or the element of an array, with its place. */
export function into(parent: Located, token: string | number): Located {
  const found = childOf(parent.value, token);
  const value = found === null && parent.isNullAbsent ? undefined : found;
  const { pointer, isEmbedded, isNullAbsent } = parent;
  return { value, pointer: isEmbedded ? pointer : extended(pointer, token), isEmbedded, isNullAbsent };
}

/** Nearly every token is a word of the protocol and has nothing to escape. */
function extended(pointer: string, token: string | number): string {
  const isBare = typeof token === 'number' || (!token.includes('/') && !token.includes('~'));
  return isBare ? `${pointer}/${token}` : appendToken(pointer, token);
}

/** The elements of an array, in order; nothing where the value is no array. */
export function elementsOf(parent: Located): readonly Located[] {
  return isJsonArray(parent.value) ? parent.value.map((_, index) => into(parent, index)) : [];
}

export function textOf(located: Located): string | undefined {
  return typeof located.value === 'string' ? located.value : undefined;
}

function childOf(value: JsonValue | undefined, token: string | number): JsonValue | undefined {
  if (typeof token === 'number') return isJsonArray(value) ? value[token] : undefined;
  return isJsonObject(value) ? member(value, token) : undefined;
}
