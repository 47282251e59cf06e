import type { LedgerEvent } from '../../model/event.ts';
import { isJsonObject } from '../../model/json.ts';
import type { SourceRecord } from '../../model/record.ts';
import type { Connection, Pending } from './connection.ts';
import { into, type Located, textOf } from './located.ts';
import { looksLikeCallResult, readCallError, readCallResult, readCancellation } from './result.ts';

/** `{task: {taskId}}` in 2025-11-25, `{resultType: "task", taskId}` in the extension of 2026-07-28. */
export function taskIdOf(result: Located): string | undefined {
  const inTask = textOf(into(into(result, 'task'), 'taskId'));
  if (inTask !== undefined) return inTask;
  return into(result, 'resultType').value === 'task' ? textOf(into(result, 'taskId')) : undefined;
}

/** Where a record speaks of a task. */
export interface TaskSite {
  readonly taskId: string | undefined;
  /** JSON Pointer to what names the task or the request that asked for it. */
  readonly pointer: string | undefined;
}

/**
 * A task as `tasks/get`, `tasks/cancel` or a notification shows it (MCP 2025-11-25, and the extension of 2026-07-28, where it carries its
 * result or its error). "failed" alone says nothing here: in one revision the result follows, in the other it is the tool's own error.
 */
export function readTask(connection: Connection, record: SourceRecord, task: Located, site: TaskSite): readonly LedgerEvent[] {
  const call = callOf(connection, site);
  if (call === undefined) return [unrelated(connection, record)];
  const error = into(task, 'error');
  const result = into(task, 'result');
  if (isJsonObject(error.value)) return [settled(connection, site, readCallError(connection, record, error, call))];
  if (looksLikeCallResult(result)) {
    forget(connection, site);
    return readCallResult(connection, record, result, call);
  }
  return into(task, 'status').value === 'cancelled'
    ? [settled(connection, site, readCancellation(connection, record, call))]
    : [unrelated(connection, record)];
}

/** The answer to `tasks/result`: all that the call itself would have been answered with. */
export function readTaskResult(
  connection: Connection,
  record: SourceRecord,
  answer: { readonly result: Located; readonly error: Located },
  site: TaskSite,
): readonly LedgerEvent[] {
  const call = callOf(connection, site);
  if (call === undefined) return [unrelated(connection, record)];
  if (answer.error.value !== undefined) return [settled(connection, site, readCallError(connection, record, answer.error, call))];
  if (!looksLikeCallResult(answer.result)) return [unrelated(connection, record)];
  forget(connection, site);
  return readCallResult(connection, record, answer.result, call);
}

function callOf({ tasks }: Connection, { taskId, pointer }: TaskSite): Pending | undefined {
  const call = taskId === undefined ? undefined : tasks.get(taskId);
  return call === undefined || call.isCancelled ? undefined : { ...call, callPointer: pointer };
}

/** A terminal state is final: what says it once more says nothing new. */
function settled(connection: Connection, site: TaskSite, event: LedgerEvent): LedgerEvent {
  forget(connection, site);
  return event;
}

function forget({ tasks }: Connection, { taskId }: TaskSite): void {
  if (taskId !== undefined) tasks.delete(taskId);
}

function unrelated({ run }: Connection, record: SourceRecord): LedgerEvent {
  return { kind: 'unrelated', record, run };
}
