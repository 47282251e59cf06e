import { locate } from './locate.ts';
import { pointerTokens } from './pointer.ts';
import { afterSpace } from './space.ts';
import { readString } from './token.ts';

/** Finds many places in one text without reading it anew for each. */
export interface Locator {
  /** As {@link locate}. */
  locate(pointer: string, part: 'value' | 'key'): number | undefined;
}

interface Member {
  /** The key's opening quote; for an array item, the item. */
  readonly key: number;
  readonly value: number;
}
type Members = ReadonlyMap<string, Member>;

/** Below this, reading the text again costs less than remembering it. */
const shortText = 1 << 12;

/** Remembers where the members of each container begin that a pointer has passed through: every container is read once. */
export function openLocator(text: string): Locator {
  if (text.length < shortText) return { locate: (pointer, part) => locate(text, pointer, part) };
  const tables = new Map<number, Members>();
  const membersAt = (start: number): Members => {
    const known = tables.get(start);
    if (known !== undefined) return known;
    const members = readMembers(text, start);
    tables.set(start, members);
    return members;
  };
  return {
    locate(pointer, part) {
      const tokens = pointerTokens(pointer);
      const root = afterSpace(text, 0);
      if (tokens.length === 0 && pointer !== '') return undefined;
      let member: Member | undefined = { key: root, value: root };
      for (const token of tokens) {
        member = membersAt(member.value).get(token);
        if (member === undefined) return undefined;
      }
      return part === 'key' ? member.key : member.value;
    },
  };
}

/** The direct members of the object or array at `start`; none for anything else. Of a key said twice the last counts. */
function readMembers(text: string, start: number): Members {
  const isArray = text.charCodeAt(start) === 91;
  const members = new Map<string, Member>();
  if (!isArray && text.charCodeAt(start) !== 123) return members;
  let at = afterSpace(text, start + 1);
  for (let item = 0; at < text.length && !isEnd(text.charCodeAt(at)); item++) {
    const key = at;
    if (!isArray) at = afterSpace(text, afterSpace(text, endOfValue(text, key)) + 1);
    const name = isArray ? String(item) : (readString({ text, index: key, stop: undefined }) ?? '');
    members.set(name, { key, value: at });
    at = afterSpace(text, endOfValue(text, at));
    if (text.charCodeAt(at) === 44) at = afterSpace(text, at + 1);
  }
  return members;
}

const isEnd = (code: number): boolean => code === 125 || code === 93;

/** The index behind the value at `start`: one pass, no stack. */
export function endOfValue(text: string, start: number): number {
  let depth = 0;
  let i = start;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (code === 34) {
      i = endOfString(text, i);
      if (depth === 0) return i;
      continue;
    }
    if (code === 123 || code === 91) depth++;
    else if (isEnd(code)) {
      if (depth === 0) return i;
      depth--;
      if (depth === 0) return i + 1;
    } else if (depth === 0 && (code === 44 || code <= 32)) return i;
    i++;
  }
  return i;
}

function endOfString(text: string, start: number): number {
  let i = start + 1;
  for (let code = text.charCodeAt(i); code !== 34 && i < text.length; code = text.charCodeAt(i)) i += code === 92 ? 2 : 1;
  return i + 1;
}
