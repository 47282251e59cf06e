import { parseJson } from '../../json/parse.ts';
import type { Outcome } from '../../model/event/calls.ts';
import type { Payload } from '../../model/payload.ts';
import { type McpResult, mcpResultOf } from '../kit/mcp-result.ts';
import type { TextAt } from '../kit/text-blocks.ts';
import { type Attribute, type Attributes, structuredOf, textAt, textOf } from './attributes.ts';
import { executedPayload, inputPayload, notCaptured } from './payload.ts';
import type { Span } from './spans.ts';

/** What the span of a tool tells: that it ran, with what, and how it came out. */
export interface Execution {
  readonly tool: string;
  readonly toolPointer: string;
  readonly id: string | undefined;
  readonly idPointer: string | undefined;
  readonly payload: Payload;
  readonly outcome: Outcome;
  readonly structured: Payload | undefined;
  readonly texts: readonly TextAt[];
  /** Of one that did not succeed: every text in which the host may have said why. */
  readonly words: readonly string[];
}

/** Vendors' names for the arguments, the conventions' own first. */
const argumentKeys = ['gen_ai.tool.call.arguments', 'gcp.vertex.agent.tool_call_args', 'tool_arguments', 'ai.toolCall.args'] as const;
const resultKeys = ['gen_ai.tool.call.result', 'gcp.vertex.agent.tool_response', 'tool_response', 'ai.toolCall.result'] as const;

/** True for the span of a tool's execution, by the conventions or by its vendor's marks. */
export function isToolSpan(attributes: Attributes): boolean {
  const operation = textOf(attributes, 'gen_ai.operation.name');
  if (operation !== undefined) return operation === 'execute_tool';
  if (textOf(attributes, 'openinference.span.kind') === 'TOOL' || attributes.has('ai.toolCall.name')) return true;
  return attributes.has('gen_ai.tool.name') && (attributes.has('gen_ai.tool.call.id') || argumentKeys.some((key) => attributes.has(key)));
}

/** Google's ADK adds a span for several calls together, each of which has its own. */
const merged = '(merged tools)';

/** `merged`: no call of its own. Undefined: the span names no tool. */
export function readExecution({ attributes, failure }: Span): Execution | 'merged' | undefined {
  const name = textAt(attributes, 'gen_ai.tool.name', 'ai.toolCall.name', 'tool.name', 'mcp.tool.name');
  if (name === undefined) return undefined;
  if (name.text === merged) return 'merged';
  const result = readResult(attributes);
  return {
    tool: name.text,
    toolPointer: name.pointer,
    ...idOf(attributes),
    payload: argumentsOf(attributes, name.pointer),
    outcome: failure !== undefined || result.isError ? 'tool_error' : 'ok',
    structured: failure === undefined && !result.isError ? result.structured : undefined,
    texts: failure?.text === undefined ? result.texts : [failure.text],
    // what went back to the model says it too, where the status holds no more than the name of an exception
    words: [...(failure?.words ?? []), ...result.texts.map(({ text }) => text)],
  };
}

function idOf(attributes: Attributes): { readonly id: string | undefined; readonly idPointer: string | undefined } {
  const found = textAt(attributes, 'gen_ai.tool.call.id', 'ai.toolCall.id', 'tool.id', 'tool_call.id');
  const id = found?.text.trim() ?? '';
  return id === '' || id === '<not specified>' ? { id: undefined, idPointer: undefined } : { id, idPointer: found?.pointer };
}

function argumentsOf(attributes: Attributes, missing: string): Payload {
  for (const key of argumentKeys) {
    const attribute = attributes.get(key);
    if (attribute === undefined || attribute.value === null) continue;
    return key.startsWith('gcp.') && isWithheld(attributes) ? notCaptured(attribute.pointer) : executedPayload(attribute);
  }
  const input = textOf(attributes, 'openinference.span.kind') === 'TOOL' ? attributes.get('input.value') : undefined;
  return input === undefined ? notCaptured(missing) : inputPayload(input);
}

/** Where contents are not to be recorded, ADK writes `{}` for the arguments and for the response alike. */
function isWithheld(attributes: Attributes): boolean {
  return (
    attributes.get('gcp.vertex.agent.tool_call_args')?.value === '{}' &&
    (attributes.get('gcp.vertex.agent.tool_response')?.value ?? '{}') === '{}'
  );
}

/** A result in whatever form its tool has; MCP's own says whether it is an error, and what of it is structured. */
function readResult(attributes: Attributes): McpResult {
  const attribute = resultOf(attributes);
  const result = attribute === undefined ? undefined : structuredOf(attribute);
  if (attribute === undefined) return { isError: false, structured: undefined, texts: [] };
  const read = result === undefined ? undefined : mcpResultOf(result.value, result.at);
  return read ?? { isError: false, structured: undefined, texts: plainText(attribute) };
}

function resultOf(attributes: Attributes): Attribute | undefined {
  const found = resultKeys.map((key) => attributes.get(key)).find((attribute) => attribute !== undefined);
  return found ?? (textOf(attributes, 'openinference.span.kind') === 'TOOL' ? attributes.get('output.value') : undefined);
}

/** A text that is itself JSON text is unwrapped once: instrumentations write every result as JSON. */
function plainText({ value, pointer }: Attribute): readonly TextAt[] {
  if (typeof value !== 'string') return [];
  const parsed = value.startsWith('"') ? parseJson(value) : undefined;
  return [{ text: parsed?.ok === true && typeof parsed.value === 'string' ? parsed.value : value, pointer }];
}
