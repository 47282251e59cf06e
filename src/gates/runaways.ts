import { writeJson } from '../json/write.ts';
import { ExactNumber, type JsonValue } from '../model/json.ts';

/** Characters of values remembered for one schema; beyond it the memory starts anew, which costs time and changes no answer. */
const mostCharacters = 1_000_000;

/** The values that one schema could not judge in time, each with its answer, so that the very same value is not tried again. */
export interface Runaways<Answer> {
  find(value: JsonValue): Answer | undefined;
  remember(value: JsonValue, answer: Answer): void;
}

/** The value as it stands: members in another order are tried in another order, and may name another pattern. */
function textOf(value: JsonValue): string {
  const pieces: string[] = [];
  const number = (one: number | ExactNumber): string => (one instanceof ExactNumber ? one.text : String(one));
  writeJson(value, { number, isSorted: false }, (piece) => pieces.push(piece) > 0);
  return pieces.join('');
}

/**
 * A memory and no budget: what is shared between values would make a verdict depend on those before it, hence on the number
 * of parts of an audit.
 */
export function openRunaways<Answer>(): Runaways<Answer> {
  const known = new Map<string, Answer>();
  let characters = 0;
  return {
    find: (value) => (known.size === 0 ? undefined : known.get(textOf(value))),
    remember(value, answer) {
      const text = textOf(value);
      if (text.length > mostCharacters) return;
      characters += text.length;
      if (characters > mostCharacters) {
        known.clear();
        characters = text.length;
      }
      known.set(text, answer);
    },
  };
}
