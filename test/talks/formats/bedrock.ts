import type { Json, JsonRecord } from '../../plane/event.ts';
import type { Random } from '../../properties/differential/random.ts';
import { piecesOf, type TalkFormat } from '../format.ts';
import { exchanges, type Talk, type Turn, toolsOf } from '../talk.ts';

const contentOf = (turn: Turn): readonly JsonRecord[] => {
  if (turn.kind === 'user') return [{ text: turn.text }];
  if (turn.kind === 'results')
    return turn.results.map(({ call, text, isError }) => ({
      toolResult: { toolUseId: call.id, status: isError ? 'error' : 'success', content: [{ text }] },
    }));
  return [
    ...(turn.text === '' ? [] : [{ text: turn.text }]),
    ...turn.calls.map(({ id, tool, value }) => ({ toolUse: { toolUseId: id, name: tool, input: value } })),
  ];
};

const messageOf = (turn: Turn): JsonRecord => ({ role: turn.kind === 'model' ? 'assistant' : 'user', content: contentOf(turn) });

const requestOf = (talk: Talk, before: readonly Turn[]): JsonRecord => ({
  system: [{ text: talk.system }],
  messages: before.map(messageOf),
  toolConfig: { tools: toolsOf(talk).map(({ name, schema }) => ({ toolSpec: { name, inputSchema: { json: schema } } })) },
});

const write: TalkFormat['write'] = (talk): readonly Json[] =>
  exchanges(talk).map(({ before, said }) => ({
    request: requestOf(talk, before),
    response: { output: { message: messageOf(said) }, stopReason: said.calls.length > 0 ? 'tool_use' : 'end_turn' },
  }));

/** The events of ConverseStream. */
function eventsOf(random: Random, said: Turn & { readonly kind: 'model' }): readonly JsonRecord[] {
  const events: JsonRecord[] = [{ messageStart: { role: 'assistant' } }];
  const texts = said.text === '' ? [] : [said.text];
  for (const [contentBlockIndex, text] of texts.entries()) {
    for (const piece of piecesOf(random, text)) events.push({ contentBlockDelta: { contentBlockIndex, delta: { text: piece } } });
    events.push({ contentBlockStop: { contentBlockIndex } });
  }
  for (const [index, { id, tool, value }] of said.calls.entries()) {
    const contentBlockIndex = texts.length + index;
    events.push({ contentBlockStart: { contentBlockIndex, start: { toolUse: { toolUseId: id, name: tool } } } });
    for (const input of piecesOf(random, JSON.stringify(value)))
      events.push({ contentBlockDelta: { contentBlockIndex, delta: { toolUse: { input } } } });
    events.push({ contentBlockStop: { contentBlockIndex } });
  }
  return [...events, { messageStop: { stopReason: said.calls.length > 0 ? 'tool_use' : 'end_turn' } }, { metadata: { usage: {} } }];
}

const streams: TalkFormat['write'] = (talk, random) =>
  exchanges(talk).map(({ before, said }) => ({ request: requestOf(talk, before), response: eventsOf(random, said) }));

export const bedrockFormats: readonly TalkFormat[] = [
  { id: 'bedrock', name: 'bedrock pairs', order: 'any', write },
  { id: 'bedrock', name: 'bedrock streams', order: 'any', write: streams },
];
