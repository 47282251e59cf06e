import { isList, type Json, type JsonRecord, memberOf } from '../../plane/event.ts';
import type { TalkFormat } from '../format.ts';
import { exchanges, resultOf, type Talk, type Turn, toolsOf } from '../talk.ts';

const callsOf = ({ turns }: Talk) => turns.flatMap((turn) => (turn.kind === 'model' ? turn.calls : []));

/** Both directions of one connection: the list, then the calls one after the other. */
function mcp(talk: Talk): readonly Json[] {
  const lines: JsonRecord[] = [];
  const send = (message: JsonRecord): void => void lines.push({ direction: 'client->server', message: { jsonrpc: '2.0', ...message } });
  const answer = (message: JsonRecord): void => void lines.push({ direction: 'server->client', message: { jsonrpc: '2.0', ...message } });
  send({ id: 0, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {} } });
  answer({ id: 0, result: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'desk', version: '1' } } });
  send({ method: 'notifications/initialized' });
  send({ id: 1, method: 'tools/list' });
  answer({ id: 1, result: { tools: toolsOf(talk).map(({ name, schema }) => ({ name, inputSchema: schema })) } });
  for (const [index, call] of callsOf(talk).entries()) {
    const { tool, value, delta } = call;
    send({ id: index + 2, method: 'tools/call', params: { name: tool, arguments: value } });
    const result = resultOf(talk, call);
    if (result === undefined) continue;
    if (delta.some(({ kind }) => kind === 'invented-tool'))
      answer({ id: index + 2, error: { code: -32602, message: `Unknown tool: ${tool}` } });
    else answer({ id: index + 2, result: { content: [{ type: 'text', text: result.text }], isError: result.isError } });
  }
  return lines;
}

const attribute = (key: string, value: Json): JsonRecord => ({
  key,
  value: { stringValue: typeof value === 'string' ? value : JSON.stringify(value) },
});

const spanMessage = (turn: Turn): JsonRecord => {
  if (turn.kind === 'user') return { role: 'user', parts: [{ type: 'text', content: turn.text }] };
  if (turn.kind === 'results')
    return { role: 'tool', parts: turn.results.map(({ call, text }) => ({ type: 'tool_call_response', id: call.id, response: text })) };
  const text = turn.text === '' ? [] : [{ type: 'text', content: turn.text }];
  return {
    role: 'assistant',
    parts: [...text, ...turn.calls.map(({ id, tool, value }) => ({ type: 'tool_call', id, name: tool, arguments: value }))],
  };
};

/** A span for each request of the model; what is as declared has the span of its execution as well. */
function spansOf(talk: Talk): readonly JsonRecord[] {
  const traceId = `trace-${talk.system}-${talk.tools[0]?.name ?? ''}`;
  const spans: JsonRecord[] = [];
  const add = (name: string, attributes: readonly JsonRecord[], status: JsonRecord = {}): void =>
    void spans.push({
      traceId,
      spanId: `s${spans.length}`,
      name,
      startTimeUnixNano: String(1_790_000_000_000_000_000n + BigInt(spans.length)),
      attributes,
      status,
    });
  const definitions = toolsOf(talk).map(({ name, schema }) => ({ type: 'function', name, parameters: schema }));
  for (const { before, said } of exchanges(talk)) {
    add('chat gpt', [
      attribute('gen_ai.operation.name', 'chat'),
      attribute('gen_ai.tool.definitions', definitions),
      attribute('gen_ai.input.messages', before.map(spanMessage)),
      attribute('gen_ai.output.messages', [{ ...spanMessage(said), finish_reason: said.calls.length > 0 ? 'tool_call' : 'stop' }]),
    ]);
    for (const call of said.calls) {
      const { id, tool, value, delta } = call;
      const result = resultOf(talk, call);
      if (delta.length > 0 || result === undefined) continue;
      const told = [
        attribute('gen_ai.operation.name', 'execute_tool'),
        attribute('gen_ai.tool.name', tool),
        attribute('gen_ai.tool.call.id', id),
        attribute('gen_ai.tool.call.arguments', value),
        attribute('gen_ai.tool.call.result', result.text),
      ];
      add(`execute_tool ${tool}`, told, result.isError ? { code: 2, message: result.text } : {});
    }
  }
  return spans;
}

const otlp = (talk: Talk): readonly Json[] => [
  { resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: 'desk' }, spans: spansOf(talk) }] }] },
];

/** The same spans as Jaeger exports them. */
function jaeger(talk: Talk): readonly Json[] {
  const spans = spansOf(talk).map(({ traceId, spanId, name, startTimeUnixNano, attributes, status }) => ({
    traceID: traceId ?? null,
    spanID: spanId ?? null,
    operationName: name ?? null,
    startTime: Number(String(startTimeUnixNano).slice(0, 16)) + Number(String(startTimeUnixNano).slice(16)),
    duration: 1,
    tags: [
      ...tagsOf(attributes),
      ...(memberOf(status, 'code') === 2 ? [tag('error', true), tag('otel.status_description', memberOf(status, 'message') ?? null)] : []),
    ],
  }));
  return [{ data: [{ traceID: spans[0]?.traceID ?? null, spans, processes: {} }] }];
}

const tag = (key: string, value: Json): JsonRecord => ({ key, type: typeof value === 'boolean' ? 'bool' : 'string', value });
const tagsOf = (attributes: Json | undefined): readonly JsonRecord[] =>
  isList(attributes)
    ? attributes.map((one) => tag(String(memberOf(one, 'key')), memberOf(memberOf(one, 'value'), 'stringValue') ?? null))
    : [];

export const wireFormats: readonly TalkFormat[] = [
  { id: 'mcp', name: 'mcp captures', order: 'one', write: mcp },
  { id: 'otel', name: 'otlp traces', order: 'any', write: otlp },
  { id: 'otel', name: 'jaeger traces', order: 'any', write: jaeger },
];
