import { describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/model/event.ts';
import type { JsonValue } from '../../src/model/json.ts';
import { otel } from '../../src/readers/otel.ts';
import { casesOf, readValues } from './read.ts';

type Attributes = { readonly [key: string]: JsonValue };

/** A span with a map of attributes, as a record of its own. */
function span(spanId: string, start: JsonValue, attributes: Attributes, rest: { readonly [key: string]: JsonValue } = {}): JsonValue {
  return { traceId: 'T', spanId, startTime: start, attributes, ...rest };
}

const calls = (...parts: readonly JsonValue[]): JsonValue => [{ role: 'assistant', parts }];
const call = (id: string, args: JsonValue): JsonValue => ({ type: 'tool_call', id, name: 'find', arguments: args });
const ran = (id: string, more: Attributes = {}): Attributes => ({
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'find',
  'gen_ai.tool.call.id': id,
  ...more,
});
const defines = (...tools: readonly JsonValue[]): Attributes => ({ 'gen_ai.tool.definitions': tools });
const find = (type: string): JsonValue => ({ type: 'function', name: 'find', parameters: { type } });

const kinds = (events: readonly LedgerEvent[]): readonly string[] => events.map(({ kind }) => kind);
const ofKind = (events: readonly LedgerEvent[], kind: LedgerEvent['kind']): readonly LedgerEvent[] =>
  events.filter((event) => event.kind === kind);

describe('otel', () => {
  it('has at least five cases', () => {
    expect(casesOf(otel).length).toBeGreaterThanOrEqual(5);
  });

  it('takes spans of any service for a trace, and logs for something like it', () => {
    expect(otel.recognize([{ resourceSpans: [{ scopeSpans: [{ spans: [{ traceId: 'a', spanId: 'b', attributes: [] }] }] }] }])).toEqual({
      isRecognized: true,
    });
    expect(otel.recognize([{ resourceLogs: [] }])).toMatchObject({
      isRecognized: false,
      missing: 'its records have no spans with attributes',
    });
    expect(otel.recognize([{ data: [{ id: 1 }] }])).toMatchObject({ isRecognized: false, likeness: 0 });
  });

  it('puts spans in the order of their start, whatever the unit, and beyond what a double holds', () => {
    const late = span('b', '1700000000000000002', ran('second'));
    const early = span('a', '1700000000000000001', ran('first'));
    const events = readValues(otel, [late, early]);
    expect(ofKind(events, 'executed')).toMatchObject([{ call: 'first' }, { call: 'second' }]);
    const pairs = readValues(otel, [span('b', [5, 20], ran('second')), span('a', [5, 3], ran('first'))]);
    expect(ofKind(pairs, 'executed')).toMatchObject([{ call: 'first' }, { call: 'second' }]);
  });

  it('counts a span that was exported twice once', () => {
    const events = readValues(otel, [span('a', 1, ran('x')), span('a', 1, ran('x'))]);
    expect(kinds(events)).toEqual(['unrelated', 'executed', 'returned']);
  });

  it('shows a call once that several spans repeat, and lets the span of the tool say how it ended', () => {
    const events = readValues(otel, [
      span('outer', 1, { 'gen_ai.output.messages': calls(call('x', { q: 1 })) }),
      span('inner', 2, { 'gen_ai.output.messages': calls(call('x', { q: 1 })) }),
      span('tool', 3, ran('x', { 'error.type': 'TimeoutError' })),
      span('next', 4, {
        'gen_ai.input.messages': [
          ...[calls(call('x', { q: 1 }))].flat(),
          { role: 'tool', parts: [{ type: 'tool_call_response', id: 'x', response: 'late' }] },
        ],
      }),
    ]);
    expect(kinds(events)).toEqual(['proposed', 'executed', 'returned', 'unrelated', 'unrelated']);
    expect(ofKind(events, 'returned')).toMatchObject([{ outcome: 'tool_error' }]);
  });

  it('does not repeat a result that a later trace sends to the model', () => {
    const later = {
      traceId: 'U',
      spanId: 'u',
      startTime: 9,
      attributes: {
        'gen_ai.input.messages': [
          { role: 'assistant', parts: [call('x', {})] },
          { role: 'tool', parts: [{ type: 'tool_call_response', id: 'x', response: 'ok' }] },
        ],
      },
    };
    const events = readValues(otel, [span('c', 1, { 'gen_ai.output.messages': calls(call('x', {})) }), span('t', 2, ran('x')), later]);
    expect(kinds(events)).toEqual(['proposed', 'executed', 'returned', 'unrelated']);
  });

  it('tells two calls under one id when both ran', () => {
    const events = readValues(otel, [
      span('c', 1, { 'gen_ai.output.messages': calls(call('x', {})) }),
      span('t1', 2, ran('x', { 'error.type': 'E' })),
      span('t2', 3, ran('x')),
    ]);
    expect(kinds(events)).toEqual(['proposed', 'executed', 'returned', 'executed', 'returned']);
  });

  it('keeps two calls without ids apart, and calls whose id is the name of the tool', () => {
    const twice = (id: JsonValue): readonly JsonValue[] =>
      [1, 2].map((start) =>
        span(`s${start}`, start, { 'gen_ai.output.messages': calls({ type: 'tool_call', id, name: 'find', arguments: {} }) }),
      );
    expect(kinds(readValues(otel, twice(null)))).toEqual(['proposed', 'proposed']);
    expect(kinds(readValues(otel, twice('find')))).toEqual(['proposed', 'proposed']);
    expect(kinds(readValues(otel, twice('call_1')))).toEqual(['proposed', 'unrelated']);
  });

  it('opens the set where attributes were dropped or definitions cannot be read', () => {
    const cut = readValues(otel, [span('a', 1, defines(find('object')), { droppedAttributesCount: 1 })]);
    expect(cut).toMatchObject([{ kind: 'declarations-changed' }, { kind: 'declared', isWhole: false }]);
    const broken = readValues(otel, [span('a', 1, { 'gen_ai.tool.definitions': '[{"name":"fi' })]);
    expect(broken).toMatchObject([{ kind: 'unread', what: 'tool definition that cannot be read' }]);
  });

  it('does not let a definition without parameters stand against one that has them', () => {
    const events = readValues(otel, [
      span('a', 1, defines({ type: 'function', name: 'find' }, { type: 'function', name: 'stop', parameters: null })),
      span('b', 2, defines(find('object'), { type: 'function', name: 'stop', parameters: null })),
      span('c', 3, defines(find('object'), { type: 'function', name: 'stop', parameters: null })),
    ]);
    expect(ofKind(events, 'declared')).toMatchObject([
      { isWhole: false, tools: [{ name: 'stop' }] },
      { isWhole: true, tools: [{ name: 'find', inputSchema: { type: 'object' }, dialect: { name: 'draft-07' } }, { name: 'stop' }] },
    ]);
    expect(ofKind(events, 'declared')).toHaveLength(2);
  });

  it('takes a text of arguments that is no JSON for a fault of the recording where the tool ran', () => {
    const [executed] = readValues(otel, [span('a', 1, ran('x', { tool_arguments: "{'q': 1}" }))]);
    expect(executed).toMatchObject({ kind: 'executed', payload: { form: 'opaque' } });
  });

  it('believes the empty arguments of ADK only where the response was recorded', () => {
    const args = { 'gcp.vertex.agent.tool_call_args': '{}' };
    const [withheld] = readValues(otel, [span('a', 1, ran('x', { ...args, 'gcp.vertex.agent.tool_response': '{}' }))]);
    expect(withheld).toMatchObject({ payload: { form: 'opaque', detail: 'not captured' } });
    const [recorded] = readValues(otel, [span('a', 1, ran('x', { ...args, 'gcp.vertex.agent.tool_response': '{"rows":1}' }))]);
    expect(recorded).toMatchObject({ payload: { form: 'text', text: '{}' } });
  });

  it("reads MCP's own word on a result, and its structured part", () => {
    const result = (value: JsonValue): readonly LedgerEvent[] =>
      ofKind(readValues(otel, [span('a', 1, ran('x', { 'gen_ai.tool.call.result': value }))]), 'returned');
    expect(result({ content: [{ type: 'text', text: 'no' }], isError: true })).toMatchObject([
      { outcome: 'tool_error', canBeStructured: false },
    ]);
    expect(result({ content: [], structuredContent: { n: 1 } })).toMatchObject([
      {
        outcome: 'ok',
        canBeStructured: true,
        structured: { value: { n: 1 }, pointer: '/attributes/gen_ai.tool.call.result/structuredContent' },
      },
    ]);
  });

  it('reads messages that stand in an event of the span, and names events of the older conventions', () => {
    const attributes = { 'gen_ai.output.messages': JSON.stringify(calls(call('x', {}))) };
    const details = { name: 'gen_ai.client.inference.operation.details', attributes };
    expect(readValues(otel, [span('a', 1, {}, { events: [details] })])).toMatchObject([
      { kind: 'proposed', call: 'x', callPointer: '/events/0/attributes/gen_ai.output.messages' },
    ]);
    const older = readValues(otel, [span('a', 1, {}, { events: [{ name: 'gen_ai.choice' }, { name: 'exception' }] })]);
    expect(older).toMatchObject([{ kind: 'unread', what: 'span event gen_ai.choice' }]);
  });

  it('does not say that a call ran which its host refused or denied inside the span of the tool', () => {
    const stopped = (text: string): Attributes => ran('x', { 'error.type': 'ToolError', 'error.message': text });
    const proposal = span('a', 1, { 'gen_ai.output.messages': calls(call('x', { q: 1 })) });
    const denied = readValues(otel, [proposal, span('b', 2, stopped('The tool call was denied.'))]);
    expect(denied).toMatchObject([
      { kind: 'proposed', call: 'x' },
      { kind: 'returned', call: 'x', outcome: 'refused', verdict: { kind: 'denied', by: 'host' } },
    ]);
    const alone = readValues(otel, [span('b', 2, stopped('Unknown tool: find'))]);
    expect(alone).toMatchObject([
      { kind: 'proposed', call: 'x', tool: 'find', payload: { detail: 'not captured' } },
      { kind: 'returned', verdict: { kind: 'unknown-tool' } },
    ]);
    const failed = readValues(otel, [span('b', 2, stopped('EACCES: permission denied'))]);
    expect(kinds(failed)).toEqual(['executed', 'returned']);
  });

  it('takes the reason of a failure from the exception where the status has none', () => {
    const fields = [
      { key: 'event', value: 'exception' },
      { key: 'exception.message', value: 'Unknown tool: find' },
    ];
    const [, returned] = readValues(otel, [span('a', 1, ran('x', { error: true }), { logs: [{ fields }] })]);
    expect(returned).toMatchObject({
      outcome: 'tool_error',
      verdict: { kind: 'unknown-tool' },
      texts: [{ text: 'Unknown tool: find', pointer: '/logs/0/fields/1/value' }],
    });
  });

  it('counts once what a span inside the span of the tool shows again', () => {
    const outer = span('a', 1, ran('x'));
    const inner = span(
      'b',
      2,
      { 'mcp.method.name': 'tools/call', 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'find' },
      { parentSpanId: 'a' },
    );
    const other = span('c', 3, ran('y'), { parentSpanId: 'a' });
    const events = readValues(otel, [outer, inner, other]);
    expect(ofKind(events, 'executed')).toMatchObject([{ call: 'x' }, { call: 'y' }]);
  });

  it('ends a chain of parents that leads back to itself', () => {
    const parents = { a: 'b', b: 'a' };
    const spans = Object.entries(parents).map(([id, parentSpanId]) => span(id, 1, ran(id), { parentSpanId }));
    expect(kinds(readValues(otel, spans))).toEqual(['executed', 'returned', 'executed', 'returned']);
  });

  it('says something about each odd record', () => {
    const odd: readonly JsonValue[] = [
      null,
      { resourceSpans: [null, { scopeSpans: [null, { spans: [null, 7, {}] }] }] },
      { data: [{ traceID: 'q', spans: [{ spanID: 's', tags: [null, { key: 'gen_ai.tool.name' }, { key: 1, value: 1 }] }] }] },
      span('o1', 1, { 'gen_ai.output.messages': '{', 'gen_ai.input.messages': [null, { parts: [null, { type: 'tool_call' }] }] }),
      span('o2', 1, { 'gen_ai.tool.definitions': '7' }),
      span('__proto__', { constructor: 1 }, { 'gen_ai.operation.name': 'execute_tool', 'gen_ai.tool.name': 'constructor' }),
    ];
    const lines = new Set(readValues(otel, odd).map(({ record }) => record.line));
    expect([...lines].sort()).toEqual([1, 2, 3, 4, 5, 6]);
  });
});
