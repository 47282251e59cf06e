import type { ToolDeclaration } from '../../../model/declaration.ts';
import { isJsonArray, isJsonObject, type JsonValue, member, memberOf, stringMember } from '../../../model/json.ts';
import { type PointerTo, pointersIn, type Side } from '../pair.ts';
import type { ChatDialect } from './dialect.ts';

/** The functions of a request and how many entries of the list could not be read. */
export interface RequestTools {
  readonly tools: readonly ToolDeclaration[];
  readonly unreadable: number;
}

/** `tools`, or the older `functions`. Undefined when the request records neither: then nothing is known about the set. */
export function requestTools(request: Side, dialect: ChatDialect): RequestTools | undefined {
  const tools = memberOf(request.value, 'tools');
  const functions = memberOf(request.value, 'functions');
  if (!isJsonArray(tools) && !isJsonArray(functions)) return undefined;
  const modern = isJsonArray(tools) ? tools.map((entry, index) => toolOf(entry, pointersIn(request, `/tools/${index}`), dialect)) : [];
  const legacy = isJsonArray(functions)
    ? functions.map((entry, index) => functionTool(entry, pointersIn(request, `/functions/${index}`), dialect))
    : [];
  const read = [...modern, ...legacy].filter((tool) => tool !== undefined);
  return { tools: read, unreadable: modern.length + legacy.length - read.length };
}

function toolOf(entry: JsonValue, at: PointerTo, dialect: ChatDialect): ToolDeclaration | undefined {
  const inner = memberOf(entry, 'function');
  if (inner !== undefined) return functionTool(inner, (path) => at(`/function${path}`), dialect);
  const type = stringMember(entry, 'type');
  return type === 'function' ? functionTool(entry, at, dialect) : providerTool(entry, type, at(''));
}

function functionTool(value: JsonValue, at: PointerTo, dialect: ChatDialect): ToolDeclaration | undefined {
  const name = stringMember(value, 'name');
  if (name === undefined) return undefined;
  // Null, as dumps of objects write it, is what is left out.
  const parameters = memberOf(value, 'parameters') ?? undefined;
  return {
    name,
    description: stringMember(value, 'description'),
    inputSchema: parameters === undefined ? dialect.withoutParameters : parameters,
    inputPointer: at(parameters === undefined ? '' : '/parameters'),
    outputPointer: at(''),
    dialect: { name: '2020-12', because: dialect.because },
  };
}

/** A custom tool takes free text and a provider's own tool is run by it: both are declared, neither has a schema. */
function providerTool(entry: JsonValue, type: string | undefined, pointer: string): ToolDeclaration | undefined {
  const name = stringMember(memberOf(entry, 'custom'), 'name') ?? stringMember(entry, 'name') ?? type;
  return name === undefined ? undefined : { name, inputPointer: pointer, outputPointer: pointer };
}

/** The names that `tool_choice` leaves to the model. Undefined: all declared ones. */
export function offeredTools(request: JsonValue): readonly string[] | undefined {
  const choice = memberOf(request, 'tool_choice') ?? memberOf(request, 'function_call');
  if (choice === 'none') return [];
  if (!isJsonObject(choice)) return undefined;
  const allowed = memberOf(memberOf(choice, 'allowed_tools'), 'tools') ?? member(choice, 'tools');
  if (isJsonArray(allowed)) return allNames(allowed);
  const name = chosenName(choice);
  return name === undefined ? undefined : [name];
}

/** Undefined when one entry names nothing: then it is not known what was left out. */
function allNames(entries: readonly JsonValue[]): readonly string[] | undefined {
  const names = entries.map((entry) => chosenName(entry)).filter((name) => name !== undefined);
  return names.length === entries.length ? names : undefined;
}

function chosenName(entry: JsonValue): string | undefined {
  return (
    stringMember(memberOf(entry, 'function'), 'name') ?? stringMember(memberOf(entry, 'custom'), 'name') ?? stringMember(entry, 'name')
  );
}

/** What the request asks of the answer's form. */
export type ResponseFormat =
  | { readonly kind: 'text' }
  /** Valid JSON is promised, of no particular structure. */
  | { readonly kind: 'json-object' }
  | { readonly kind: 'json-schema'; readonly schema: JsonValue; readonly pointer: string; readonly name: string | undefined }
  | { readonly kind: 'unreadable' };

export function responseFormat(request: Side): ResponseFormat {
  const format = memberOf(request.value, 'response_format');
  const type = stringMember(format, 'type');
  if (type === 'json_object') return { kind: 'json-object' };
  if (type !== 'json_schema') return { kind: 'text' };
  const described = memberOf(format, 'json_schema');
  const schema = memberOf(described, 'schema');
  if (schema === undefined) return { kind: 'unreadable' };
  const pointer = pointersIn(request)('/response_format/json_schema/schema');
  return { kind: 'json-schema', schema, pointer, name: stringMember(described, 'name') };
}
