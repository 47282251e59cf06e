import type { ToolDeclaration } from '../../model/declaration.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { type PointerTo, pointersIn, type Side } from '../kit/pair.ts';

/** The tools of a request and how many entries of the list could not be read. */
export interface RequestTools {
  readonly tools: readonly ToolDeclaration[];
  readonly unreadable: number;
}

const dialect = { name: '2020-12', because: 'Anthropic documents input_schema as JSON Schema 2020-12' } as const;

/**
 * `tools`, with the tools that system messages add later in the conversation. Undefined when the request records no list:
 * then nothing is known about the set.
 */
export function requestTools(request: Side): RequestTools | undefined {
  const list = memberOf(request.value, 'tools');
  if (!isJsonArray(list)) return undefined;
  const own = list.flatMap((entry, index) => (isToolset(entry) ? [] : [toolOf(entry, pointersIn(request, `/tools/${index}`))]));
  const read = own.filter((tool) => tool !== undefined);
  return { tools: [...read, ...addedTools(request)], unreadable: own.length - read.length };
}

/** A toolset opens a server to the provider; its tools are not listed, and calls of them are marked as the provider's. */
function isToolset(entry: JsonValue): boolean {
  return stringMember(entry, 'type') === 'mcp_toolset';
}

/** A tool with a versioned `type` is the provider's own: declared, without a schema. */
function toolOf(entry: JsonValue, at: PointerTo): ToolDeclaration | undefined {
  const name = stringMember(entry, 'name');
  if (name === undefined) return undefined;
  const inputSchema = memberOf(entry, 'input_schema');
  if (inputSchema === undefined) return { name, inputPointer: at(''), outputPointer: at('') };
  const description = stringMember(entry, 'description');
  return { name, description, inputSchema, inputPointer: at('/input_schema'), outputPointer: at(''), dialect };
}

/** `tool_addition` blocks: most refer to a deferred entry of `tools`, which is in the list already; some carry the tool. */
function addedTools(request: Side): readonly ToolDeclaration[] {
  const messages = memberOf(request.value, 'messages');
  if (!isJsonArray(messages)) return [];
  return messages.flatMap((message, index) => {
    const content = memberOf(message, 'content');
    if (stringMember(message, 'role') !== 'system' || !isJsonArray(content)) return [];
    return content.flatMap((block, place) => addition(block, pointersIn(request, `/messages/${index}/content/${place}/tool`)));
  });
}

function addition(block: JsonValue, at: PointerTo): readonly ToolDeclaration[] {
  const tool = stringMember(block, 'type') === 'tool_addition' ? memberOf(block, 'tool') : undefined;
  if (tool === undefined || stringMember(tool, 'type') === 'tool_reference') return [];
  const read = toolOf(tool, at);
  return read === undefined ? [] : [read];
}

/** The names that `tool_choice` leaves to the model. Undefined: all declared ones. */
export function offeredTools(request: JsonValue): readonly string[] | undefined {
  const choice = memberOf(request, 'tool_choice');
  const type = stringMember(choice, 'type');
  if (type === 'none') return [];
  const name = type === 'tool' ? stringMember(choice, 'name') : undefined;
  return name === undefined ? undefined : [name];
}

/** The schema that the answer must satisfy, with its place. */
export interface AnswerContract {
  readonly schema: JsonValue;
  readonly pointer: string;
}

/** `output_config.format`, or the older `output_format`. */
export function answerContract(request: Side): AnswerContract | undefined {
  const current = memberOf(memberOf(request.value, 'output_config'), 'format');
  const format = current ?? memberOf(request.value, 'output_format');
  const schema = stringMember(format, 'type') === 'json_schema' ? memberOf(format, 'schema') : undefined;
  if (schema === undefined) return undefined;
  const path = current === undefined ? '/output_format/schema' : '/output_config/format/schema';
  return { schema, pointer: pointersIn(request)(path) };
}
