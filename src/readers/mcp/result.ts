import type { HostVerdict, Outcome, Returned } from '../../model/event/calls.ts';
import type { LedgerEvent } from '../../model/event.ts';
import { isJsonArray, isJsonObject } from '../../model/json.ts';
import type { Payload } from '../../model/payload.ts';
import type { SourceRecord } from '../../model/record.ts';
import { contradictionIn } from '../kit/contradiction.ts';
import { hear } from '../kit/host-verdict.ts';
import type { Connection, Pending } from './connection.ts';
import { elementsOf, into, type Located, textOf } from './located.ts';
import { isAtLeast } from './protocol.ts';

/** Which call an answer belongs to. */
export type Answered = Pick<Pending, 'call' | 'callPointer' | 'tool' | 'revision'>;

/** A `CallToolResult` (MCP, server/tools) as an event. */
export function readCallResult(connection: Connection, record: SourceRecord, result: Located, call: Answered): readonly LedgerEvent[] {
  const outcome = outcomeOf(result);
  const texts = textsOf(result);
  const heard = hear(outcome, outcome === 'tool_error' ? texts[0]?.text : undefined);
  const returned: Returned = {
    kind: 'returned',
    record,
    run: connection.run,
    call: call.call,
    callPointer: call.callPointer,
    tool: call.tool,
    outcome: heard.outcome,
    verdict: heard.verdict,
    structured: structuredOf(result),
    texts,
    canBeStructured: canBeStructured(connection, result, call),
    contradicts: contradictionIn(outcome, texts[0]?.text, call.tool),
  };
  const what = oddityOf(result);
  return what === undefined ? [returned] : [returned, { kind: 'unread', record, run: connection.run, what }];
}

/** What of a result says how it ended, in a form that the specification does not have. */
function oddityOf(result: Located): string | undefined {
  if (!isJsonObject(result.value)) return 'result of a call that is no object';
  const type = into(result, 'resultType').value;
  if (type !== undefined && (typeof type !== 'string' || !resultTypes.has(type))) return 'result of an unknown type';
  const isError = into(result, 'isError').value;
  return isError === undefined || typeof isError === 'boolean' ? undefined : 'isError that is no boolean';
}

/** "Unknown values MUST be treated as invalid" (MCP 2026-07-28). */
const resultTypes: ReadonlySet<string> = new Set(['complete', 'task', 'input_required']);

/** A JSON-RPC error, or an exception that a client library raised for one. */
export function readCallError(connection: Connection, record: SourceRecord, error: Located, call: Answered): Returned {
  const message = textOf(error) ?? textOf(into(error, 'message'));
  const isInvalidParams = into(error, 'code').value === -32602;
  const isAboutOutput = message?.includes('Output validation error') === true;
  const heard = hear('protocol_error', message);
  const verdict: HostVerdict | undefined = heard.verdict ?? (isInvalidParams && !isAboutOutput ? { kind: 'invalid' } : undefined);
  return { ...returnedBase(connection, record, call), ...heard, verdict, canBeStructured: false };
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
  if (type === 'task' || type === 'input_required') return 'pending';
  if (type !== undefined && type !== 'complete') return 'unknown';
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
  const texts: { readonly text: string; readonly pointer: string }[] = [];
  for (const block of elementsOf(into(result, 'content'))) {
    const { value, pointer } = into(block, 'text');
    if (typeof value === 'string' && into(block, 'type').value === 'text') texts.push({ text: value, pointer });
  }
  return texts;
}

/** Since 2025-06-18; and wherever the parties use it anyway, as servers do that negotiated an older revision. */
function canBeStructured(connection: Connection, result: Located, call: Answered): boolean {
  if (isAtLeast(call.revision ?? connection.revision, '2025-06-18')) return true;
  if (call.tool !== undefined && connection.toolsWithOutput.has(call.tool)) return true;
  return isJsonObject(result.value) && Object.hasOwn(result.value, 'structuredContent');
}
