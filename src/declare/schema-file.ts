import type { StepDeclaration, ToolDeclaration } from '../model/declaration.ts';
import { isJsonArray, isJsonObject, type JsonValue, member } from '../model/json.ts';
import { readSchemaName } from './paths.ts';

/** Any of these at the root makes an object a JSON Schema. */
const keywords: readonly string[] = [
  ...['$schema', '$ref', '$defs', '$id', 'definitions', 'properties', 'required', 'additionalProperties', 'items', 'prefixItems'],
  ...['enum', 'const', 'anyOf', 'oneOf', 'allOf', 'not', 'if', 'pattern', 'patternProperties', 'format'],
];

/** Half of all JSON has a "type"; only in a schema does it name one of these (or, as Gemini writes them, in capitals). */
const typeNames: ReadonlySet<string> = new Set(['array', 'boolean', 'integer', 'null', 'number', 'object', 'string']);

function namesType(value: JsonValue | undefined): boolean {
  if (typeof value === 'string') return typeNames.has(value.toLowerCase());
  return isJsonArray(value) && value.length > 0 && value.every((name) => namesType(name));
}

export function isSchemaShaped(value: JsonValue): boolean {
  return isJsonObject(value) && (keywords.some((keyword) => Object.hasOwn(value, keyword)) || namesType(member(value, 'type')));
}

export interface NamedSchema {
  readonly tools: readonly ToolDeclaration[];
  readonly steps: readonly StepDeclaration[];
}

/**
 * A schema that has only its file's name: the arguments of the tool of that name, and the answer of the step of that
 * name. `.input` means the arguments alone, `.output` the result of the tool and the answer of the step.
 */
export function declareByName(path: string, schema: JsonValue): NamedSchema {
  const { name, part } = readSchemaName(path);
  const base = { server: undefined, name, inputPointer: '', outputPointer: '' };
  const step: StepDeclaration = { step: name, outputSchema: schema, outputPointer: '' };
  if (part === 'input') return { tools: [{ ...base, inputSchema: schema }], steps: [] };
  if (part === 'output') return { tools: [{ ...base, outputSchema: schema }], steps: [step] };
  return { tools: [{ ...base, inputSchema: schema }], steps: [step] };
}
