import { isJsonObject, type JsonValue } from '../../model/json.ts';
import type { Connection, Pending } from './connection.ts';
import type { Request, Response, Sender } from './message.ts';
import { isServerMethod } from './methods.ts';

/** Who sent a request: the envelope says it, else the method does. `ping` may come from both. */
export function senderOfRequest(connection: Connection, request: Request): Sender {
  if (request.sender !== undefined) return request.sender;
  if (isServerMethod(request.method)) return 'server';
  // A server's ping that reuses the number of a waiting call must not take that call's answer.
  const isTaken = request.id !== undefined && connection.pending.client.has(request.id.key);
  return request.method === 'ping' && isTaken ? 'server' : 'client';
}

/** Whose request a response answers: both sides count from their own start, so one number may be open twice. */
export function askerOf(connection: Connection, response: Response): Sender {
  if (response.sender !== undefined) return response.sender === 'client' ? 'server' : 'client';
  if (response.id === undefined) return 'client';
  const byServer = connection.pending.server.get(response.id.key);
  if (byServer === undefined) return 'client';
  if (!connection.pending.client.has(response.id.key)) return 'server';
  return isAnswerOfClient(byServer, response.result.value) ? 'server' : 'client';
}

function isAnswerOfClient(asked: Pending, result: JsonValue | undefined): boolean {
  if (!isJsonObject(result)) return false;
  switch (asked.method) {
    case 'roots/list':
      return Object.hasOwn(result, 'roots');
    case 'sampling/createMessage':
      return Object.hasOwn(result, 'role') && Object.hasOwn(result, 'model');
    case 'elicitation/create':
      return Object.hasOwn(result, 'action');
    default:
      return Object.keys(result).length === 0;
  }
}
