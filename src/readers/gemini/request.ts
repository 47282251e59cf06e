import type { ToolDeclaration } from '../../model/declaration.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../model/json.ts';
import { into, itemsOf, type Located, textIn } from './located.ts';

/** The functions of a request and how many entries of the list could not be read. */
export interface RequestTools {
  readonly tools: readonly ToolDeclaration[];
  readonly unreadable: number;
}

/** "For function with no parameters, this can be left unset" (FunctionDeclaration): an object that declares nothing. */
const noParameters: JsonObject = { type: 'object', properties: {} };

const dialect = { name: '2020-12', because: 'Gemini names no dialect' } as const;

/** A setting of the request itself, or of the `config` in which the SDKs keep it. */
function settingOf(request: Located, name: string): Located | undefined {
  return into(request, name) ?? into(into(request, 'config'), name);
}

/** Undefined when the request records no tools: then nothing is known about the set. Tools that the provider runs are never called as functions. */
export function requestTools(request: Located): RequestTools | undefined {
  const list = settingOf(request, 'tools');
  if (list === undefined) return undefined;
  const entries = itemsOf(list);
  const functions = entries.flatMap((entry) => itemsOf(into(entry, 'functionDeclarations')));
  const read = functions.map(toolOf).filter((tool) => tool !== undefined);
  const foreign = entries.filter(({ value }) => !isJsonObject(value)).length;
  return { tools: read, unreadable: functions.length - read.length + foreign };
}

interface Schema {
  readonly found: Located;
  readonly notation: 'json-schema' | 'openapi-subset';
}

/** `<name>JsonSchema` is JSON Schema; `<name>` alone is Google's subset of OpenAPI. At most one of them is allowed. */
function schemaOf(holder: Located | undefined, names: { readonly json: string; readonly subset: string }): Schema | undefined {
  const json = into(holder, names.json);
  if (json !== undefined) return { found: json, notation: 'json-schema' };
  const subset = into(holder, names.subset);
  return subset === undefined ? undefined : { found: subset, notation: 'openapi-subset' };
}

function toolOf(entry: Located): ToolDeclaration | undefined {
  const name = textIn(entry, 'name');
  if (name === undefined) return undefined;
  const input = schemaOf(entry, { json: 'parametersJsonSchema', subset: 'parameters' });
  const output = schemaOf(entry, { json: 'responseJsonSchema', subset: 'response' });
  // The conversion of the subset leaves JSON Schema as it is, but for the words of the subset: one of each kind is read by it.
  const isSubset = input?.notation === 'openapi-subset' || output?.notation === 'openapi-subset';
  return {
    name,
    description: textIn(entry, 'description'),
    inputSchema: input?.found.value ?? noParameters,
    outputSchema: output?.found.value,
    inputPointer: (input?.found ?? entry).at(''),
    outputPointer: (output?.found ?? entry).at(''),
    dialect,
    notation: isSubset ? 'openapi-subset' : 'json-schema',
  };
}

/** The names that `toolConfig` leaves to the model. Undefined: all declared ones. */
export function offeredTools(request: Located): readonly string[] | undefined {
  const config = into(settingOf(request, 'toolConfig'), 'functionCallingConfig');
  if (textIn(config, 'mode')?.toUpperCase() === 'NONE') return [];
  const allowed = into(config, 'allowedFunctionNames')?.value;
  if (!isJsonArray(allowed) || allowed.length === 0) return undefined;
  const names = allowed.filter((name) => typeof name === 'string');
  return names.length === allowed.length ? names : undefined;
}

/** What the request asks of the answer's form. */
export type AnswerFormat =
  | { readonly kind: 'text' }
  /** Valid JSON is promised, of no particular structure. */
  | { readonly kind: 'json' }
  | {
      readonly kind: 'schema';
      readonly schema: JsonValue;
      readonly pointer: string;
      readonly notation: Schema['notation'];
      /** True for `text/x.enum`: the answer is one of the values as it stands, and no JSON. */
      readonly isBareText: boolean;
    };

export function answerFormat(request: Located): AnswerFormat {
  const config = into(request, 'generationConfig') ?? into(request, 'config');
  const type = textIn(config, 'responseMimeType');
  const schema = schemaOf(config, { json: 'responseJsonSchema', subset: 'responseSchema' });
  if (schema === undefined) return type === 'application/json' ? { kind: 'json' } : { kind: 'text' };
  const { found, notation } = schema;
  return { kind: 'schema', schema: found.value, pointer: found.at(''), notation, isBareText: type === 'text/x.enum' };
}
