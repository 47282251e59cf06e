import { isRecord, type Json, type JsonRecord } from '../../plane/event.ts';
import type { Random } from '../../properties/differential/random.ts';
import type { TalkFormat } from '../format.ts';
import { exchanges, givenTools, resultOf, type Talk, type TalkCall, type Turn, toolsOf } from '../talk.ts';

// Gemini as Google's instrumentation and its ADK trace it: calls have no ids, or ids made of a name and a place.

type Part = JsonRecord;

const partsOf = (turn: Turn): readonly Part[] => {
  if (turn.kind === 'user') return [{ text: turn.text }];
  if (turn.kind === 'results')
    return turn.results.map(({ call, text, isError }) => ({
      function_response: { name: call.tool, response: { [isError ? 'error' : 'result']: text } },
    }));
  return [
    ...(turn.text === '' ? [] : [{ text: turn.text }]),
    ...turn.calls.map(({ tool, value }) => ({ function_call: { name: tool, args: value } })),
  ];
};

const contentOf = (turn: Turn): JsonRecord => ({ role: turn.kind === 'model' ? 'model' : 'user', parts: partsOf(turn) });

/** A message of the conventions, as Google writes it. */
const messageOf = (turn: Turn): JsonRecord => {
  const said = turn.kind === 'model' && turn.text !== '' ? [{ type: 'text', content: turn.text }] : [];
  if (turn.kind === 'user') return { role: 'user', parts: [{ type: 'text', content: turn.text }] };
  if (turn.kind === 'results') {
    const parts = turn.results.map(({ call, text, isError }, place) => ({
      type: 'tool_call_response',
      id: `${call.tool}_${place}`,
      response: { [isError ? 'error' : 'result']: text },
    }));
    return { role: 'user', parts };
  }
  const calls = turn.calls.map(({ tool, value }, index) => ({
    type: 'tool_call',
    id: `${tool}_${said.length + index}`,
    name: tool,
    arguments: value,
  }));
  return { role: 'assistant', parts: [...said, ...calls] };
};

const attribute = (key: string, value: Json): JsonRecord => ({
  key,
  value: { stringValue: typeof value === 'string' ? value : JSON.stringify(value) },
});

interface Spans {
  readonly all: JsonRecord[];
  /** What is added from here on is of another trace: each time a person speaks. */
  begin(part: number): void;
  add(name: string, parent: string, attributes: readonly JsonRecord[]): string;
}

function openSpans(talk: Talk): Spans {
  let traceId = traceOf(talk);
  const all: JsonRecord[] = [];
  return {
    all,
    begin(part) {
      traceId = `${traceOf(talk)}-${part}`;
    },
    add(name, parent, attributes) {
      const spanId = `s${all.length}`;
      all.push({
        ...{ traceId, spanId, name, ...(parent === '' ? {} : { parentSpanId: parent }) },
        ...{ startTimeUnixNano: timeAt(all.length), attributes, status: {} },
      });
      return spanId;
    },
  };
}

const traceOf = ({ system, tools, turns }: Talk): string =>
  `trace-${system}-${tools[0]?.name ?? ''}-${turns[0]?.kind === 'user' ? turns[0].text : ''}`;
const timeAt = (index: number): string => String(1_790_000_000_000_000_000n + BigInt(index));

const documentOf = (spans: readonly JsonRecord[]): JsonRecord => ({
  resourceSpans: [{ resource: {}, scopeSpans: [{ scope: { name: 'gcp.vertex.agent' }, spans }] }],
});

/** All in one document, in whatever order, or each as it ends. */
const otlp = (spans: readonly JsonRecord[], random: Random): readonly JsonRecord[] =>
  random.chance(0.7) ? [documentOf(random.chance(0.5) ? spans : spans.toReversed())] : spans.map((span) => documentOf([span]));

const personsIn = (turns: readonly Turn[]): number => turns.filter(({ kind }) => kind === 'user').length;

const requestOf = (talk: Talk, turns: readonly Turn[]): JsonRecord => ({
  model: 'gemini-2.5-flash',
  config: {
    system_instruction: talk.system,
    tools: [
      {
        function_declarations: toolsOf(talk).map(({ name, schema }) => ({ name, description: name, parameters_json_schema: schema })),
      },
    ],
  },
  contents: turns.map(contentOf),
});

/** What is as declared ran. */
const hasRun = (talk: Talk, call: TalkCall): boolean => call.delta.length === 0 && resultOf(talk, call) !== undefined;

interface AdkWay {
  /** Executions are below the span of their request, as in early versions. */
  readonly isNested: boolean;
  /** The client of the provider is traced as well. */
  readonly hasClient: boolean;
}

const wayOf = (random: Random, hasClient: boolean): AdkWay => ({ isNested: random.chance(0.5), hasClient });

function adkSpans(talk: Talk, random: Random, { isNested, hasClient }: AdkWay): readonly JsonRecord[] {
  const spans = openSpans(talk);
  const marks = [attribute('gen_ai.operation.name', 'invoke_agent'), attribute('gen_ai.agent.name', 'desk')];
  let root = '';
  let part = 0;
  let count = 0;
  for (const { before, said } of exchanges(talk)) {
    if (personsIn(before) !== part) {
      part = personsIn(before);
      spans.begin(part);
      root = spans.add('invoke_agent desk', '', marks);
    }
    const request = spans.add('call_llm', root, [
      attribute('gen_ai.system', 'gcp.vertex.agent'),
      attribute('gcp.vertex.agent.event_id', `event-${spans.all.length}`),
      attribute('gcp.vertex.agent.llm_request', requestOf(talk, before)),
      attribute('gcp.vertex.agent.llm_response', { content: contentOf(said), finish_reason: 'STOP' }),
    ]);
    if (hasClient) spans.add('generate_content gemini-2.5-flash', request, clientAttributes(talk, before, said));
    const ran = said.calls.filter((call) => hasRun(talk, call));
    for (const call of random.chance(0.5) ? ran : ran.toReversed()) {
      const result = resultOf(talk, call);
      spans.add(`execute_tool ${call.tool}`, isNested ? request : root, [
        attribute('gen_ai.operation.name', 'execute_tool'),
        attribute('gen_ai.tool.name', call.tool),
        attribute('gen_ai.tool.call.id', `adk-${random.below(1e9)}-${count++}`),
        attribute('gcp.vertex.agent.llm_request', '{}'),
        attribute('gcp.vertex.agent.llm_response', '{}'),
        attribute('gcp.vertex.agent.tool_call_args', call.value),
        attribute('gcp.vertex.agent.tool_response', { [result?.isError === true ? 'error' : 'result']: result?.text ?? '' }),
      ]);
    }
    if (ran.length > 1)
      spans.add('execute_tool (merged)', isNested ? request : root, [
        attribute('gen_ai.operation.name', 'execute_tool'),
        attribute('gen_ai.tool.name', '(merged tools)'),
        attribute('gen_ai.tool.call.id', `event-${spans.all.length}`),
        attribute('gcp.vertex.agent.tool_call_args', 'N/A'),
      ]);
  }
  return spans.all;
}

const definitionsOf = (talk: Talk): Json => toolsOf(talk).map(({ name, schema }) => ({ type: 'function', name, parameters: schema }));

const clientAttributes = (talk: Talk, before: readonly Turn[], said: Turn): readonly JsonRecord[] => [
  attribute('gen_ai.operation.name', 'generate_content'),
  attribute('gen_ai.tool.definitions', definitionsOf(talk)),
  attribute('gen_ai.input.messages', before.map(messageOf)),
  attribute('gen_ai.output.messages', [{ ...messageOf(said), finish_reason: 'stop' }]),
];

/** A client that calls its functions itself: spans of them have no id, and each parameter by itself. */
function clientSpans(talk: Talk): readonly JsonRecord[] {
  const spans = openSpans(talk);
  for (const { before, said } of exchanges(talk)) {
    spans.add('generate_content gemini-2.5-flash', '', clientAttributes(talk, before, said));
    for (const call of said.calls)
      if (hasRun(talk, call))
        spans.add(`execute_tool ${call.tool}`, '', [
          attribute('gen_ai.system', 'gemini'),
          attribute('gen_ai.operation.name', 'execute_tool'),
          attribute('gen_ai.tool.name', call.tool),
          ...parametersOf(call.value),
        ]);
  }
  return spans.all;
}

function parametersOf(value: Json): readonly JsonRecord[] {
  return Object.entries(isRecord(value) ? value : {}).flatMap(([name, one]) => {
    const prefix = `code.function.parameters.${name}`;
    const type = attribute(`${prefix}.type`, pythonType(one));
    const isPlain = typeof one !== 'object';
    return one === null
      ? [type]
      : [type, { key: `${prefix}.value`, value: isPlain ? anyValue(one) : { stringValue: JSON.stringify(one) } }];
  });
}

function pythonType(value: Json): string {
  if (value === null) return 'NoneType';
  if (typeof value === 'string') return 'str';
  if (typeof value === 'boolean') return 'bool';
  if (typeof value === 'number') return Number.isInteger(value) ? 'int' : 'float';
  return Array.isArray(value) ? 'list' : 'dict';
}

/** The same conversation in messages that are logged one by one, in pieces of a stream. */
function logsOf(talk: Talk): readonly JsonRecord[] {
  const logs: JsonRecord[] = [];
  const log = (spanId: string, eventName: string, body: JsonRecord): void =>
    void logs.push({
      traceId: traceOf(talk),
      spanId,
      eventName,
      timeUnixNano: timeAt(logs.length),
      attributes: [attribute('gen_ai.system', 'gemini')],
      body: anyValue(body),
    });
  for (const [index, { before, said }] of exchanges(talk).entries()) {
    for (const turn of before) log(`g${index}`, 'gen_ai.user.message', { content: contentOf(turn) });
    for (const part of partsOf(said)) log(`g${index}`, 'gen_ai.choice', { index: 0, content: { role: 'model', parts: [part] } });
  }
  return logs;
}

function anyValue(value: Json): JsonRecord {
  if (Array.isArray(value)) return { arrayValue: { values: value.map((item: Json) => anyValue(item)) } };
  if (isRecord(value)) return { kvlistValue: { values: Object.entries(value).map(([key, item]) => ({ key, value: anyValue(item) })) } };
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (value === null) return {};
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

const otel = { id: 'otel', order: 'any' } as const;

export const googleTraces: readonly TalkFormat[] = [
  { ...otel, name: 'adk traces', write: (talk, random) => otlp(adkSpans(talk, random, wayOf(random, false)), random) },
  { ...otel, name: 'adk traces with their client', write: (talk, random) => otlp(adkSpans(talk, random, wayOf(random, true)), random) },
  { ...otel, name: 'google genai spans', write: (talk, random) => otlp(clientSpans(talk), random) },
  {
    ...{ id: 'otel', order: 'one', name: 'google genai logs', isOpen: true, given: givenTools },
    write: (talk) => [{ resourceLogs: [{ scopeLogs: [{ logRecords: logsOf(talk) }] }] }],
  },
];
