import type { Json, JsonRecord } from '../../plane/event.ts';
import type { TalkFormat } from '../format.ts';
import { exchanges, type Turn, toolsOf } from '../talk.ts';

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

const write: TalkFormat['write'] = (talk): readonly Json[] =>
  exchanges(talk).map(({ before, said }) => ({
    request: {
      system: [{ text: talk.system }],
      messages: before.map(messageOf),
      toolConfig: { tools: toolsOf(talk).map(({ name, schema }) => ({ toolSpec: { name, inputSchema: { json: schema } } })) },
    },
    response: { output: { message: messageOf(said) }, stopReason: said.calls.length > 0 ? 'tool_use' : 'end_turn' },
  }));

export const bedrockFormats: readonly TalkFormat[] = [{ id: 'bedrock', name: 'bedrock pairs', order: 'any', write }];
