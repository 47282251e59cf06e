import type { JsonValue } from '../model/json.ts';
import { into, type Located } from './mcp/located.ts';
import type { Message } from './mcp/message.ts';
import { isKnownMethod } from './mcp/methods.ts';
import { looksLikeCallResult } from './mcp/result.ts';
import { messagesAmong, openSession } from './mcp/session.ts';
import type { Reader, Recognition } from './reader.ts';

/** Model Context Protocol captures: JSON-RPC 2.0 between a client and a server, in whichever envelope a logger chose. */
export const mcp: Reader = {
  id: 'mcp',
  title: 'MCP capture',
  carries: ['declarations', 'error-flag', 'structured-results', 'ids', 'order', 'time'],
  isListing: true,
  owns: 'file',
  recognize,
  open: openSession,
};

function recognize(first: readonly JsonValue[]): Recognition {
  const messages = messagesAmong(first);
  if (messages.some(isOfProtocol)) return { isRecognized: true };
  if (messages.some((message) => message.kind !== 'unknown')) {
    return { isRecognized: false, likeness: 0.5, missing: 'none of its first JSON-RPC messages belongs to MCP' };
  }
  return { isRecognized: false, likeness: 0, missing: 'it has no JSON-RPC message' };
}

/** JSON-RPC is spoken by language servers, editors' agents and others too: a method or a result of MCP decides. */
function isOfProtocol(message: Message): boolean {
  switch (message.kind) {
    case 'request':
      // Revisions are texts here; others that also shake hands number theirs. A Python interceptor sees no parameters.
      if (message.method === 'initialize') return message.params.isNullAbsent || hasRevision(message.params);
      return isKnownMethod(message.method);
    case 'response':
      if (message.method !== undefined && isKnownMethod(message.method)) return true;
      return (
        looksLikeCallResult(message.result) || hasRevision(message.result) || into(into(message.result, 'tools'), 0).value !== undefined
      );
    case 'unknown':
      return false;
  }
}

function hasRevision(located: Located): boolean {
  return typeof into(located, 'protocolVersion').value === 'string';
}
