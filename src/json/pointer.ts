import { isJsonArray, isJsonObject, type JsonValue, member } from '../model/json.ts';

/** RFC 6901: extends a JSON Pointer by one name or index. */
export function appendToken(pointer: string, token: string | number): string {
  if (typeof token === 'number') return `${pointer}/${token}`;
  return `${pointer}/${token.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** RFC 6901: the unescaped tokens. A pointer that does not start with `/` has none. */
export function pointerTokens(pointer: string): string[] {
  if (!pointer.startsWith('/')) return [];
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** An array index as RFC 6901 writes it (no sign, no leading zero); undefined for anything else. */
export function indexOfToken(token: string): number | undefined {
  return /^(?:0|[1-9][0-9]{0,14})$/.test(token) ? Number(token) : undefined;
}

/** What a pointer leads to, over own members and array items only; undefined when it leads nowhere. */
export function resolvePointer(value: JsonValue, pointer: string): JsonValue | undefined {
  if (pointer !== '' && !pointer.startsWith('/')) return undefined;
  let here: JsonValue | undefined = value;
  for (const token of pointerTokens(pointer)) {
    here = childOf(here, token);
    if (here === undefined) return undefined;
  }
  return here;
}

function childOf(value: JsonValue | undefined, token: string): JsonValue | undefined {
  if (isJsonObject(value)) return member(value, token);
  if (!isJsonArray(value)) return undefined;
  const index = indexOfToken(token);
  return index === undefined ? undefined : value[index];
}
