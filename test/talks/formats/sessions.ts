import type { Json, JsonRecord } from '../../plane/event.ts';
import type { Random } from '../../properties/differential/random.ts';
import type { TalkFormat } from '../format.ts';
import type { Talk, TalkCall, Turn } from '../talk.ts';
import { messageOf } from './anthropic.ts';

// Sessions of coding agents and of the AI SDK carry no declarations: they are given.

const given = (talks: readonly Talk[]): JsonRecord => ({
  tools: talks.flatMap(({ tools }) => tools.map(({ name, input }) => ({ name, inputSchema: input.schema }))),
});

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

function codex(talk: Talk, random: Random): readonly Json[] {
  const lines: JsonRecord[] = [];
  const add = (type: string, payload: JsonRecord): void => void lines.push({ timestamp: at(lines.length), type, payload });
  add('session_meta', { id: `s-${random.below(1e9)}`, cwd: '/srv', cli_version: '0.139.0', originator: 'codex_cli_rs' });
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

export const sessionFormats: readonly TalkFormat[] = [
  { id: 'claude-code', name: 'claude code', order: 'one', isOpen: true, given, write: claudeCode },
  { id: 'codex', name: 'codex', order: 'one', isOpen: true, given, write: codex },
  { id: 'ai-sdk', name: 'ai sdk messages', order: 'one', isOpen: true, given, write: (talk) => talk.turns.map(modelMessage) },
];
