import { isRecord, type Json, type JsonRecord } from '../../plane/event.ts';
import type { Random } from '../../properties/differential/random.ts';
import type { TalkFormat } from '../format.ts';
import { givenTools, resultOf, type Talk, type TalkCall, type Turn } from '../talk.ts';
import { messageOf } from './anthropic.ts';

// Sessions of coding agents and of the AI SDK carry no declarations: they are given.

const at = (index: number): string => new Date(Date.UTC(2026, 9, 1, 9, 0, index)).toISOString();

/** One block a line; blocks of one message share its id. */
function claudeCode(talk: Talk, random: Random): readonly Json[] {
  const sessionId = `00000000-0000-4000-8000-${String(random.below(1e12)).padStart(12, '0')}`;
  const lines: JsonRecord[] = [];
  let parent: string | null = null;
  const add = (type: string, message: JsonRecord): void => {
    const uuid = `u-${sessionId}-${lines.length}`;
    const base = { parentUuid: parent, isSidechain: false, userType: 'external', cwd: '/srv', sessionId, version: '2.1.42' };
    lines.push({ ...base, type, message, uuid, timestamp: at(lines.length) });
    parent = uuid;
  };
  for (const [index, turn] of talk.turns.entries()) {
    const { role, content } = messageOf(turn);
    for (const block of Array.isArray(content) ? content : []) {
      const more = turn.kind === 'model' ? { id: `msg_${sessionId}_${index}`, type: 'message', model: 'claude' } : {};
      add(turn.kind === 'model' ? 'assistant' : 'user', { ...more, role: role ?? null, content: [block] });
    }
  }
  return lines;
}

/** Resumed: what came before is written again, with ids of its own for the records. */
function resumed(talk: Talk, random: Random): readonly Json[] {
  const lines = claudeCode(talk, random);
  const from = random.below(lines.length);
  return [
    ...lines.slice(0, from),
    ...lines.slice(0, from).map((line) => (isRecord(line) ? { ...line, uuid: `again-${String(line.uuid)}` } : line)),
    ...lines.slice(from),
  ];
}

/** What the SDK prints, a message a line. */
function streamJson(talk: Talk, random: Random): readonly Json[] {
  const session_id = `s-${random.below(1e9)}`;
  const init = { type: 'system', subtype: 'init', session_id, tools: talk.tools.map(({ name }) => name), mcp_servers: [], model: 'm' };
  const messages = talk.turns.map((turn, index) => {
    const isModel = turn.kind === 'model';
    return {
      type: isModel ? 'assistant' : 'user',
      session_id,
      parent_tool_use_id: null,
      message: { ...(isModel && { id: `m${index}` }), ...messageOf(turn) },
    };
  });
  return [
    init,
    ...messages,
    { type: 'result', subtype: 'success', session_id, is_error: false, num_turns: messages.length, result: 'done' },
  ];
}

const codexItems = (talk: Talk): readonly JsonRecord[] =>
  codexLines(talk).flatMap(({ type, payload }) => (type === 'response_item' && isRecord(payload) ? [payload] : []));

/** The first rollouts: a head, then bare items. */
const firstCodex = (talk: Talk, random: Random): readonly Json[] => [
  { id: `r-${random.below(1e9)}`, timestamp: at(0), instructions: null, git: { branch: 'main' } },
  ...codexItems(talk),
];

/** Messages as a user interface shows them: a call and its result are one part. */
function shownParts(talk: Talk): readonly Json[] {
  const messages = talk.turns.flatMap((turn, index): readonly JsonRecord[] => {
    if (turn.kind === 'results') return [];
    if (turn.kind === 'user') return [{ id: `m${index}`, role: 'user', parts: [{ type: 'text', text: turn.text }] }];
    const parts = turn.calls.map((call): JsonRecord => {
      const result = resultOf(talk, call);
      const part = { type: `tool-${call.tool}`, toolCallId: call.id, input: call.value };
      if (result === undefined) return { ...part, state: 'input-available' };
      return result.isError
        ? { ...part, state: 'output-error', errorText: result.text }
        : { ...part, state: 'output-available', output: result.text };
    });
    return [{ id: `m${index}`, role: 'assistant', parts: [{ type: 'step-start' }, { type: 'text', text: turn.text }, ...parts] }];
  });
  return [{ id: 'chat-1', messages }];
}

function codexLines(talk: Talk): readonly JsonRecord[] {
  const lines: JsonRecord[] = [];
  const add = (type: string, payload: JsonRecord): void => void lines.push({ timestamp: at(lines.length), type, payload });
  const message = (role: string, text: string): JsonRecord => ({
    type: 'message',
    role,
    content: [{ type: role === 'user' ? 'input_text' : 'output_text', text }],
  });
  for (const turn of talk.turns) {
    if (turn.kind === 'user') add('response_item', message('user', turn.text));
    if (turn.kind === 'results')
      for (const { call, text } of turn.results) add('response_item', { type: 'function_call_output', call_id: call.id, output: text });
    if (turn.kind !== 'model') continue;
    if (turn.text !== '') add('response_item', message('assistant', turn.text));
    for (const { id, tool, text } of turn.calls) add('response_item', { type: 'function_call', name: tool, arguments: text, call_id: id });
  }
  return lines;
}

const codex = (talk: Talk, random: Random): readonly Json[] => [
  { timestamp: at(0), type: 'session_meta', payload: { id: `s-${random.below(1e9)}`, cwd: '/srv', cli_version: '0.139.0' } },
  ...codexLines(talk),
];

const toolCall = ({ id, tool, value }: TalkCall): JsonRecord => ({ type: 'tool-call', toolCallId: id, toolName: tool, input: value });

const modelMessage = (turn: Turn): JsonRecord => {
  if (turn.kind === 'user') return { role: 'user', content: turn.text };
  if (turn.kind === 'model')
    return { role: 'assistant', content: [...(turn.text === '' ? [] : [{ type: 'text', text: turn.text }]), ...turn.calls.map(toolCall)] };
  const content = turn.results.map(({ call, text, isError }) => ({
    type: 'tool-result',
    toolCallId: call.id,
    toolName: call.tool,
    output: { type: isError ? 'error-text' : 'text', value: text },
  }));
  return { role: 'tool', content };
};

const session = { order: 'one', isOpen: true, given: givenTools } as const;

export const sessionFormats: readonly TalkFormat[] = [
  { ...session, id: 'claude-code', name: 'claude code', write: claudeCode },
  { ...session, id: 'claude-code', name: 'claude code resumed', write: resumed },
  { ...session, id: 'claude-code', name: 'claude code stream-json', write: streamJson },
  { ...session, id: 'codex', name: 'codex', write: codex },
  { ...session, id: 'codex', name: 'codex, first generation', write: firstCodex },
  { ...session, id: 'ai-sdk', name: 'ai sdk messages', write: (talk) => talk.turns.map(modelMessage) },
  { ...session, id: 'ai-sdk', name: 'ai sdk parts', write: shownParts },
];
