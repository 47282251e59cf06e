import type { LedgerEvent, Outcome, Payload, Returned } from '../../model/event.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import { namesInvalidCall, namesUnknownTool } from '../kit/invalid-call.ts';
import type { Connection, Pending } from './connection.ts';
import { elementsOf, into, type Located, textOf } from './located.ts';
import { isAtLeast } from './protocol.ts';

/** Which call an answer belongs to. */
export type Answered = Pick<Pending, 'call' | 'callPointer' | 'tool' | 'revision'>;

/** A `CallToolResult` (MCP, server/tools) as an event. */
export function readCallResult(connection: Connection, record: SourceRecord, result: Located, call: Answered): Returned {
  const outcome = outcomeOf(result);
  const texts = textsOf(result);
  return {
    ...returnedBase(connection, record, call),
    outcome,
    structured: structuredOf(result),
    texts,
    canBeStructured: canBeStructured(connection, result, call),
    namesInvalidity: outcome === 'tool_error' && texts[0] !== undefined && namesInvalidCall(texts[0].text) ? true : undefined,
    namesUnknownTool: outcome === 'tool_error' && texts[0] !== undefined && namesUnknownTool(texts[0].text) ? true : undefined,
  };
}

/** A JSON-RPC error, or an exception that a client library raised for one. */
export function readCallError(connection: Connection, record: SourceRecord, error: Located, call: Answered): Returned {
  const message = textOf(error) ?? textOf(into(error, 'message'));
  const isInvalidParams = into(error, 'code').value === -32602;
  const isAboutOutput = message?.includes('Output validation error') === true;
  const names = (isInvalidParams && !isAboutOutput) || (message !== undefined && namesInvalidCall(message));
  return {
    ...returnedBase(connection, record, call),
    outcome: 'protocol_error',
    canBeStructured: false,
    namesInvalidity: names ? true : undefined,
    namesUnknownTool: message !== undefined && namesUnknownTool(message) ? true : undefined,
  };
}

export function readCancellation(connection: Connection, record: SourceRecord, call: Pending): LedgerEvent {
  return { ...returnedBase(connection, record, call), outcome: 'cancelled', canBeStructured: false };
}

/** Whether a result without a known request can only be a tool's: content blocks, and no role as sampled messages have. */
export function looksLikeCallResult(result: Located): boolean {
  return isJsonArray(into(result, 'content').value) && into(result, 'role').value === undefined;
}

function returnedBase(
  connection: Connection,
  record: SourceRecord,
  call: Answered,
): Pick<Returned, 'kind' | 'record' | 'run' | 'call' | 'callPointer' | 'tool'> {
  return { kind: 'returned', record, run: connection.run, call: call.call, callPointer: call.callPointer, tool: call.tool };
}

function outcomeOf(result: Located): Outcome {
  if (!isJsonObject(result.value)) return 'unknown';
  // 2026-07-28: absent means complete; `task` and `input_required` are answered later.
  const type = into(result, 'resultType').value;
  if (type !== undefined && type !== 'complete') return 'pending';
  const isTask = isJsonObject(into(result, 'task').value) && into(result, 'content').value === undefined;
  if (isTask) return 'pending';
  const isError = into(result, 'isError').value;
  if (isError === undefined || isError === false) return 'ok';
  // A flag that is no boolean says neither.
  return isError === true ? 'tool_error' : 'unknown';
}

/** Present is present: null, 0, "" and [] are values from 2026-07-28 on, and faults that the gate names before it. */
function structuredOf(result: Located): Payload | undefined {
  const { value, pointer } = into(result, 'structuredContent');
  return value === undefined ? undefined : { form: 'value', value, pointer };
}

function textsOf(result: Located): readonly { readonly text: string; readonly pointer: string }[] {
  return elementsOf(into(result, 'content')).flatMap((block) => {
    const { value, pointer } = into(block, 'text');
    return into(block, 'type').value === 'text' && typeof value === 'string' ? [{ text: value, pointer }] : [];
  });
}

/** Since 2025-06-18; and wherever the parties use it anyway, as servers do that negotiated an older revision. */
function canBeStructured(connection: Connection, result: Located, call: Answered): boolean {
  if (isAtLeast(call.revision ?? connection.revision, '2025-06-18')) return true;
  if (call.tool !== undefined && connection.toolsWithOutput.has(call.tool)) return true;
  return isJsonObject(result.value) && Object.hasOwn(result.value, 'structuredContent');
}
