// Writes one recording per format of the same made-up conversations, about as many bytes as asked for. As in real recordings every
// request repeats its tools and its history. The values vary, the bytes do not: the same arguments give the same file.
import { closeSync, openSync, writeSync } from 'node:fs';

const text = { type: 'string', description: 'A short text, as the customer wrote it.' };
const object = (properties, required) => ({ type: 'object', properties, required, additionalProperties: false });
const names = ['get_order', 'list_orders', 'process_refund', 'send_mail', 'search_docs', 'create_ticket', 'update_address', 'track_parcel'];
const tools = names.map((name, index) => ({
  name,
  description: `${name.replaceAll('_', ' ')}: looks it up in the shop's system and gives back what it found. Use it once per question.`,
  schema: object(
    {
      order_id: { type: 'string', pattern: '^O-[0-9]+$', description: 'The order, as printed on the receipt.' },
      amount: { type: 'number', minimum: 0, description: 'In the currency of the order.' },
      reason: { ...text, maxLength: 400 },
      channel: { type: 'string', enum: ['mail', 'phone', 'chat'] },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 8 },
      address: object({ street: text, city: text, zip: { type: 'string' } }, ['city']),
      [`option_${index}`]: { type: 'boolean' },
    },
    ['order_id', 'reason'],
  ),
}));
const turns = 12;
const prose = 'The customer wrote that the parcel arrived open and that two of the five cups in it were broken. ';

const found = object(
  {
    order: object({ id: { type: 'string' }, state: { type: 'string', enum: ['open', 'sent'] }, note: { type: 'string' } }, ['id', 'state']),
    lines: { type: 'array', items: object({ line: { type: 'integer' }, sku: { type: 'string' } }, ['line', 'sku']) },
  },
  ['order', 'lines'],
);

/** The n-th call: its arguments and its result. */
function callOf(n) {
  const id = `call_${n.toString(36).padStart(12, '0')}`;
  const tool = names[n % names.length];
  const args = {
    order_id: `O-${n}`,
    amount: (n % 5000) + 0.25,
    reason: `${prose.slice(0, 40 + (n % 50))}(${n})`,
    channel: 'mail',
    tags: ['fragile', `week-${n % 52}`],
    address: { street: `${n % 90} Long Lane`, city: 'Oslo', zip: String(n % 9999) },
  };
  const result = {
    order: { id: `O-${n}`, state: n % 2 ? 'open' : 'sent', note: prose.repeat(2) },
    lines: [1, 2, 3].map((line) => ({ line, sku: `S-${n + line}` })),
  };
  return {
    n,
    id,
    tool,
    args,
    result,
    question: `${prose}What now, please? (${n})`,
    answer: `${prose}I looked it up, and it is on its way. (${n})`,
  };
}

const conversation = (first) => Array.from({ length: turns }, (_, turn) => callOf(first + turn));
const functions = tools.map(({ name, description, schema }) => ({ type: 'function', function: { name, description, parameters: schema } }));
const json = JSON.stringify;

/** Per request of a conversation: one that gives the call, one that takes its result and gives the answer. */
function* exchanges(first, { user, call, result, answer }) {
  const history = [];
  for (const one of conversation(first)) {
    history.push(...user(one));
    yield { sent: [...history], got: call(one), one, isCall: true };
    history.push(...call(one), ...result(one));
    yield { sent: [...history], got: answer(one), one, isCall: false };
    history.push(...answer(one));
  }
}

const chat = {
  user: ({ question }) => [{ role: 'user', content: question }],
  call: ({ id, tool, args }) => [
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: { name: tool, arguments: json(args) } }] },
  ],
  result: ({ id, result }) => [{ role: 'tool', tool_call_id: id, content: json(result) }],
  answer: ({ answer }) => [{ role: 'assistant', content: answer }],
};
const usage = { prompt_tokens: 900, completion_tokens: 60, total_tokens: 960 };

const recordings = {
  *'claude-code'(first) {
    const session = {
      sessionId: `session-${first}`,
      version: '2.1.1',
      cwd: '/shop',
      gitBranch: 'main',
      isSidechain: false,
      userType: 'external',
    };
    for (const { n, id, tool, args, result, question, answer } of conversation(first)) {
      const at = (more) => ({
        ...session,
        uuid: `u-${n}-${more.type}-${more.step}`,
        parentUuid: `p-${n}`,
        timestamp: '2026-11-30T09:00:00.000Z',
        ...more,
      });
      const say = (content, step) =>
        at({
          type: 'assistant',
          step,
          message: { id: `msg_${n}_${step}`, type: 'message', role: 'assistant', model: 'm', content, usage },
        });
      yield at({ type: 'user', step: 0, message: { role: 'user', content: question } });
      yield say([{ type: 'tool_use', id, name: `mcp__shop__${tool}`, input: args }], 1);
      yield at({
        type: 'user',
        step: 2,
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: json(result) }] },
        toolUseResult: result,
      });
      yield say([{ type: 'text', text: answer }], 3);
    }
  },
  *codex(first) {
    const at = (type, payload) => ({ timestamp: '2026-10-01T09:00:00.000Z', type, payload });
    yield at('session_meta', { id: `session-${first}`, cwd: '/shop', originator: 'cli', cli_version: '0.50.0', instructions: prose });
    for (const { id, tool, args, result, question, answer } of conversation(first)) {
      const message = (role, kind, words) => at('response_item', { type: 'message', role, content: [{ type: kind, text: words }] });
      yield message('user', 'input_text', question);
      yield at('turn_context', { cwd: '/shop', approval_policy: 'on-request', model: 'm', summary: 'auto' });
      yield at('response_item', { type: 'function_call', name: `shop__${tool}`, arguments: json(args), call_id: id });
      yield at('response_item', {
        type: 'function_call_output',
        call_id: id,
        output: json({ output: json(result), metadata: { exit_code: 0, duration_seconds: 0.1 } }),
      });
      yield at('event_msg', { type: 'token_count', info: usage });
      yield message('assistant', 'output_text', answer);
    }
  },
  *'openai-chat'(first) {
    for (const { sent, got, one, isCall } of exchanges(first, chat)) {
      yield {
        request: { model: 'm', messages: sent, tools: functions, tool_choice: 'auto' },
        response: {
          id: `c-${one.n}`,
          object: 'chat.completion',
          choices: [{ index: 0, message: got[0], finish_reason: isCall ? 'tool_calls' : 'stop' }],
          usage,
        },
      };
    }
  },
  *'openai-responses'(first) {
    const items = {
      user: ({ question }) => [{ role: 'user', content: question }],
      call: ({ id, tool, args }) => [
        { type: 'function_call', id: `fc_${id}`, call_id: id, name: tool, arguments: json(args), status: 'completed' },
      ],
      result: ({ id, result }) => [{ type: 'function_call_output', call_id: id, output: json(result) }],
      answer: ({ n, answer }) => [
        {
          type: 'message',
          id: `msg_${n}`,
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: answer, annotations: [] }],
        },
      ],
    };
    const list = tools.map(({ name, description, schema }) => ({ type: 'function', name, description, parameters: schema, strict: false }));
    for (const { sent, got, one, isCall } of exchanges(first, items)) {
      yield {
        request: { model: 'm', input: sent, tools: list },
        response: {
          id: `resp_${one.n}_${isCall ? 0 : 1}`,
          object: 'response',
          status: 'completed',
          output: got,
          tools: list,
          tool_choice: 'auto',
          usage,
        },
      };
    }
  },
  *anthropic(first) {
    const blocks = {
      user: ({ question }) => [{ role: 'user', content: question }],
      call: ({ id, tool, args }) => [
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'Let me look.' },
            { type: 'tool_use', id, name: tool, input: args },
          ],
        },
      ],
      result: ({ id, result }) => [
        { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: json(result), is_error: false }] },
      ],
      answer: ({ answer }) => [{ role: 'assistant', content: [{ type: 'text', text: answer }] }],
    };
    const list = tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema }));
    for (const { sent, got, one, isCall } of exchanges(first, blocks)) {
      yield {
        request: { model: 'm', max_tokens: 1024, messages: sent, tools: list },
        response: {
          id: `msg_${one.n}`,
          type: 'message',
          role: 'assistant',
          model: 'm',
          content: got[0].content,
          stop_reason: isCall ? 'tool_use' : 'end_turn',
          usage,
        },
      };
    }
  },
  *gemini(first) {
    const parts = {
      user: ({ question }) => [{ role: 'user', parts: [{ text: question }] }],
      call: ({ tool, args }) => [{ role: 'model', parts: [{ functionCall: { name: tool, args } }] }],
      result: ({ tool, result }) => [{ role: 'user', parts: [{ functionResponse: { name: tool, response: result } }] }],
      answer: ({ answer }) => [{ role: 'model', parts: [{ text: answer }] }],
    };
    const list = [
      { functionDeclarations: tools.map(({ name, description, schema }) => ({ name, description, parametersJsonSchema: schema })) },
    ];
    for (const { sent, got } of exchanges(first, parts)) {
      yield {
        request: { contents: sent, tools: list, generationConfig: { temperature: 0 } },
        response: {
          candidates: [{ content: got[0], finishReason: 'STOP', index: 0 }],
          usageMetadata: { totalTokenCount: 960 },
          modelVersion: 'm',
        },
      };
    }
  },
  *mistral(first) {
    const short = {
      ...chat,
      call: (one) => chat.call({ ...one, id: one.id.slice(-9) }),
      result: (one) => chat.result({ ...one, id: one.id.slice(-9) }),
    };
    for (const { sent, got, one, isCall } of exchanges(first, short)) {
      yield {
        request: { model: 'mistral-large-latest', messages: sent, tools: functions, tool_choice: 'auto' },
        response: {
          id: `${one.n.toString(16).padStart(31, '0')}${isCall ? 'a' : 'b'}`,
          object: 'chat.completion',
          model: 'mistral-large-latest',
          choices: [{ index: 0, message: got[0], finish_reason: isCall ? 'tool_calls' : 'stop' }],
          usage,
        },
      };
    }
  },
  *bedrock(first) {
    const blocks = {
      user: ({ question }) => [{ role: 'user', content: [{ text: question }] }],
      call: ({ id, tool, args }) => [{ role: 'assistant', content: [{ toolUse: { toolUseId: id, name: tool, input: args } }] }],
      result: ({ id, result }) => [
        { role: 'user', content: [{ toolResult: { toolUseId: id, content: [{ json: result }], status: 'success' } }] },
      ],
      answer: ({ answer }) => [{ role: 'assistant', content: [{ text: answer }] }],
    };
    const list = {
      tools: tools.map(({ name, description, schema }) => ({ toolSpec: { name, description, inputSchema: { json: schema } } })),
    };
    for (const { sent, got, isCall } of exchanges(first, blocks)) {
      yield {
        request: { modelId: 'm', messages: sent, toolConfig: list },
        response: {
          output: { message: got[0] },
          stopReason: isCall ? 'tool_use' : 'end_turn',
          usage: { inputTokens: 900, outputTokens: 60, totalTokens: 960 },
        },
      };
    }
  },
  *mcp(first) {
    if (first === 0) {
      yield {
        jsonrpc: '2.0',
        id: 0,
        method: 'initialize',
        params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
      };
      yield {
        jsonrpc: '2.0',
        id: 0,
        result: { protocolVersion: '2025-11-25', capabilities: { tools: {} }, serverInfo: { name: 'shop', version: '1' } },
      };
      yield { jsonrpc: '2.0', id: 'list', method: 'tools/list', params: {} };
      yield {
        jsonrpc: '2.0',
        id: 'list',
        result: {
          tools: tools.map(({ name, description, schema }) => ({
            name,
            description,
            inputSchema: schema,
            outputSchema: found,
          })),
        },
      };
    }
    for (const { n, tool, args, result } of conversation(first)) {
      yield { jsonrpc: '2.0', id: n + 1, method: 'tools/call', params: { name: tool, arguments: args } };
      yield {
        jsonrpc: '2.0',
        id: n + 1,
        result: { content: [{ type: 'text', text: json(result) }], structuredContent: result, isError: false },
      };
    }
  },
  *otel(first) {
    const attribute = (key, value) => ({ key, value: { stringValue: typeof value === 'string' ? value : json(value) } });
    const part = {
      user: ({ question }) => [{ role: 'user', parts: [{ type: 'text', content: question }] }],
      call: ({ id, tool, args }) => [
        { role: 'assistant', parts: [{ type: 'tool_call', id, name: tool, arguments: args }], finish_reason: 'tool_calls' },
      ],
      result: ({ id, result }) => [{ role: 'tool', parts: [{ type: 'tool_call_response', id, response: result }] }],
      answer: ({ answer }) => [{ role: 'assistant', parts: [{ type: 'text', content: answer }], finish_reason: 'stop' }],
    };
    const traceId = first.toString(16).padStart(32, '0');
    let clock = 1_000_000_000 + first * 1000;
    let span = 0;
    const make = (name, attributes) => {
      span += 1;
      clock += 10;
      return {
        traceId,
        spanId: `${first.toString(16).padStart(12, '0')}${span.toString(16).padStart(4, '0')}`,
        parentSpanId: '',
        name,
        kind: 3,
        startTimeUnixNano: String(clock),
        endTimeUnixNano: String(clock + 5),
        attributes,
      };
    };
    const list = tools.map(({ name, description, schema }) => ({ type: 'function', name, description, parameters: schema }));
    const spans = [];
    for (const { sent, got, one, isCall } of exchanges(first, part)) {
      spans.push(
        make('chat m', [
          attribute('gen_ai.operation.name', 'chat'),
          attribute('gen_ai.request.model', 'm'),
          attribute('gen_ai.tool.definitions', list),
          attribute('gen_ai.input.messages', sent),
          attribute('gen_ai.output.messages', got),
        ]),
      );
      if (!isCall) continue;
      spans.push(
        make(`execute_tool ${one.tool}`, [
          attribute('gen_ai.operation.name', 'execute_tool'),
          attribute('gen_ai.tool.name', one.tool),
          attribute('gen_ai.tool.call.id', one.id),
          attribute('gen_ai.tool.call.arguments', one.args),
          attribute('gen_ai.tool.call.result', one.result),
        ]),
      );
    }
    for (const one of spans)
      yield {
        resourceSpans: [
          { resource: { attributes: [attribute('service.name', 'desk')] }, scopeSpans: [{ scope: { name: 'genai' }, spans: [one] }] },
        ],
      };
  },
  *'ai-sdk'(first) {
    const parts = {
      user: ({ question }) => [{ role: 'user', content: [{ type: 'text', text: question }] }],
      call: ({ id, tool, args }) => [{ role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName: tool, input: args }] }],
      result: ({ id, tool, result }) => [
        { role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName: tool, output: { type: 'json', value: result } }] },
      ],
      answer: ({ answer }) => [{ role: 'assistant', content: [{ type: 'text', text: answer }] }],
    };
    const list = Object.fromEntries(
      tools.map(({ name, description, schema }) => [name, { description, inputSchema: { jsonSchema: schema } }]),
    );
    for (const { sent, got, isCall } of exchanges(first, parts)) {
      yield {
        request: { messages: sent, tools: list },
        response: { messages: got, finishReason: isCall ? 'tool-calls' : 'stop' },
      };
    }
  },
};

export const formats = Object.keys(recordings);

/** @param {string} format @param {string} path @param {number} size about how many bytes @returns {number} bytes written */
export function writeRecording(format, path, size) {
  const file = openSync(path, 'w');
  let bytes = 0;
  for (let first = 0; bytes < size; first += turns) {
    const lines = [...recordings[format](first)].map((record) => `${json(record)}\n`);
    bytes += writeSync(file, lines.join(''));
  }
  closeSync(file);
  return bytes;
}
