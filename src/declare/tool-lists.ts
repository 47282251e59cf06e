import { appendToken } from '../json/pointer.ts';
import type { ToolDeclaration } from '../model/declaration.ts';
import { isJsonArray, isJsonObject, type JsonArray, type JsonObject, type JsonValue, member, stringMember } from '../model/json.ts';
import { isSchemaShaped } from './schema-file.ts';
import { type EntryPlace, inputMembers, readToolEntry } from './tool-entry.ts';

/** Tools found in a file, and the entries that name none. */
export interface FoundTools {
  readonly tools: ToolDeclaration[];
  /** JSON Pointers of list entries that are no tool of the user's: hosted ones, cache points, and mistakes. */
  readonly unread: string[];
}

/** Lists nest a few levels (pages of responses of results); anything deeper is no list of tools. */
const nestingLimit = 6;
/** Members that only the manifest of a server has beside its name: a registry entry, a bundle, an answer to initialize. */
const manifestMembers: readonly string[] = [
  ...['manifest_version', 'dxt_version', 'version', 'packages', 'remotes', 'serverInfo', 'capabilities', 'server'],
];
const wrappers: readonly string[] = ['tools', 'result', 'toolConfig', 'functionDeclarations', 'function_declarations', 'functions'];

/**
 * Tools in any of the notations in use: an MCP tools/list result, its JSON-RPC response or pages of it, the tool list or
 * whole request of OpenAI (Chat, Responses, namespaces), Anthropic, Gemini, Mistral, Cohere or Bedrock, tools of LangChain, tools of the AI
 * SDK (a list, or a map by name), the manifest of a server, several servers by name, or one tool. Undefined when the value is none of these.
 */
export function findTools(value: JsonValue, at: EntryPlace): FoundTools | undefined {
  const found: FoundTools = { tools: [], unread: [] };
  const isList = collect(found, value, at, 0);
  return isList && (found.tools.length > 0 || found.unread.length === 0) ? found : undefined;
}

/** Whether the value has the shape of a list or of a tool. An empty list is a list. */
function collect(found: FoundTools, value: JsonValue, at: EntryPlace, depth: number): boolean {
  if (depth > nestingLimit) return false;
  if (isJsonArray(value)) return collectList(found, value, at, depth);
  if (!isJsonObject(value)) return false;
  const servers = member(value, 'servers');
  if (isList(servers)) return collectServers(found, servers, { ...at, pointer: appendToken(at.pointer, 'servers') }, depth + 1);
  const wrapper = wrappers.find((name) => isList(member(value, name)));
  if (wrapper !== undefined && !isToolShaped(value)) {
    const server = namespaceOf(value) ?? at.server ?? ownServer(value);
    return collect(found, member(value, wrapper) ?? null, { pointer: appendToken(at.pointer, wrapper), server }, depth + 1);
  }
  const tool = isToolShaped(value) || depth > 0 ? readToolEntry(value, at) : undefined;
  if (tool !== undefined) found.tools.push(tool);
  return tool !== undefined || collectByName(found, value, at);
}

function namespaceOf(value: JsonObject): string | undefined {
  return stringMember(value, 'type') === 'namespace' ? stringMember(value, 'name') : undefined;
}

/** The name of the server whose tools an object lists, where it says so: its manifest, or what it answered to initialize. */
function ownServer(value: JsonObject): string | undefined {
  const name = stringMember(value, 'name');
  const isManifest = manifestMembers.some((known) => Object.hasOwn(value, known));
  const isBare = Object.keys(value).every((key) => ['name', 'title', 'description', 'tools'].includes(key));
  return stringMember(value, 'server') ?? stringMember(member(value, 'serverInfo'), 'name') ?? (isManifest || isBare ? name : undefined);
}

/** `{servers: {billing: {tools: […]}}}`: the key is the server. A list of manifests names its servers itself. */
function collectServers(found: FoundTools, servers: JsonArray | JsonObject, at: EntryPlace, depth: number): boolean {
  if (isJsonArray(servers)) return collectList(found, servers, at, depth);
  for (const [name, value] of Object.entries(servers)) {
    const place = { pointer: appendToken(at.pointer, name), server: at.server ?? name };
    if (!isToolHolder(value) || !collect(found, value, place, depth)) found.unread.push(place.pointer);
  }
  return true;
}

/** What stands under a server's name lists its tools; anything else (how the server is started) is none of them. */
function isToolHolder(value: JsonValue): boolean {
  return isJsonArray(value) || (isJsonObject(value) && wrappers.some((name) => isList(member(value, name))));
}

/** `{refund: {description, inputSchema}}`: every member is a tool without a name, or with that of its key. */
function collectByName(found: FoundTools, value: JsonObject, at: EntryPlace): boolean {
  const entries = Object.entries(value);
  if (entries.length === 0 || isSchemaShaped(value) || !entries.every(([name, entry]) => isNamelessTool(name, entry))) return false;
  for (const [name, entry] of entries) {
    if (!isJsonObject(entry)) continue;
    const tool = readToolEntry({ ...entry, name }, { pointer: appendToken(at.pointer, name), server: at.server });
    if (tool !== undefined) found.tools.push(tool);
  }
  return true;
}

function isNamelessTool(name: string, entry: JsonValue): boolean {
  if (name === '' || !isJsonObject(entry)) return false;
  const own = member(entry, 'name');
  if (own !== undefined && own !== name) return false;
  return inputMembers.some((key) => isJsonObject(member(entry, key)));
}

function collectList(found: FoundTools, list: JsonArray, at: EntryPlace, depth: number): boolean {
  for (const [index, entry] of list.entries()) {
    const pointer = appendToken(at.pointer, index);
    if (!collect(found, entry, { pointer, server: at.server }, depth + 1)) found.unread.push(pointer);
  }
  return true;
}

function isList(value: JsonValue | undefined): value is JsonArray | JsonObject {
  return isJsonArray(value) || isJsonObject(value);
}

/** A tool object says its name and holds a schema, or wraps one that does. */
function isToolShaped(value: JsonObject): boolean {
  if (isJsonObject(member(value, 'toolSpec'))) return true;
  if (stringMember(member(value, 'function'), 'name') !== undefined) return true;
  return stringMember(value, 'name') !== undefined && inputMembers.some((name) => Object.hasOwn(value, name));
}
