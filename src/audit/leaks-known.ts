import { parseJson } from '../json/parse.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../model/json.ts';

/** Payloads of one run that are remembered, and their characters together: what is larger is not searched for. */
const mostPayloads = 64;
const mostCharacters = 1 << 14;

/**
 * The shortest text that is looked for. Shorter ones stand in prose by chance: a word, a date, a code. A longer one that is made of letters, `_` and
 * `-` alone is a name that declarations list (`awaiting_payment`), and says nothing that they do not.
 */
const shortest = 12;
/** So much of a longer text is looked for: it is given away as well by its beginning. */
const longest = 64;
const mostTexts = 64;
const name = /^[A-Za-z_-]*$/;

/** Payloads of one run that a store gave, the latest, by what they belong to: a call, else a step and its instance. */
export interface Known {
  remember(owner: string, text: string): void;
  /** Whether anything that belongs to the owner is remembered. */
  has(owner: string): boolean;
  /** Whether a text says something that one of the owner's payloads holds. `open`: what the record says openly anyway. */
  isRepeatedIn(owner: string, text: string, open: ReadonlySet<string>): boolean;
}

export function openKnown(): Known {
  const payloads: { readonly owner: string; readonly text: string }[] = [];
  let length = 0;
  return {
    remember(owner, text) {
      if (text.length > mostCharacters || payloads.some((known) => known.owner === owner && known.text === text)) return;
      payloads.push({ owner, text });
      length += text.length;
      while (length > mostCharacters || payloads.length > mostPayloads) length -= payloads.shift()?.text.length ?? length;
    },
    has: (owner) => payloads.some((known) => known.owner === owner),
    isRepeatedIn(owner, text, open) {
      const own = payloads.filter((known) => known.owner === owner).flatMap((known) => searchedIn(known.text));
      return own.some((content) => !open.has(content) && hasWhole(text, content.slice(0, longest)));
    },
  };
}

/** The texts in a payload that are looked for; of one that is no JSON the whole. */
function searchedIn(payload: string): readonly string[] {
  const parsed = parseJson(payload);
  const texts: string[] = [];
  const rest: JsonValue[] = [parsed.ok ? parsed.value : payload];
  while (rest.length > 0 && texts.length < mostTexts) {
    const value = rest.pop();
    if (typeof value === 'string' && value.length >= shortest && !name.test(value)) texts.push(value);
    if (isJsonArray(value)) for (const item of value) rest.push(item);
    else if (isJsonObject(value)) for (const item of Object.values(value)) rest.push(item);
  }
  return texts;
}

const isInWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);

/** Whether a text holds another one that is not a part of a longer word there. */
function hasWhole(text: string, content: string): boolean {
  for (let at = text.indexOf(content); at >= 0; at = text.indexOf(content, at + 1)) {
    const isCut = isInWord(content[0]) && isInWord(text[at - 1]);
    const isLonger = content.length < longest && isInWord(content.at(-1)) && isInWord(text[at + content.length]);
    if (!isCut && !isLonger) return true;
  }
  return false;
}
