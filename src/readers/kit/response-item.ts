import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { answerOf } from './decision.ts';
import type { PointerTo } from './pair.ts';
import { functionCall, providerCall, remoteCall, textCall } from './response-call.ts';
import { type ItemResult, outputOf, ownResultOf } from './response-result.ts';
import type { MessageCall } from './sink.ts';

/** What one item of the OpenAI Responses API means. Rollouts and requests repeat the items of responses unchanged. */
export type ReadItem =
  /** `result` is there where the provider ran the call and tells how it ended in the same item. */
  | { readonly kind: 'call'; readonly call: MessageCall; readonly result?: ItemResult | undefined }
  | { readonly kind: 'result'; readonly result: ItemResult }
  /** The provider asks before it runs the call. */
  | { readonly kind: 'asked'; readonly call: MessageCall }
  | { readonly kind: 'approval'; readonly call: string; readonly callPointer: string; readonly decision: 'allow' | 'deny' }
  /** Prose, thinking, settings. */
  | { readonly kind: 'quiet' }
  | { readonly kind: 'unread'; readonly what: string };

/** Items that the provider runs, or whose form it prescribes: the user declares no schema for them. */
const providerTypes: ReadonlySet<string> = new Set([
  'web_search_call',
  'file_search_call',
  'code_interpreter_call',
  'image_generation_call',
  'computer_call',
  'shell_call',
  'local_shell_call',
  'apply_patch_call',
  'tool_search_call',
]);

const outputTypes: ReadonlySet<string> = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'computer_call_output',
  'shell_call_output',
  'local_shell_call_output',
  'apply_patch_call_output',
]);

const quietTypes: ReadonlySet<string> = new Set([
  'message',
  'agent_message',
  'reasoning',
  'item_reference',
  'additional_tools',
  'mcp_list_tools',
  'mcp_approval_request',
  'mcp_approval_response',
  'compaction',
  'compaction_summary',
  'compaction_trigger',
  'configuration_update',
  'context_compaction',
  'ghost_snapshot',
  'program',
  'program_output',
]);

/** Unknown words are shown with the record, so they are cut to what a person reads. */
const shownName = 60;

/** True for an item type that this reads. */
export function isItemType(type: string | undefined): boolean {
  if (type === undefined) return false;
  const isCall = type === 'function_call' || type === 'custom_tool_call' || type === 'mcp_call' || type === 'tool_search_output';
  return isCall || providerTypes.has(type) || outputTypes.has(type) || quietTypes.has(type);
}

/** Reads one item; `at` leads into it. */
export function readItem(item: JsonValue, at: PointerTo): ReadItem {
  const type = stringMember(item, 'type');
  switch (type) {
    case 'function_call':
      return ofCall(functionCall(item, at));
    case 'custom_tool_call':
      return ofCall(textCall(item, at));
    case 'mcp_call':
      return ofCall(remoteCall(item, at), ownResultOf(item, at));
    case 'mcp_approval_request':
      return approvalRequest(item, at);
    case 'mcp_approval_response':
      return approvalResponse(item, at);
    case 'tool_search_output':
      return stringMember(item, 'call_id') === undefined ? { kind: 'quiet' } : { kind: 'result', result: outputOf(item, at) };
    case 'message':
      return holdsCall(item) ? callInMessage : { kind: 'quiet' };
    case undefined:
      return typelessItem(item);
    default:
      return otherItem(item, type, at);
  }
}

function otherItem(item: JsonValue, type: string, at: PointerTo): ReadItem {
  if (providerTypes.has(type)) return ofCall(providerCall(item, type, at), ownResultOf(item, at));
  if (outputTypes.has(type)) return { kind: 'result', result: outputOf(item, at) };
  return quietTypes.has(type) ? { kind: 'quiet' } : { kind: 'unread', what: `item ${type.slice(0, shownName)}` };
}

function approvalRequest(item: JsonValue, at: PointerTo): ReadItem {
  const call = remoteCall(item, at);
  return call?.id === undefined ? { kind: 'unread', what: 'mcp_approval_request without a name and an id' } : { kind: 'asked', call };
}

function approvalResponse(item: JsonValue, at: PointerTo): ReadItem {
  const call = stringMember(item, 'approval_request_id');
  const decision = answerOf(memberOf(item, 'approve'));
  if (call === undefined || decision === undefined) return { kind: 'unread', what: 'mcp_approval_response without its answer' };
  return { kind: 'approval', call, callPointer: at('/approval_request_id'), decision };
}

const callInMessage: ReadItem = { kind: 'unread', what: 'call inside of a message' };

/** Calls are items; a message that holds one, or a result, is of another format. */
function holdsCall(message: JsonValue): boolean {
  if (['tool_calls', 'function_call', 'tool_call_id'].some((name) => (memberOf(message, name) ?? null) !== null)) return true;
  const content = memberOf(message, 'content');
  return isJsonArray(content) && content.some((part) => /tool[_-]?(?:use|call|result)/i.test(stringMember(part, 'type') ?? ''));
}

/** Messages of the user often leave their type out, and so do references to items. */
function typelessItem(item: JsonValue): ReadItem {
  if (stringMember(item, 'role') !== undefined && holdsCall(item)) return callInMessage;
  const isKnown = stringMember(item, 'role') !== undefined || stringMember(item, 'id') !== undefined;
  return isKnown && memberOf(item, 'type') === undefined ? { kind: 'quiet' } : { kind: 'unread', what: 'item without a type' };
}

function ofCall(call: MessageCall | undefined, result?: ItemResult): ReadItem {
  return call === undefined ? { kind: 'unread', what: 'tool call without a name' } : { kind: 'call', call, result };
}
