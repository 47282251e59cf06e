import { isList, isRecord, type Json, type JsonRecord } from '../../plane/event.ts';
import { eventsText, type TalkFormat } from '../format.ts';
import { exchanges, givenTools, resultOf, type Talk, type Turn, toolsOf } from '../talk.ts';

interface Spelling {
  readonly hasIds: boolean;
  readonly isSnake: boolean;
}

const named = (spelling: Spelling, camel: string, snake: string): string => (spelling.isSnake ? snake : camel);

const partsOf = (turn: Turn, spelling: Spelling): readonly JsonRecord[] => {
  if (turn.kind === 'user') return [{ text: turn.text }];
  const idOf = (id: string): JsonRecord => (spelling.hasIds ? { id } : {});
  if (turn.kind === 'results')
    return turn.results.map(({ call, text, isError }) => ({
      [named(spelling, 'functionResponse', 'function_response')]: {
        ...idOf(call.id),
        name: call.tool,
        response: { [isError ? 'error' : 'output']: text },
      },
    }));
  return [
    ...(turn.text === '' ? [] : [{ text: turn.text }]),
    ...turn.calls.map(({ id, tool, value }) => ({
      [named(spelling, 'functionCall', 'function_call')]: { ...idOf(id), name: tool, args: value },
    })),
  ];
};

const contentOf = (turn: Turn, spelling: Spelling): JsonRecord => ({
  role: turn.kind === 'model' ? 'model' : 'user',
  parts: partsOf(turn, spelling),
});

const requestOf = (talk: Talk, turns: readonly Turn[], spelling: Spelling): JsonRecord => ({
  [named(spelling, 'systemInstruction', 'system_instruction')]: { parts: [{ text: talk.system }] },
  contents: turns.map((turn) => contentOf(turn, spelling)),
  tools: [
    {
      [named(spelling, 'functionDeclarations', 'function_declarations')]: toolsOf(talk).map(({ name, schema }) => ({
        name,
        [named(spelling, 'parametersJsonSchema', 'parameters_json_schema')]: schema,
      })),
    },
  ],
});

const pairs =
  (spelling: Spelling): TalkFormat['write'] =>
  (talk): readonly Json[] =>
    exchanges(talk).map(({ before, said }) => ({
      request: requestOf(talk, before, spelling),
      response: { candidates: [{ content: contentOf(said, { ...spelling, isSnake: false }), finishReason: 'STOP', index: 0 }] },
    }));

const plain: Spelling = { hasIds: false, isSnake: false };

/** One chunk for each part. */
function chunksOf(turn: Turn): readonly JsonRecord[] {
  const parts = partsOf(turn, plain);
  return parts.map((part, index) => ({
    candidates: [{ content: { role: 'model', parts: [part] }, index: 0, ...(index === parts.length - 1 && { finishReason: 'STOP' }) }],
  }));
}

const streams: TalkFormat['write'] = (talk) =>
  exchanges(talk).map(({ before, said }) => ({
    request: requestOf(talk, before, plain),
    response: eventsText(chunksOf(said), false),
  }));

/** A request on a line, then the chunks of its stream, a line each. */
const lines: TalkFormat['write'] = (talk) =>
  exchanges(talk).flatMap(({ before, said }) => [requestOf(talk, before, plain), ...chunksOf(said)]);

/** A session of the command line: each call with its outcome. */
const session: TalkFormat['write'] = (talk, random) => {
  const messages = talk.turns.flatMap((turn, index): readonly JsonRecord[] => {
    if (turn.kind === 'results') return [];
    if (turn.kind === 'user') return [{ id: `m${index}`, type: 'user', content: turn.text }];
    const toolCalls = turn.calls.map((call) => {
      const result = resultOf(talk, call);
      if (result === undefined) return { id: call.id, name: call.tool, args: call.value, status: 'executing' };
      const response = { [result.isError ? 'error' : 'output']: result.text };
      const functionResponse = { id: call.id, name: call.tool, response };
      return {
        id: call.id,
        name: call.tool,
        args: call.value,
        status: result.isError ? 'error' : 'success',
        result: [{ functionResponse }],
      };
    });
    return [{ id: `m${index}`, type: 'gemini', content: turn.text, toolCalls }];
  });
  return [{ sessionId: `s-${random.below(1e9)}`, projectHash: 'ab12', startTime: '2026-01-01T00:00:00Z', messages }];
};

/** The same, a line whenever a message says more. */
const journal: TalkFormat['write'] = (talk, random) => {
  const [document] = session(talk, random);
  const { messages = [], ...head } = isRecord(document) ? document : {};
  const written = isList(messages) ? messages : [];
  const timestamp = '2026-01-01T00:00:01Z';
  return [
    head,
    ...written.flatMap((message): readonly Json[] => {
      if (!isRecord(message)) return [];
      const { toolCalls: _toolCalls, ...bare } = message;
      return [{ ...bare, timestamp }, { ...message, timestamp }, { $set: { lastUpdated: timestamp } }];
    }),
  ];
};

const gemini = { id: 'gemini', order: 'any' } as const;

export const googleFormats: readonly TalkFormat[] = [
  { ...gemini, name: 'gemini pairs without ids', write: pairs({ hasIds: false, isSnake: false }) },
  { ...gemini, name: 'gemini pairs with ids', write: pairs({ hasIds: true, isSnake: false }) },
  { ...gemini, name: 'gemini pairs in snake case', write: pairs({ hasIds: false, isSnake: true }) },
  { ...gemini, name: 'gemini streams', write: streams },
  { ...gemini, name: 'gemini requests and chunks', order: 'one', write: lines },
  { ...gemini, name: 'gemini command line journals', order: 'one', isOpen: true, given: givenTools, write: journal },
  { ...gemini, name: 'gemini command line sessions', order: 'one', isOpen: true, given: givenTools, write: session },
];
