import type { LedgerEvent } from '../../model/event.ts';
import type { SourceRecord } from '../../model/record.ts';
import { type Connection, learnServer, type Pending, takePending } from './connection.ts';
import { askerOf } from './direction.ts';
import { readToolList } from './listing.ts';
import { into, type Located, textOf } from './located.ts';
import type { Response } from './message.ts';
import { revisionOf, serverNameIn } from './protocol.ts';
import { looksLikeCallResult, readCallError, readCallResult } from './result.ts';

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
      return [readCallAnswer(connection, record, response, pending)];
    case 'tasks/get':
    case 'tasks/result':
      return [readTaskAnswer(connection, record, response, pending)];
    default:
      return pending === undefined ? readStray(connection, record, response) : [unrelated(connection, record)];
  }
}

function unrelated(connection: Connection, record: SourceRecord): LedgerEvent {
  return { kind: 'unrelated', record, run: connection.run };
}

function readCallAnswer(connection: Connection, record: SourceRecord, response: Response, pending: Pending | undefined): LedgerEvent {
  const call = {
    call: response.id?.text,
    callPointer: response.id?.pointer,
    tool: pending?.tool,
    revision: pending?.revision,
  };
  // A request that named no tool was shown as unread, and an answer that crossed a cancellation counts for nothing.
  const isNameless = pending !== undefined && pending.tool === undefined && response.id !== undefined;
  if (isNameless || pending?.isCancelled === true) return unrelated(connection, record);
  if (response.error.value !== undefined) return readCallError(connection, record, response.error, call);
  const taskId = taskIdOf(response.result);
  if (taskId !== undefined && pending !== undefined) connection.tasks.set(taskId, pending);
  return readCallResult(connection, record, response.result, call);
}

/** `{task: {taskId}}` in 2025-11-25, `{resultType: "task", taskId}` in the extension of 2026-07-28. */
function taskIdOf(result: Located): string | undefined {
  const inTask = textOf(into(into(result, 'task'), 'taskId'));
  if (inTask !== undefined) return inTask;
  return into(result, 'resultType').value === 'task' ? textOf(into(result, 'taskId')) : undefined;
}

/** The call's own result, fetched later: as the whole answer of `tasks/result`, or inside a finished `tasks/get`. */
function readTaskAnswer(connection: Connection, record: SourceRecord, response: Response, pending: Pending | undefined): LedgerEvent {
  const taskId = pending?.taskId;
  const call = taskId === undefined ? undefined : connection.tasks.get(taskId);
  if (taskId === undefined || call === undefined) return unrelated(connection, record);
  const isResult = pending?.method === 'tasks/result';
  const error = isResult ? response.error : into(response.result, 'error');
  const result = isResult ? response.result : into(response.result, 'result');
  if (error.value === undefined && !looksLikeCallResult(result)) return unrelated(connection, record);
  connection.tasks.delete(taskId);
  const answered = { ...call, callPointer: response.id?.pointer };
  return error.value !== undefined
    ? readCallError(connection, record, error, answered)
    : readCallResult(connection, record, result, answered);
}

/** The request is not in the capture, or was answered already. */
function readStray(connection: Connection, record: SourceRecord, response: Response): readonly LedgerEvent[] {
  const isFromServer = response.sender !== 'client';
  if (isFromServer && looksLikeCallResult(response.result)) {
    return [readCallAnswer(connection, record, response, undefined)];
  }
  if (isFromServer && isToolList(response.result)) return readToolList(connection, record, response.result, undefined);
  return [unrelated(connection, record)];
}

function isToolList(result: Located): boolean {
  const first = into(into(result, 'tools'), 0);
  return into(first, 'inputSchema').value !== undefined && textOf(into(first, 'name')) !== undefined;
}
