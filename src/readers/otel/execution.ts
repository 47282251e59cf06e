import { parseJson } from '../../json/parse.ts';
import type { Outcome } from '../../model/event/calls.ts';
import type { Payload } from '../../model/payload.ts';
import { mcpResultOf } from '../kit/mcp-result.ts';
import type { TextAt } from '../kit/text-blocks.ts';
import { type Attribute, type Attributes, structuredOf, textAt, textOf } from './attributes.ts';
import { adkResult, isMasked } from './google/execution.ts';
import { parametersOf } from './google/parameters.ts';
import { executedPayload, inputPayload, notCaptured, opaque } from './payload.ts';
import type { Span } from './spans.ts';
import { isVendorTool, type VendorTool, vendorTool } from './vendor-tools.ts';

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
const argumentKeys = [
  ...(['gen_ai.tool.call.arguments', 'gcp.vertex.agent.tool_call_args', 'tool_arguments', 'ai.toolCall.args'] as const),
  'lk.function_tool.arguments',
] as const;
const resultKeys = [
  ...(['gen_ai.tool.call.result', 'gcp.vertex.agent.tool_response', 'tool_response', 'ai.toolCall.result'] as const),
  'lk.function_tool.output',
] as const;
const nameKeys = ['gen_ai.tool.name', 'ai.toolCall.name', 'lk.function_tool.name', 'tool.name', 'mcp.tool.name'] as const;
const idKeys = ['gen_ai.tool.call.id', 'ai.toolCall.id', 'lk.function_tool.id', 'tool.id', 'tool_call.id'] as const;

/** True for the span of a tool's execution, by the conventions or by its vendor's marks. */
export function isToolSpan(attributes: Attributes): boolean {
  const operation = textOf(attributes, 'gen_ai.operation.name');
  if (operation !== undefined) return operation === 'execute_tool';
  if (textOf(attributes, 'openinference.span.kind') === 'TOOL' || isVendorTool(attributes)) return true;
  if (attributes.has('ai.toolCall.name') || attributes.has('lk.function_tool.name')) return true;
  return attributes.has('gen_ai.tool.name') && (attributes.has('gen_ai.tool.call.id') || argumentKeys.some((key) => attributes.has(key)));
}

/** Google's ADK adds a span for several calls together, each of which has its own. */
const merged = '(merged tools)';

/** `merged`: no call of its own. Undefined: the span names no tool. */
export function readExecution(span: Span): Execution | 'merged' | undefined {
  const { attributes } = span;
  const vendor = vendorTool(span);
  const name = textAt(attributes, ...nameKeys) ?? vendor?.name;
  if (name === undefined) return undefined;
  if (name.text === merged) return 'merged';
  const isFlagged = attributes.get('lk.function_tool.is_error')?.value === true;
  const failure = span.failure ?? (isFlagged ? { text: undefined, words: [] } : undefined);
  const result = readResult(attributes, vendor);
  return {
    tool: name.text,
    toolPointer: name.pointer,
    ...idOf(attributes),
    payload: argumentsOf(attributes, { missing: name.pointer, vendor }),
    outcome: failure === undefined ? result.outcome : 'tool_error',
    structured: failure === undefined && result.outcome === 'ok' ? result.structured : undefined,
    texts: failure?.text === undefined ? result.texts : [failure.text],
    // what went back to the model says it too, where the status holds no more than the name of an exception
    words: [...(failure?.words ?? []), ...result.texts.map(({ text }) => text)],
  };
}

function idOf(attributes: Attributes): { readonly id: string | undefined; readonly idPointer: string | undefined } {
  const found = textAt(attributes, ...idKeys);
  const id = found?.text.trim() ?? '';
  return id === '' || id === '<not specified>' ? { id: undefined, idPointer: undefined } : { id, idPointer: found?.pointer };
}

interface Without {
  /** The place that is told where there are no arguments. */
  readonly missing: string;
  readonly vendor: VendorTool | undefined;
}

function argumentsOf(attributes: Attributes, { missing, vendor }: Without): Payload {
  for (const key of argumentKeys) {
    const attribute = attributes.get(key);
    if (attribute === undefined || attribute.value === null) continue;
    if (!key.startsWith('gcp.')) return executedPayload(attribute);
    if (isWithheld(attributes)) return notCaptured(attribute.pointer);
    return isMasked(attribute) ? opaque('the span holds the arguments in part', attribute.pointer) : executedPayload(attribute);
  }
  const input = textOf(attributes, 'openinference.span.kind') === 'TOOL' ? attributes.get('input.value') : vendor?.input;
  return input === undefined ? (parametersOf(attributes, missing) ?? notCaptured(missing)) : inputPayload(input);
}

/** Where contents are not to be recorded, ADK writes `{}` for the arguments and for the response alike. */
function isWithheld(attributes: Attributes): boolean {
  return (
    attributes.get('gcp.vertex.agent.tool_call_args')?.value === '{}' &&
    (attributes.get('gcp.vertex.agent.tool_response')?.value ?? '{}') === '{}'
  );
}

interface Result {
  readonly outcome: Outcome;
  readonly structured: Payload | undefined;
  readonly texts: readonly TextAt[];
}

/** A result in whatever form its tool has; MCP's own says whether it is an error, and what of it is structured. */
function readResult(attributes: Attributes, vendor: VendorTool | undefined): Result {
  const attribute = resultOf(attributes) ?? vendor?.output;
  const result = attribute === undefined ? undefined : structuredOf(attribute);
  if (attribute === undefined) return { outcome: 'ok', structured: undefined, texts: [] };
  const read = result === undefined ? undefined : mcpResultOf(result.value, result.at);
  if (read !== undefined) return { outcome: read.isError ? 'tool_error' : 'ok', structured: read.structured, texts: read.texts };
  const ofAdk = attribute === attributes.get('gcp.vertex.agent.tool_response') ? adkResult(attribute) : undefined;
  const texts = ofAdk === undefined || ofAdk.outcome === 'unknown' ? plainText(attribute) : ofAdk.texts;
  return { outcome: ofAdk?.outcome ?? 'ok', structured: undefined, texts };
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
