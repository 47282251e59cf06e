import type { ToolDeclaration } from '../../model/declaration.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { PointerTo } from '../kit/pair.ts';

/** Tools of one namespace, or of none; the namespace is part of a tool's identity. */
export interface ToolGroup {
  readonly server: string | undefined;
  readonly tools: readonly ToolDeclaration[];
}

export interface ToolGroups {
  /** The first has no namespace and is there even when it is empty. */
  readonly groups: readonly ToolGroup[];
  /** Entries that name no tool. */
  readonly unreadable: number;
}

/** "Omitting `parameters` defines a function with an empty parameter list" (OpenAI API reference): an object that declares nothing. */
const noParameters: JsonObject = { type: 'object', properties: {} };

const dialect = { name: '2020-12', because: 'OpenAI names no dialect' } as const;

/** Whether functions are held to the strict contract, by namespace and name. */
export type Strictness = ReadonlyMap<string, boolean>;

/** "If omitted, tries strict" (OpenAI API reference): what came of it is said by the list that the response repeats, never by the request. */
export function strictnessOf(repeated: readonly JsonValue[]): Strictness {
  const found = new Map<string, boolean>();
  const add = (entry: JsonValue, server: string | undefined): void => {
    const name = stringMember(entry, 'name');
    const strict = memberOf(entry, 'strict');
    if (name !== undefined && typeof strict === 'boolean') found.set(identity(server, name), strict);
  };
  for (const entry of repeated) {
    add(entry, undefined);
    const members = memberOf(entry, 'tools');
    if (isJsonArray(members)) for (const tool of members) add(tool, stringMember(entry, 'name'));
  }
  return found;
}

const identity = (server: string | undefined, name: string): string => (server === undefined ? name : `${server} ${name}`);

/** What is known besides a list. */
export interface ListContext {
  readonly strictness?: Strictness | undefined;
  /** The provider made searches itself: a schema for those of the client is none of theirs. */
  readonly isSearchedByProvider?: boolean | undefined;
}

/** The tools of a list, with the namespaces in it. */
export function toolGroups(list: readonly JsonValue[], at: PointerTo, { strictness, isSearchedByProvider }: ListContext = {}): ToolGroups {
  const own: ToolDeclaration[] = [];
  const read = (entry: JsonValue, entryAt: PointerTo, server?: string): ToolDeclaration | undefined => {
    if (isClientSearch(entry) && isSearchedByProvider !== true) return declared('tool_search', entry, entryAt);
    return withStrictness(toolOf(entry, entryAt), entry, strictness?.get(identity(server, stringMember(entry, 'name') ?? '')));
  };
  const groups: ToolGroup[] = [{ server: undefined, tools: own }];
  let unreadable = 0;
  list.forEach((entry, index) => {
    const type = stringMember(entry, 'type');
    if (type === 'mcp') return; // a server's own list says what it has: `mcp_list_tools`
    const members = type === 'namespace' ? memberOf(entry, 'tools') : undefined;
    const server = stringMember(entry, 'name');
    if (isJsonArray(members) && server !== undefined) {
      const inner = members.map((tool, place) => read(tool, (path) => at(`/${index}/tools/${place}${path}`), server));
      const tools = inner.filter((tool) => tool !== undefined);
      unreadable += inner.length - tools.length;
      groups.push({ server, tools });
      return;
    }
    const tool = read(entry, (path) => at(`/${index}${path}`));
    if (tool === undefined) unreadable += 1;
    else own.push(tool);
  });
  return { groups, unreadable };
}

function withStrictness(tool: ToolDeclaration | undefined, entry: JsonValue, effective: boolean | undefined): ToolDeclaration | undefined {
  const isStrict = effective ?? memberOf(entry, 'strict') === true;
  return tool?.inputSchema === undefined || !isStrict ? tool : { ...tool, isStrict };
}

/** A custom tool takes free text and a hosted tool is the provider's: both are declared, neither has a schema. */
function toolOf(entry: JsonValue, at: PointerTo): ToolDeclaration | undefined {
  const type = stringMember(entry, 'type');
  const name = stringMember(entry, 'name') ?? (type === 'function' || type === 'custom' || type === 'namespace' ? undefined : type);
  if (name === undefined) return undefined;
  const isFunction = type === 'function' || (type === undefined && memberOf(entry, 'parameters') !== undefined);
  return isFunction ? declared(name, entry, at) : { name, inputPointer: at(''), outputPointer: at('') };
}

/** "Parameter schema for a client-executed tool search tool" (OpenAI API reference): without one, the search is given what the provider prescribes. */
function isClientSearch(entry: JsonValue): boolean {
  const isSearch = stringMember(entry, 'type') === 'tool_search' && stringMember(entry, 'execution') === 'client';
  return isSearch && isJsonObject(memberOf(entry, 'parameters'));
}

function declared(name: string, entry: JsonValue, at: PointerTo): ToolDeclaration {
  const parameters = memberOf(entry, 'parameters') ?? undefined;
  const isOmitted = parameters === undefined || parameters === null;
  const outputSchema = memberOf(entry, 'output_schema') ?? undefined;
  return {
    name,
    description: stringMember(entry, 'description'),
    inputSchema: isOmitted ? noParameters : parameters,
    outputSchema,
    inputPointer: at(isOmitted ? '' : '/parameters'),
    outputPointer: at(outputSchema === undefined ? '' : '/output_schema'),
    dialect,
  };
}

/** The list of an MCP server as the provider read it; here the schema's key is `input_schema`. */
export function remoteTools(
  list: readonly JsonValue[],
  at: PointerTo,
): { readonly tools: readonly ToolDeclaration[]; readonly unreadable: number } {
  const read = list.map((entry, index): ToolDeclaration | undefined => {
    const name = stringMember(entry, 'name');
    const inputSchema = memberOf(entry, 'input_schema');
    if (name === undefined || inputSchema === undefined) return undefined;
    const description = stringMember(entry, 'description');
    return { name, description, inputSchema, inputPointer: at(`/${index}/input_schema`), outputPointer: at(`/${index}`), dialect };
  });
  const tools = read.filter((tool) => tool !== undefined);
  return { tools, unreadable: read.length - tools.length };
}
