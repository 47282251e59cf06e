import { compareNumbers } from '../../json/decimal.ts';
import { readNumber } from '../../json/number.ts';
import { parseJson } from '../../json/parse.ts';
import { printJson } from '../../json/print.ts';
import { ExactNumber, isJsonArray, isJsonObject, type JsonValue } from '../../model/json.ts';
import type { SchemaNode } from '../schema/node.ts';
import { evaluate } from './evaluate.ts';
import type { TypeName } from './facts.ts';
import type { Visit } from './visit.ts';

const shownLength = 40;
/** No scalar is longer than this; the rest of a long text is not read for one. */
const scalarLength = 64;

/** What a text says when read as JSON, unless it is a text again. Numbers come out as the number they are worth. */
export function readText(text: string): JsonValue | undefined {
  const first = text.trimStart()[0];
  const isContainer = first === '[' || first === '{';
  if (first === undefined || first === '"' || (!isContainer && text.length > scalarLength)) return undefined;
  if (!isContainer) return readScalar(text);
  const read = parseJson(text);
  if (!read.ok || read.isDeep || typeof read.value === 'string') return undefined;
  return read.value;
}

function readScalar(text: string): JsonValue | undefined {
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/.test(text)) return plainNumber(readNumber(text));
  if (text === 'null') return null;
  return text === 'true' || text === 'false' ? text === 'true' : undefined;
}

function plainNumber(value: JsonValue): JsonValue {
  if (!(value instanceof ExactNumber)) return value;
  const double = Number(value.text);
  return Number.isFinite(double) && compareNumbers(value, double) === 0 ? double : value;
}

/**
 * The accommodation a lenient system would make for a value of the wrong type. Named only when the schema accepts the
 * result; splitting, rounding and guessing are never named.
 */
export function repairFor(node: SchemaNode, types: readonly TypeName[], value: JsonValue, visit: Visit): string | undefined {
  const accepts = (candidate: JsonValue): boolean => evaluate(node, candidate, visit.walk.silent);
  if (value === null) return visit.at?.isOptional === true ? 'omit the field' : undefined;
  for (const candidate of scalarsFor(types, value)) if (accepts(candidate)) return conversion(value, candidate);
  if (typeof value === 'string') {
    const read = readText(value);
    if ((isJsonArray(read) || isJsonObject(read)) && accepts(read)) return 'parse the text as JSON';
  }
  if (!types.includes('array') || isJsonArray(value)) return undefined;
  // A text with commas may be a list or one item: nobody can say.
  if (typeof value === 'string' && value.includes(',')) return undefined;
  return accepts([value]) ? 'wrap in an array' : undefined;
}

/** The same for a value outside const or enum: a literal spelt as another type. */
export function repairForLiteral(
  types: readonly TypeName[],
  value: JsonValue,
  isAccepted: (value: JsonValue) => boolean,
): string | undefined {
  const found = scalarsFor(types, value).find(isAccepted);
  return found === undefined ? undefined : conversion(value, found);
}

function conversion(from: JsonValue, to: JsonValue): string {
  return `${printJson(from, shownLength)} -> ${printJson(to, shownLength)}`;
}

function scalarsFor(types: readonly TypeName[], value: JsonValue): readonly JsonValue[] {
  const isNumeric = types.includes('number') || types.includes('integer');
  if (typeof value === 'string') return scalarsInText(types, value, isNumeric);
  if (typeof value === 'boolean') {
    return [...(types.includes('string') ? [String(value)] : []), ...(isNumeric ? [value ? 1 : 0] : [])];
  }
  if (typeof value !== 'number' && !(value instanceof ExactNumber)) return [];
  const plain = plainNumber(value);
  const candidates: JsonValue[] = plain !== value && isNumeric ? [plain] : [];
  if (types.includes('string')) candidates.push(printJson(value));
  if (types.includes('boolean') && (value === 0 || value === 1)) candidates.push(value === 1);
  return candidates;
}

function scalarsInText(types: readonly TypeName[], text: string, isNumeric: boolean): readonly JsonValue[] {
  if (text.length > scalarLength) return [];
  const lower = text.toLowerCase();
  if (types.includes('boolean') && (lower === 'true' || lower === 'false')) return [lower === 'true'];
  if (types.includes('null') && lower === 'null') return [null];
  const read = isNumeric ? readText(text) : undefined;
  return typeof read === 'number' || read instanceof ExactNumber ? [read] : [];
}
