import { appendToken } from '../json/pointer.ts';
import type { ToolDeclaration } from '../model/declaration.ts';
import { isJsonArray, isJsonObject, type JsonArray, type JsonObject, type JsonValue, member, stringMember } from '../model/json.ts';
import { type EntryPlace, readToolEntry } from './tool-entry.ts';

/** Tools found in a file, and the entries that name none. */
export interface FoundTools {
  readonly tools: ToolDeclaration[];
  /** JSON Pointers of list entries that are no tool of the user's: hosted ones, cache points, and mistakes. */
  readonly unread: string[];
}

/** Lists nest a few levels (pages of responses of results); anything deeper is no list of tools. */
const nestingLimit = 6;
const wrappers: readonly string[] = ['tools', 'result', 'toolConfig', 'functionDeclarations', 'function_declarations', 'functions'];

/**
 * Tools in any of the notations in use: an MCP tools/list result, its JSON-RPC response or pages of it, the tool list or
 * whole request of OpenAI (Chat, Responses, namespaces), Anthropic, Gemini, Mistral, Cohere or Bedrock, or one tool.
 * Undefined when the value is none of these.
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
  const wrapper = wrappers.find((name) => isList(member(value, name)));
  if (wrapper !== undefined && !isToolShaped(value)) {
    const server = stringMember(value, 'type') === 'namespace' ? stringMember(value, 'name') : at.server;
    return collect(found, member(value, wrapper) ?? null, { pointer: appendToken(at.pointer, wrapper), server }, depth + 1);
  }
  const tool = isToolShaped(value) || depth > 0 ? readToolEntry(value, at) : undefined;
  if (tool !== undefined) found.tools.push(tool);
  return tool !== undefined;
}

function collectList(found: FoundTools, list: JsonArray, at: EntryPlace, depth: number): boolean {
  for (const [index, entry] of list.entries()) {
    const pointer = appendToken(at.pointer, index);
    if (!collect(found, entry, { pointer, server: at.server }, depth + 1)) found.unread.push(pointer);
  }
  return true;
}

function isList(value: JsonValue | undefined): boolean {
  return isJsonArray(value) || isJsonObject(value);
}

/** A tool object says its name and holds a schema, or wraps one that does. */
function isToolShaped(value: JsonObject): boolean {
  if (isJsonObject(member(value, 'toolSpec'))) return true;
  if (stringMember(member(value, 'function'), 'name') !== undefined) return true;
  const schemas = ['inputSchema', 'input_schema', 'parameters', 'parametersJsonSchema', 'parameters_json_schema'];
  return stringMember(value, 'name') !== undefined && schemas.some((name) => Object.hasOwn(value, name));
}
