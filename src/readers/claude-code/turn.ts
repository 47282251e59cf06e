import { isJsonArray, isJsonObject, type JsonObject, type JsonValue, member, memberOf, stringMember } from '../../model/json.ts';
import { isSpoken } from './spoken.ts';

/** One message of a conversation, wherever a line carries it. */
export interface Turn {
  readonly role: 'assistant' | 'user';
  /** Lines that share it are one message: further blocks of it, or later snapshots of it. */
  readonly messageId: string | undefined;
  readonly content: JsonValue | undefined;
  /** JSON Pointer to the content. */
  readonly pointer: string;
  /** The sub-agent that speaks; undefined for the session's own. */
  readonly agent: string | undefined;
  /** What the host recorded of the tool's answer beside the block the model reads. */
  readonly toolUseResult: JsonValue | undefined;
  /** What stopped the call, where the host says so: `toolDenialKind` of session files (2.1.205 and later). */
  readonly denial: string | undefined;
  /** The same in stream-json, by the call's id: `tool_result_meta`. */
  readonly denials: ReadonlyMap<string, string>;
  /** The host's question to a person ended without an answer. */
  readonly isUnanswered: boolean;
  /** A person speaks. */
  readonly isSpoken: boolean;
}

/** The message of a line: its own, or a sub-agent's inside a progress line. Undefined where there is none. */
export function turnOf(value: JsonObject): Turn | undefined {
  const type = member(value, 'type');
  if (type === 'assistant' || type === 'user') return readTurn(value, type, '/message', agentOf(value));
  if (type !== 'progress') return undefined;
  const data = member(value, 'data');
  if (memberOf(data, 'type') !== 'agent_progress') return undefined;
  // `data.normalizedMessages` repeats the same blocks: only this copy is read.
  const nested = memberOf(data, 'message');
  const role = memberOf(nested, 'type') ?? memberOf(memberOf(nested, 'message'), 'role');
  if (!isJsonObject(nested) || (role !== 'assistant' && role !== 'user')) return undefined;
  return readTurn(nested, role, '/data/message/message', stringMember(data, 'agentId') ?? stringMember(value, 'parentToolUseID'));
}

function readTurn(holder: JsonObject, role: Turn['role'], pointer: string, agent: string | undefined): Turn {
  const message = member(holder, 'message');
  return {
    role,
    messageId: stringMember(message, 'id'),
    content: memberOf(message, 'content'),
    pointer: `${pointer}/content`,
    agent,
    toolUseResult: member(holder, 'toolUseResult') ?? member(holder, 'tool_use_result'),
    denial: stringMember(holder, 'toolDenialKind'),
    denials: denialsIn(member(holder, 'tool_result_meta')),
    isUnanswered: member(holder, 'toolDenialUnanswered') === true,
    // What a sub-agent is told comes from its agent.
    isSpoken: role === 'user' && agent === undefined && isSpoken(holder, memberOf(message, 'content')),
  };
}

const none: ReadonlyMap<string, string> = new Map();

function denialsIn(meta: JsonValue | undefined): ReadonlyMap<string, string> {
  if (!isJsonArray(meta)) return none;
  return new Map(
    meta.flatMap((entry) => {
      const id = stringMember(entry, 'id');
      const kind = stringMember(entry, 'non_execution_kind');
      return id === undefined || kind === undefined ? [] : [[id, kind] as const];
    }),
  );
}

/** `agentId` in session files, `parent_tool_use_id` in stream-json; older sidechains name no agent. */
function agentOf(value: JsonObject): string | undefined {
  const named = stringMember(value, 'agentId') ?? stringMember(value, 'parent_tool_use_id');
  return named ?? (member(value, 'isSidechain') === true ? 'sidechain' : undefined);
}
