import { appendToken } from '../json/pointer.ts';
import type { DialectName, ToolDeclaration } from '../model/declaration.ts';
import { isJsonObject, type JsonObject, type JsonValue, member, stringMember } from '../model/json.ts';

/** Where a tool object stands, and for which server. */
export interface EntryPlace {
  readonly pointer: string;
  readonly server: string | undefined;
}

type Dialect = { readonly name: DialectName; readonly because: string };

const modelContext: Dialect = { name: '2020-12', because: 'MCP prescribes 2020-12 where a schema names no dialect' };
const anthropic: Dialect = { name: '2020-12', because: 'the Messages API prescribes 2020-12' };

interface Notation {
  readonly input: readonly string[];
  readonly output: readonly string[];
  readonly dialect?: Dialect;
  /** A null stands for what is left out, as dumps of objects write it. Elsewhere the member is required, and null is no schema. */
  readonly isOptional?: true;
}

/** OpenAI and Google: a function that declares no parameters has none. */
const noParameters: JsonValue = { type: 'object', properties: {} };

/** Members that hold a tool's input schema, in any notation. */
export const inputMembers: readonly string[] = [
  ...['inputSchema', 'input_schema', 'parametersJsonSchema', 'parameters_json_schema', 'args_schema', 'parameters'],
];

/** The members that hold the two schemas, by notation; the first that is there decides. */
const notations: readonly Notation[] = [
  { input: ['inputSchema'], output: ['outputSchema'], dialect: modelContext },
  { input: ['input_schema'], output: ['output_schema'], dialect: anthropic },
  { input: ['parametersJsonSchema', 'parameters_json_schema'], output: ['responseJsonSchema', 'response_json_schema'], isOptional: true },
  { input: ['args_schema'], output: [], isOptional: true },
  { input: ['parameters'], output: ['output_schema', 'response'], isOptional: true },
];

/** One tool object in any provider's notation, unwrapped. Undefined: it names no tool. */
export function readToolEntry(entry: JsonObject, at: EntryPlace): ToolDeclaration | undefined {
  const bedrock = member(entry, 'toolSpec');
  if (isJsonObject(bedrock)) return readBedrock(bedrock, { ...at, pointer: `${at.pointer}/toolSpec` });
  const chat = member(entry, 'function');
  if (isJsonObject(chat)) return readFunction(chat, { ...at, pointer: `${at.pointer}/function` });
  const isFunction = stringMember(entry, 'type') === 'function' || functionList.test(at.pointer);
  return isFunction ? readFunction(entry, at) : readNamed(entry, at);
}

/** Lists whose entries are functions, although they do not say so: Google's, and OpenAI's older one. */
const functionList = /\/(?:functionDeclarations|function_declarations|functions)\/\d+$/;

function readFunction(entry: JsonObject, at: EntryPlace): ToolDeclaration | undefined {
  const tool = readNamed(entry, at);
  const isDeclaring = tool === undefined || inputMembers.some((name) => isGiven(entry, name)) || Object.hasOwn(entry, 'inputSchema');
  return isDeclaring ? tool : { ...tool, inputSchema: noParameters, inputPointer: at.pointer };
}

const isGiven = (entry: JsonObject, name: string): boolean => (member(entry, name) ?? null) !== null;

function readNamed(entry: JsonObject, at: EntryPlace): ToolDeclaration | undefined {
  const has = (isThere: typeof isGiven): Notation | undefined =>
    notations.find(({ input, output }) => [...input, ...output].some((name) => isThere(entry, name)));
  const notation = has(isGiven) ?? has(Object.hasOwn);
  const tool = declare(entry, at, notation ?? { input: ['inputSchema'], output: ['outputSchema'] });
  return tool === undefined ? undefined : unwrapSchemas(tool, stringMember(entry, 'type') === 'function');
}

/** The AI SDK writes `{jsonSchema: …}` around a schema, and shares its member names with MCP but not its dialect. */
function unwrapSchemas(tool: ToolDeclaration, isFunction: boolean): ToolDeclaration {
  const input = wrappedSchema(tool.inputSchema);
  const output = wrappedSchema(tool.outputSchema);
  const isForeign = isFunction || input !== undefined || output !== undefined;
  return {
    ...tool,
    ...(input === undefined ? {} : { inputSchema: input, inputPointer: `${tool.inputPointer}/jsonSchema` }),
    ...(output === undefined ? {} : { outputSchema: output, outputPointer: `${tool.outputPointer}/jsonSchema` }),
    dialect: isForeign && tool.dialect === modelContext ? undefined : tool.dialect,
  };
}

/** No keyword of JSON Schema has that name, so an object with this member alone says nothing but what it wraps. */
function wrappedSchema(value: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(value)) return undefined;
  const schema = member(value, 'jsonSchema');
  const isAlone = Object.keys(value).length === 1;
  return isAlone && (isJsonObject(schema) || typeof schema === 'boolean') ? schema : undefined;
}

/** Amazon Bedrock Converse wraps the schema once more: `inputSchema: {json: …}`. */
function readBedrock(spec: JsonObject, at: EntryPlace): ToolDeclaration | undefined {
  const tool = declare(spec, at, { input: ['inputSchema'], output: ['outputSchema'] });
  if (tool === undefined) return undefined;
  const wrapped = tool.inputSchema;
  const schema = isJsonObject(wrapped) ? member(wrapped, 'json') : undefined;
  return schema === undefined ? tool : { ...tool, inputSchema: schema, inputPointer: `${tool.inputPointer}/json` };
}

function declare(entry: JsonObject, at: EntryPlace, notation: Notation): ToolDeclaration | undefined {
  const name = stringMember(entry, 'name');
  if (name === undefined || name === '') return undefined;
  const input = choose(entry, notation.input);
  const output = choose(entry, notation.output);
  const isSubset = isOpenApiSubset(input.schema) || isOpenApiSubset(output.schema);
  return {
    server: at.server,
    name,
    title: stringMember(entry, 'title'),
    description: stringMember(entry, 'description'),
    annotations: member(entry, 'annotations'),
    inputSchema: input.schema === null && notation.isOptional === true ? undefined : input.schema,
    outputSchema: output.schema ?? undefined,
    inputPointer: appendToken(at.pointer, input.name),
    outputPointer: appendToken(at.pointer, output.name),
    dialect: notation.dialect,
    ...(member(entry, 'strict') === true ? { isStrict: true } : {}),
    notation: isSubset ? 'openapi-subset' : 'json-schema',
  };
}

function choose(entry: JsonObject, names: readonly string[]): { readonly name: string; readonly schema: JsonValue | undefined } {
  const found = names.find((candidate) => isGiven(entry, candidate)) ?? names.find((candidate) => Object.hasOwn(entry, candidate));
  const name = found ?? names[0] ?? '';
  return { name, schema: member(entry, name) };
}

/** Google writes types in capitals (`OBJECT`): an OpenAPI subset, not JSON Schema. The root tells. */
function isOpenApiSubset(schema: JsonValue | undefined): boolean {
  const type = stringMember(schema, 'type');
  return type !== undefined && /^[A-Z]+$/.test(type);
}
