import type { Json, JsonRecord } from '../../plane/event.ts';
import type { Random } from '../../properties/differential/random.ts';
import { eventsText, piecesOf, type TalkFormat } from '../format.ts';
import { exchanges, resultOf, type Talk, type TalkCall, type Turn, toolsOf } from '../talk.ts';

const callOf = ({ id, tool, text }: TalkCall): JsonRecord => ({ id, type: 'function', function: { name: tool, arguments: text } });

const assistant = (turn: Turn & { readonly kind: 'model' }): JsonRecord => ({
  role: 'assistant',
  content: turn.text === '' ? null : turn.text,
  ...(turn.calls.length > 0 && { tool_calls: turn.calls.map(callOf) }),
});

const messagesOf = (turn: Turn): readonly JsonRecord[] => {
  if (turn.kind === 'user') return [{ role: 'user', content: turn.text }];
  if (turn.kind === 'results')
    return turn.results.map(({ call, text }) => ({ role: 'tool', tool_call_id: call.id, name: call.tool, content: text }));
  return [assistant(turn)];
};

const requestOf = (talk: Talk, turns: readonly Turn[], more: JsonRecord): JsonRecord => ({
  ...more,
  messages: [{ role: 'system', content: talk.system }, ...turns.flatMap(messagesOf)],
  tools: toolsOf(talk).map(({ name, schema }) => ({ type: 'function', function: { name, parameters: schema } })),
});

const reasonOf = ({ calls }: Turn & { readonly kind: 'model' }): string => (calls.length > 0 ? 'tool_calls' : 'stop');

const wholeOf = (turn: Turn & { readonly kind: 'model' }): JsonRecord => ({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  model: 'gpt-4o',
  choices: [{ index: 0, message: assistant(turn), finish_reason: reasonOf(turn) }],
});

function chunksOf(random: Random, turn: Turn & { readonly kind: 'model' }): readonly JsonRecord[] {
  const chunk = (delta: JsonRecord, reason: string | null = null): JsonRecord => ({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    model: 'gpt-4o',
    choices: [{ index: 0, delta, finish_reason: reason }],
  });
  const chunks = [chunk({ role: 'assistant', content: '' }), ...piecesOf(random, turn.text).map((content) => chunk({ content }))];
  for (const [index, { id, tool, text }] of turn.calls.entries()) {
    chunks.push(chunk({ tool_calls: [{ index, id, type: 'function', function: { name: tool, arguments: '' } }] }));
    for (const piece of piecesOf(random, text)) chunks.push(chunk({ tool_calls: [{ index, function: { arguments: piece } }] }));
  }
  return [...chunks, chunk({}, reasonOf(turn))];
}

const pairs =
  (isStream: boolean, more: JsonRecord): TalkFormat['write'] =>
  (talk, random): readonly Json[] =>
    exchanges(talk).map(({ before, said }) => ({
      request: requestOf(talk, before, { ...more, ...(isStream && { stream: true }) }),
      response: isStream ? eventsText(chunksOf(random, said), false, 'data: [DONE]\n\n') : wholeOf(said),
    }));

/** A request on a line, then the chunks of its stream, a line each. */
const lines: TalkFormat['write'] = (talk, random) =>
  exchanges(talk).flatMap(({ before, said }) => [requestOf(talk, before, { model: 'gpt-4o', stream: true }), ...chunksOf(random, said)]);

/** Functions, as they were before there were tools: one call a message, and no ids. */
const legacy: TalkFormat['write'] = (talk) => {
  const messages = talk.turns.flatMap((turn): readonly JsonRecord[] => {
    if (turn.kind === 'user') return [{ role: 'user', content: turn.text }];
    if (turn.kind === 'results') return [];
    if (turn.calls.length === 0) return [{ role: 'assistant', content: turn.text }];
    return turn.calls.flatMap((call) => {
      const said = { role: 'assistant', content: null, function_call: { name: call.tool, arguments: call.text } };
      const result = resultOf(talk, call);
      return result === undefined ? [said] : [said, { role: 'function', name: call.tool, content: result.text }];
    });
  });
  return [{ messages, functions: toolsOf(talk).map(({ name, schema }) => ({ name, parameters: schema })) }];
};

const chat = { id: 'openai-chat', order: 'any' } as const;
const mistral = { safe_prompt: true, model: 'mistral-large-latest' };

export const chatFormats: readonly TalkFormat[] = [
  { ...chat, name: 'chat pairs', write: pairs(false, { model: 'gpt-4o' }) },
  { ...chat, name: 'chat streams', write: pairs(true, { model: 'gpt-4o' }) },
  { ...chat, name: 'chat fine-tuning lines', isOpen: true, write: (talk) => [requestOf(talk, talk.turns, {})] },
  { ...chat, name: 'chat requests and chunks', order: 'one', write: lines },
  { ...chat, name: 'chat functions', isOpen: true, write: legacy },
  { id: 'mistral', name: 'mistral pairs', order: 'any', write: pairs(false, mistral) },
  { id: 'mistral', name: 'mistral streams', order: 'any', write: pairs(true, mistral) },
];
