import { printJson } from '../../json/print.ts';
import type { HostVerdict, Outcome } from '../../model/event/calls.ts';
import { isJsonArray, isJsonObject, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import { hear } from '../kit/host-verdict.ts';
import { mcpResultOf } from '../kit/mcp-result.ts';
import type { PointerTo } from '../kit/pair.ts';
import { type TextAt, textsAt } from '../kit/text-blocks.ts';

/** How a call came out. */
export interface CallResult {
  readonly outcome: Outcome;
  readonly structured?: Payload | undefined;
  readonly texts?: readonly TextAt[] | undefined;
  readonly verdict?: HostVerdict | undefined;
}

/** Tools that need an approval are asked for; this SDK knows no other denial. */
export const deniedByApproval: CallResult = { outcome: 'refused', verdict: { kind: 'denied', by: 'human' } };

/** What a tool returned, as it is: text, MCP's own result, or any other value, which is its structured output. */
export function plainResult(value: JsonValue | undefined, at: PointerTo): CallResult {
  if (value === undefined) return { outcome: 'ok' };
  if (typeof value === 'string') return { outcome: 'ok', texts: [{ text: value, pointer: at('') }] };
  const result = mcpResultOf(value, at);
  if (result === undefined) return { outcome: 'ok', structured: { form: 'value', value, pointer: at('') } };
  const { isError, structured, texts } = result;
  return isError ? failed(texts, undefined) : { outcome: 'ok', structured, texts };
}

/** `output` of a model message: `{type, value}` (LanguageModelV2ToolResultOutput and later). */
export function typedResult(output: JsonValue, at: PointerTo, tool: string | undefined): CallResult {
  const value = memberOf(output, 'value');
  const inside: PointerTo = (path) => at(`/value${path}`);
  switch (stringMember(output, 'type')) {
    case 'text':
      return { outcome: 'ok', texts: textsAt(value, inside) };
    case 'json':
      return plainResult(value, inside);
    case 'content':
      return { outcome: 'ok', texts: textsAt(isJsonArray(value) ? value : undefined, inside) };
    case 'error-text':
    case 'error-json':
      return errorResult(value, inside, tool);
    case 'execution-denied':
      return deniedByApproval;
    default:
      return { outcome: 'unknown' };
  }
}

/** An error as its text, or as the object that serialising it left. */
export function errorResult(error: JsonValue | undefined, at: PointerTo, tool: string | undefined): CallResult {
  const name = stringMember(error, 'name');
  if (name !== undefined && refusals.has(name)) return invalidCall(error, at);
  const text = textOfError(error, at);
  return failed(text === undefined ? [] : [text], tool);
}

function textOfError(error: JsonValue | undefined, at: PointerTo): TextAt | undefined {
  if (typeof error === 'string') return { text: error, pointer: at('') };
  const message = stringMember(error, 'message');
  if (message !== undefined) return { text: message, pointer: at('/message') };
  return isJsonObject(error) || isJsonArray(error) ? { text: printJson(error), pointer: at('') } : undefined;
}

const noSuchTool = 'AI_NoSuchToolError';

/** By these the SDK says that it did not run the call; the older names among them. */
const refusals: ReadonlySet<string> = new Set([
  noSuchTool,
  'AI_InvalidToolInputError',
  'AI_InvalidToolArgumentsError',
  'AI_ToolCallRepairError',
]);

/** A call that is marked `invalid`: it was not run, and its error says why. */
export function invalidCall(error: JsonValue | undefined, at: PointerTo): CallResult {
  const text = textOfError(error, at);
  const cause = stringMember(error, 'name') === 'AI_ToolCallRepairError' ? memberOf(error, 'originalError') : error;
  const isUnknown = stringMember(cause, 'name') === noSuchTool || (text !== undefined && unavailable.test(text.text.slice(0, lookedAt)));
  return refused(text === undefined ? [] : [text], isUnknown);
}

const unavailable = /^(?:AI_NoSuchToolError: |Error: )?Model tried to call unavailable tool '/;
const lookedAt = 200;

/** The SDK's own two sentences about a call that it did not run; the name keeps them apart from a tool's words about another. */
function failed(texts: readonly TextAt[], tool: string | undefined): CallResult {
  const text = texts[0]?.text ?? '';
  const start = text.slice(0, lookedAt + (tool?.length ?? 0)).replace(/^(?:AI_\w{1,60}|Error): /, '');
  const isUnknown = tool !== undefined && start.startsWith(`Model tried to call unavailable tool '${tool}'`);
  const isInvalid =
    tool !== undefined &&
    /^Invalid (?:input|arguments) for tool /.test(start) &&
    start.slice(0, lookedAt + tool.length).includes(` tool ${tool}: `);
  return isUnknown || isInvalid ? refused(texts, isUnknown) : { ...hear('tool_error', text), texts };
}

function refused(texts: readonly TextAt[], isUnknown: boolean): CallResult {
  return { outcome: 'refused', texts, verdict: { kind: isUnknown ? 'unknown-tool' : 'invalid' } };
}
