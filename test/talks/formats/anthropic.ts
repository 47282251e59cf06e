import type { Json, JsonRecord } from '../../plane/event.ts';
import type { Random } from '../../properties/differential/random.ts';
import { eventsText, piecesOf, type TalkFormat } from '../format.ts';
import { exchanges, type Talk, type Turn, toolsOf } from '../talk.ts';

const blocksOf = (turn: Turn): readonly JsonRecord[] => {
  if (turn.kind === 'user') return [{ type: 'text', text: turn.text }];
  if (turn.kind === 'results')
    return turn.results.map(({ call, text, isError }) => ({
      type: 'tool_result',
      tool_use_id: call.id,
      content: text,
      ...(isError && { is_error: true }),
    }));
  const text = turn.text === '' ? [] : [{ type: 'text', text: turn.text }];
  return [...text, ...turn.calls.map(({ id, tool, value }) => ({ type: 'tool_use', id, name: tool, input: value }))];
};

export const messageOf = (turn: Turn): JsonRecord => ({ role: turn.kind === 'model' ? 'assistant' : 'user', content: blocksOf(turn) });

const requestOf = (talk: Talk, before: readonly Turn[]): JsonRecord => ({
  model: 'claude-sonnet',
  max_tokens: 1000,
  system: talk.system,
  tools: toolsOf(talk).map(({ name, schema }) => ({ name, input_schema: schema })),
  messages: before.map(messageOf),
});

const stopOf = (turn: Turn): string => (turn.kind === 'model' && turn.calls.length > 0 ? 'tool_use' : 'end_turn');

const wholeOf = (turn: Turn): JsonRecord => ({
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet',
  content: blocksOf(turn),
  stop_reason: stopOf(turn),
});

function eventsOf(random: Random, turn: Turn): readonly JsonRecord[] {
  const events: JsonRecord[] = [
    { type: 'message_start', message: { id: 'msg_1', type: 'message', role: 'assistant', content: [], stop_reason: null } },
  ];
  for (const [index, block] of blocksOf(turn).entries()) {
    const isText = block.type === 'text';
    events.push({ type: 'content_block_start', index, content_block: isText ? { type: 'text', text: '' } : { ...block, input: {} } });
    for (const piece of piecesOf(random, isText ? String(block.text) : JSON.stringify(block.input)))
      events.push({
        type: 'content_block_delta',
        index,
        delta: isText ? { type: 'text_delta', text: piece } : { type: 'input_json_delta', partial_json: piece },
      });
    events.push({ type: 'content_block_stop', index });
  }
  events.push({ type: 'message_delta', delta: { stop_reason: stopOf(turn), stop_sequence: null }, usage: { output_tokens: 9 } });
  return [...events, { type: 'message_stop' }];
}

const pairs =
  (isStream: boolean): TalkFormat['write'] =>
  (talk, random): readonly Json[] =>
    exchanges(talk).map(({ before, said }) => ({
      request: requestOf(talk, before),
      response: isStream ? eventsText(eventsOf(random, said), true) : wholeOf(said),
    }));

/** A request on a line, then the events of its stream, a line each. */
const lines: TalkFormat['write'] = (talk, random) =>
  exchanges(talk).flatMap(({ before, said }) => [{ ...requestOf(talk, before), stream: true }, ...eventsOf(random, said)]);

export const anthropicFormats: readonly TalkFormat[] = [
  { id: 'anthropic', name: 'anthropic pairs', order: 'any', write: pairs(false) },
  { id: 'anthropic', name: 'anthropic streams', order: 'any', write: pairs(true) },
  { id: 'anthropic', name: 'anthropic requests and events', order: 'one', write: lines },
  { id: 'anthropic', name: 'anthropic histories', order: 'any', isOpen: true, write: (talk) => [requestOf(talk, talk.turns)] },
];
