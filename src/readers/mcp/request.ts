import type { Proposed } from '../../model/event/calls.ts';
import type { LedgerEvent } from '../../model/event.ts';
import type { Payload } from '../../model/payload.ts';
import type { SourceRecord } from '../../model/record.ts';
import { type Connection, type Pending, remember, settleServer } from './connection.ts';
import { senderOfRequest } from './direction.ts';
import { into, type Located, textOf } from './located.ts';
import { idOf, type Request, type Sender } from './message.ts';
import { isKnownMethod } from './methods.ts';
import { requestRevision } from './protocol.ts';
import { readCancellation } from './result.ts';
import { argumentsKey, canAsk, type Round, takeRound } from './rounds.ts';
import { readTask } from './tasks.ts';

/** Unknown method names are shown with the record, so they are cut to what a person reads. */
const shownName = 60;

export function readRequest(connection: Connection, record: SourceRecord, request: Request): readonly LedgerEvent[] {
  const { run } = connection;
  const sender = senderOfRequest(connection, request);
  const round = request.method === 'tools/call' ? takeRound(connection, request) : undefined;
  const pending = pendingOf(connection, request, round);
  remember(connection, request, sender, pending);
  if (request.id !== undefined && sender === 'client') connection.firstId ??= request.id.key;
  if (request.method !== 'server/discover') connection.isUsed = true;
  switch (request.method) {
    case 'tools/call':
      return [round === undefined ? readCall(connection, record, request) : readRetry(connection, record, request, round)];
    case 'notifications/tools/list_changed':
      connection.listChanges += 1;
      connection.list.isWhole = false;
      return [{ kind: 'declarations-changed', record, run, server: settleServer(connection) }];
    case 'notifications/tasks':
    case 'notifications/tasks/status': {
      const taskId = into(request.params, 'taskId');
      return readTask(connection, record, request.params, { taskId: textOf(taskId), pointer: taskId.pointer });
    }
    case 'notifications/cancelled':
      return [readCancelled(connection, record, request, sender)];
    default: {
      if (isKnownMethod(request.method)) return [{ kind: 'unrelated', record, run }];
      return [{ kind: 'unread', record, run, what: `method ${request.method.slice(0, shownName)}` }];
    }
  }
}

function pendingOf(connection: Connection, request: Request, round: Round | undefined): Pending {
  const revision = requestRevision(request.params) ?? connection.revision;
  return {
    method: request.method,
    call: round === undefined ? request.id?.text : round.call.call,
    callPointer: request.id?.pointer,
    tool: textOf(request.tool),
    arguments: request.method === 'tools/call' && canAsk(revision) ? argumentsKey(request.arguments) : undefined,
    cursor: textOf(request.cursor),
    revision,
    taskId: textOf(into(request.params, 'taskId')),
    listChanges: connection.listChanges,
    isCancelled: false,
  };
}

function readCall(connection: Connection, record: SourceRecord, request: Request): LedgerEvent {
  const tool = textOf(request.tool);
  if (tool === undefined) return { kind: 'unread', record, run: connection.run, what: 'tools/call without a tool name' };
  const proposed: Proposed = {
    kind: 'proposed',
    record,
    run: connection.run,
    call: request.id?.text,
    callPointer: request.id?.pointer,
    server: settleServer(connection),
    tool,
    toolPointer: request.tool.pointer,
    payload: payloadOf(request.arguments),
  };
  return proposed;
}

/** The same call once more, with answers to the server's questions; other arguments than before are another request, and said to be. */
function readRetry(connection: Connection, record: SourceRecord, request: Request, { call }: Round): LedgerEvent {
  const { run } = connection;
  if (argumentsKey(request.arguments) === call.arguments) return { kind: 'unrelated', record, run };
  const payload = payloadOf(request.arguments);
  return { kind: 'amended', record, run, call: call.call, callPointer: request.id?.pointer, payload, reason: 'input_required' };
}

/** `arguments` may be left out, which is not the same as null, a text or a list: those are recorded values. */
function payloadOf(located: Located): Payload {
  const { value, pointer } = located;
  return value === undefined ? { form: 'absent', pointer } : { form: 'value', value, pointer };
}

/** Only the sender of a request may cancel it, and an answer that crosses the notification is to be ignored. */
function readCancelled(connection: Connection, record: SourceRecord, request: Request, sender: Sender): LedgerEvent {
  const requestId = idOf(into(request.params, 'requestId'));
  const pending = requestId === undefined ? undefined : connection.pending[sender].get(requestId.key);
  if (
    requestId === undefined ||
    pending === undefined ||
    pending.method !== 'tools/call' ||
    pending.tool === undefined ||
    pending.isCancelled
  ) {
    return { kind: 'unrelated', record, run: connection.run };
  }
  pending.isCancelled = true;
  return readCancellation(connection, record, { ...pending, callPointer: requestId.pointer });
}
