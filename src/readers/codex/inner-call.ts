import { isJsonObject, type JsonObject, memberOf, stringMember } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import { contradictionIn } from '../kit/contradiction.ts';
import { hear } from '../kit/host-verdict.ts';
import { mcpResultOf } from '../kit/mcp-result.ts';
import type { PointerTo } from '../kit/pair.ts';
import type { Sink } from '../kit/sink.ts';
import type { TextAt } from '../kit/text-blocks.ts';

/**
 * A call of an MCP server that a program of the model made: in code mode no item of the conversation repeats it, and the event of its end
 * (`item_completed`) is all that is recorded. Undefined for every other event.
 */
export function innerCallIn(payload: JsonObject): JsonObject | undefined {
  const item = memberOf(payload, 'item');
  if (stringMember(payload, 'type') !== 'item_completed' || !isJsonObject(item)) return undefined;
  const isWhole = stringMember(item, 'id') !== undefined && stringMember(item, 'tool') !== undefined;
  return stringMember(item, 'type') === 'McpToolCall' && isWhole ? item : undefined;
}

export function emitInnerCall(item: JsonObject, at: PointerTo, { record, run, emit }: Sink): void {
  const given = memberOf(item, 'arguments') ?? undefined;
  const payload: Payload =
    given === undefined ? { form: 'absent', pointer: at('/arguments') } : { form: 'value', value: given, pointer: at('/arguments') };
  const tool = stringMember(item, 'tool') ?? '';
  const base = { record, run, call: stringMember(item, 'id'), callPointer: at('/id') };
  emit({ ...base, kind: 'proposed', server: stringMember(item, 'server'), tool, toolPointer: at('/tool'), payload });
  const result = resultOf(item, at);
  if (result === undefined) return;
  const contradicts = contradictionIn(result.outcome, 'texts' in result ? result.texts[0]?.text : undefined, tool);
  emit({ ...base, kind: 'returned', ...result, contradicts });
}

/** The server's own result, or the error in its place. */
function resultOf(item: JsonObject, at: PointerTo) {
  const error = memberOf(item, 'error') ?? undefined;
  const message = stringMember(error, 'message');
  const texts: readonly TextAt[] = message === undefined ? [] : [{ text: message, pointer: at('/error/message') }];
  if (error !== undefined) return { ...hear('tool_error', message), texts, canBeStructured: false };
  const result = mcpResultOf(memberOf(item, 'result'), (path) => at(`/result${path}`));
  if (result === undefined)
    return stringMember(item, 'status') === 'failed' ? ({ outcome: 'tool_error', canBeStructured: false } as const) : undefined;
  const heard = hear(result.isError ? 'tool_error' : 'ok', result.texts[0]?.text);
  return { ...heard, structured: result.structured, texts: result.texts, canBeStructured: result.structured !== undefined };
}
