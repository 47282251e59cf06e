import type { LedgerEvent } from '../../model/event.ts';
import type { SourceRecord } from '../../model/record.ts';
import { type Connection, learnServer, type Pending, takePending } from './connection.ts';
import { askerOf } from './direction.ts';
import { readToolList } from './listing.ts';
import { into, type Located, textOf } from './located.ts';
import type { Response } from './message.ts';
import { revisionOf, serverNameIn } from './protocol.ts';
import { looksLikeCallResult, readCallError, readCallResult } from './result.ts';
import { openRound } from './rounds.ts';
import { readTask, readTaskResult, taskIdOf } from './tasks.ts';

export function readResponse(connection: Connection, record: SourceRecord, response: Response): readonly LedgerEvent[] {
  const asked = askerOf(connection, response);
  const pending = takePending(connection, response, asked);
  if (pending?.method !== 'server/discover') connection.isUsed = true;
  if (asked === 'client') learnServer(connection, serverNameIn(response.result));
  switch (pending?.method ?? response.method) {
    case 'initialize':
      connection.revision = revisionOf(into(response.result, 'protocolVersion')) ?? connection.revision;
      return [unrelated(connection, record)];
    case 'tools/list':
      if (response.error.value !== undefined) return [unrelated(connection, record)];
      return readToolList(connection, record, response.result, pending);
    case 'tools/call':
      return readCallAnswer(connection, record, response, pending);
    case 'tasks/result':
      return readTaskResult(connection, record, response, { taskId: pending?.taskId, pointer: response.id?.pointer });
    case 'tasks/get':
    case 'tasks/cancel':
      return readTask(connection, record, response.result, { taskId: pending?.taskId, pointer: response.id?.pointer });
    default:
      return pending === undefined ? readStray(connection, record, response) : [unrelated(connection, record)];
  }
}

function unrelated(connection: Connection, record: SourceRecord): LedgerEvent {
  return { kind: 'unrelated', record, run: connection.run };
}

function readCallAnswer(
  connection: Connection,
  record: SourceRecord,
  response: Response,
  pending: Pending | undefined,
): readonly LedgerEvent[] {
  const call = {
    call: pending?.call ?? response.id?.text,
    callPointer: response.id?.pointer,
    tool: pending?.tool,
    revision: pending?.revision,
  };
  // A request that named no tool was shown as unread, and an answer that crossed a cancellation counts for nothing.
  const isNameless = pending !== undefined && pending.tool === undefined && response.id !== undefined;
  if (isNameless || pending?.isCancelled === true) return [unrelated(connection, record)];
  if (response.error.value !== undefined) {
    const returned = readCallError(connection, record, response.error, call);
    return [hasBoth(response) ? { ...returned, contradicts: 'an error that has a result beside it' } : returned];
  }
  const taskId = taskIdOf(response.result);
  if (taskId !== undefined && pending !== undefined) connection.tasks.set(taskId, pending);
  if (pending !== undefined) openRound(connection, pending, response.result);
  return readCallResult(connection, record, response.result, call);
}

/** JSON-RPC 2.0 §5: `result` "MUST NOT exist if there was an error"; a null is how 1.0 and many loggers write its absence. */
function hasBoth({ result, error }: Response): boolean {
  return error.value !== undefined && result.value !== undefined && result.value !== null;
}

/** The request is not in the capture, or was answered already. */
function readStray(connection: Connection, record: SourceRecord, response: Response): readonly LedgerEvent[] {
  const isFromServer = response.sender !== 'client';
  if (isFromServer && looksLikeCallResult(response.result)) {
    return readCallAnswer(connection, record, response, undefined);
  }
  if (isFromServer && isToolList(response.result)) return readToolList(connection, record, response.result, undefined);
  return [unrelated(connection, record)];
}

function isToolList(result: Located): boolean {
  const first = into(into(result, 'tools'), 0);
  return into(first, 'inputSchema').value !== undefined && textOf(into(first, 'name')) !== undefined;
}
