import { equalityKey } from '../../json/equal.ts';
import { pointerTokens, resolvePointer } from '../../json/pointer.ts';
import { printJson } from '../../json/print.ts';
import type { DialectName } from '../../model/declaration.ts';
import type { Delta } from '../../model/delta.ts';
import { isJsonArray, isJsonObject, type JsonValue, jsonTypeOf } from '../../model/json.ts';
import { clip } from './words.ts';

const types: readonly string[] = ['null', 'boolean', 'object', 'array', 'number', 'string', 'integer'];

/** What emitters write for a type, and the JSON Schema type they probably mean. */
const otherTypes: ReadonlyMap<string, string> = new Map([
  ['dict', 'object'],
  ['map', 'object'],
  ['list', 'array'],
  ['tuple', 'array'],
  ['float', 'number'],
  ['double', 'number'],
  ['int', 'integer'],
  ['long', 'integer'],
  ['bool', 'boolean'],
  ['str', 'string'],
  ['text', 'string'],
  ['none', 'null'],
]);

const names: ReadonlySet<string> = new Set(types);

function explainType(written: string): string {
  const lower = written.toLowerCase();
  if (written !== lower && names.has(lower)) {
    const style = written === written.toUpperCase() ? 'upper-case form used by Gemini; ' : '';
    return `${clip(written)} is not a JSON Schema type (${style}${lower}?)`;
  }
  const meant = otherTypes.get(lower);
  return `${clip(written)} is not a JSON Schema type${meant === undefined ? '' : ` (${meant}?)`}`;
}

/** `a (items 0 and 2)`: the first entry that occurs again. */
function firstRepeated(items: readonly JsonValue[]): string | undefined {
  const seen = new Map<string, number>();
  for (const [index, item] of items.entries()) {
    const key = equalityKey(item);
    const earlier = seen.get(key);
    if (earlier !== undefined) return `${typeof item === 'string' ? clip(item) : printJson(item, 40)} (items ${earlier} and ${index})`;
    seen.set(key, index);
  }
  return undefined;
}

interface Fault {
  readonly keyword: string;
  readonly value: JsonValue;
  readonly dialect: DialectName;
  /** True when no `$schema` is declared. */
  readonly isAssumed: boolean;
}

function explainKnown({ keyword, value, dialect, isAssumed }: Fault): string | undefined {
  const found = jsonTypeOf(value);
  if (keyword === 'type' && typeof value === 'string') return explainType(value);
  if (keyword === 'items' && found === 'array') {
    return `items must be a schema in ${dialect}, found an array (draft-07 tuple)${isAssumed ? '; no $schema is declared' : ''}`;
  }
  if (keyword.startsWith('exclusiveM')) {
    if (found === 'boolean') return `must be number in ${dialect}, found boolean (draft-04/OpenAPI 3.0 form)`;
    if (dialect === 'draft-04' && found === 'number') return 'must be boolean in draft-04, found number (the form of draft-06 and later)';
  }
  if (keyword === 'required' && found === 'boolean') return 'required must be an array of names, found boolean (draft-03 form)';
  if ((keyword === 'required' || keyword === 'enum' || keyword === 'type') && isJsonArray(value)) {
    const repeated = firstRepeated(value);
    if (repeated !== undefined) return `entries must be unique: ${repeated}`;
  }
  return undefined;
}

function explainGeneral(delta: Delta, { keyword, value, dialect }: Fault): string {
  const subject = keyword === '' ? 'a schema' : clip(keyword);
  const declared =
    delta.declared === undefined ? 'something else' : typeof delta.declared === 'string' ? delta.declared : printJson(delta.declared, 80);
  if (delta.kind === 'wrong-type') return `${subject} must be ${declared} in ${dialect}, found ${jsonTypeOf(value)}`;
  const detail = delta.detail === undefined ? '' : `: ${delta.detail}`;
  return `${subject} is not valid in ${dialect} (${delta.kind}, found ${printJson(value, 60)})${detail}`;
}

/** The keyword a pointer into a schema ends in: an index or a name inside a keyword's value counts for the keyword. */
function keywordAt(tokens: readonly string[]): string {
  const last = tokens.at(-1) ?? '';
  const before = tokens.at(-2);
  return before !== undefined && /^\d+$/.test(last) ? before : last;
}

/** Says what is wrong with a schema by its meta-schema, and what its author probably meant. */
export function explainInvalid(schema: JsonValue, delta: Delta, dialect: DialectName): string {
  const value = resolvePointer(schema, delta.path);
  if (value === undefined) return `${clip(pointerTokens(delta.path).at(-1) ?? '')} is missing`;
  const isAssumed = !(isJsonObject(schema) && Object.hasOwn(schema, '$schema'));
  const fault: Fault = { keyword: keywordAt(pointerTokens(delta.path)), value, dialect, isAssumed };
  return explainKnown(fault) ?? explainGeneral(delta, fault);
}
