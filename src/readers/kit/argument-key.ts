import { canonicalize } from '../../json/canonical.ts';
import { parseJson } from '../../json/parse.ts';
import type { JsonValue } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import { isPlain } from './content-key.ts';

/** Equal for two recordings of the same arguments, whatever the spacing and the order of their keys; omitted ones are `{}`. */
export function argumentKey(payload: Payload): string {
  switch (payload.form) {
    case 'value':
      return valueKey(payload.value);
    case 'text':
      return remembered(payload.text, textKey);
    case 'absent':
      return '{}';
    default:
      return '';
  }
}

/** The text of a value is quickly written and quickly found again; its canonical form is neither. */
function valueKey(value: JsonValue): string {
  return isPlain(value, 0) ? remembered(JSON.stringify(value), textKey) : canonicalize(value);
}

function textKey(text: string): string {
  const parsed = parseJson(text);
  return parsed.ok && !parsed.isDeep ? canonicalize(parsed.value) : text;
}

/** Conversations that go on are near each other in a file, and each of their requests repeats all its calls. */
const capacity = 1 << 21;
/** One long text would push all others out. */
const longest = 1 << 16;

let recent = new Map<string, string>();
let older: ReadonlyMap<string, string> = new Map();
let length = 0;

/** What `make` gives for a text, from memory where it was asked lately. Two generations: the older one is forgotten as a whole. */
function remembered(text: string, make: (text: string) => string): string {
  if (text.length > longest) return make(text);
  const found = recent.get(text);
  if (found !== undefined) return found;
  const made = older.get(text) ?? make(text);
  if (length > capacity) {
    older = recent;
    recent = new Map();
    length = 0;
  }
  recent.set(text, made);
  length += text.length + made.length;
  return made;
}
