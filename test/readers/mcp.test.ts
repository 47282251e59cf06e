import { describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/model/event.ts';
import type { JsonValue } from '../../src/model/json.ts';
import { namesInvalidCall } from '../../src/readers/kit/invalid-call.ts';
import { mcp } from '../../src/readers/mcp.ts';
import { plainEvents } from '../kit/events.ts';
import { casesOf, read, readValues, recordOf, recordsOf } from './read.ts';

const cases = casesOf(mcp);

const initialize = { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25' } };
const call = (id: number): JsonValue => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'ring', arguments: {} } });
const result = (id: number, value: JsonValue): JsonValue => ({ jsonrpc: '2.0', id, result: value });
const kinds = (events: readonly LedgerEvent[]): readonly string[] => events.map((event) => event.kind);
const lastOf = (events: readonly LedgerEvent[]): LedgerEvent | undefined => events.at(-1);

describe('mcp', () => {
  it('has at least five cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(5);
  });

  it.each(cases)('reads $name', ({ input, expected }) => {
    expect(plainEvents(read(mcp, recordsOf(input)))).toEqual(expected);
  });

  it.each(cases)('recognises $name', ({ input }) => {
    const first = recordsOf(input).map((record) => record.value);
    expect(mcp.recognize(first.slice(0, 3))).toEqual({ isRecognized: true });
  });

  it('does not take other JSON-RPC for MCP', () => {
    const languageServer = [{ jsonrpc: '2.0', id: 1, method: 'initialize', params: { processId: 7, capabilities: {} } }];
    expect(mcp.recognize(languageServer)).toMatchObject({ isRecognized: false, likeness: 0.5 });
    const agentClient = [{ jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: 1 } }];
    expect(mcp.recognize(agentClient)).toMatchObject({ isRecognized: false, likeness: 0.5 });
    expect(mcp.recognize([{ type: 'request', method: 'GET' }, 5])).toMatchObject({ isRecognized: false, likeness: 0 });
  });

  it('takes an outputSchema of null for none, and leaves an inputSchema of null to the gate', () => {
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    const tools = result(2, { tools: [{ name: 'ring', inputSchema: null, outputSchema: null }] });
    const [declared] = readValues(mcp, [initialize, list, tools]).filter((event) => event.kind === 'declared');
    expect(declared?.tools[0]?.outputSchema).toBeUndefined();
    expect(declared?.tools[0]?.inputSchema).toBeNull();
  });

  it('stays in one connection when a probe for 2026-07-28 comes before the handshake', () => {
    const discover = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: {} };
    const refused = { jsonrpc: '2.0', id: 1, error: { code: -32601, message: 'Method not found' } };
    const events = readValues(mcp, [discover, refused, { ...initialize, id: 2 }]);
    expect(new Set(events.map((event) => event.run))).toEqual(new Set(['connection-1']));
  });

  it('opens a connection at a handshake when the capture began in the middle of another', () => {
    const events = readValues(mcp, [result(7, { content: [] }), initialize]);
    expect(events.map((event) => event.run)).toEqual(['connection-1', 'connection-1', 'connection-2', 'connection-2']);
  });

  it('keeps calling the server by one name once a call went out under it', () => {
    const named = result(9, { protocolVersion: '2025-11-25', serverInfo: { name: 'late' } });
    const events = readValues(mcp, [call(1), named, call(2)]).filter((event) => event.kind === 'proposed');
    expect(events).toHaveLength(2);
    expect(events.map((event) => event.server)).toEqual([undefined, undefined]);
  });

  it("keeps a call's answer apart from the answer to a ping of the same number", () => {
    const ping = { jsonrpc: '2.0', id: 1, method: 'ping' };
    const events = readValues(mcp, [call(1), ping, result(1, {}), result(1, { content: [] })]);
    expect(kinds(events)).toEqual(['run-opened', 'proposed', 'unrelated', 'unrelated', 'returned']);
    expect(lastOf(events)).toMatchObject({ call: '1', tool: 'ring', outcome: 'ok' });
  });

  it('adds the tools of a page whose cursor nobody gave, and leaves the list as whole as it was', () => {
    const list = (id: number, params: JsonValue): JsonValue => ({ jsonrpc: '2.0', id, method: 'tools/list', params });
    const page = { tools: [{ name: 'ring', inputSchema: {} }] };
    const whole = readValues(mcp, [list(1, {}), result(1, page), list(2, { cursor: 'x' }), result(2, page)]);
    expect(lastOf(whole)).toMatchObject({ kind: 'declared', mode: 'extend', isWhole: true });
    const partial = readValues(mcp, [list(2, { cursor: 'x' }), result(2, page)]);
    expect(lastOf(partial)).toMatchObject({ kind: 'declared', mode: 'extend', isWhole: false });
    expect(lastOf(readValues(mcp, [result(2, page)]))).toMatchObject({ kind: 'declared', mode: 'add', isWhole: false });
  });

  it('can be structured where a tool declared an output although an older revision was negotiated', () => {
    const handshake = result(1, { protocolVersion: '2025-03-26', serverInfo: { name: 's' } });
    const listed = result(2, { tools: [{ name: 'ring', inputSchema: {}, outputSchema: {} }] });
    const before = [initialize, handshake, { jsonrpc: '2.0', id: 2, method: 'tools/list' }];
    expect(lastOf(readValues(mcp, [...before, listed, call(3), result(3, { content: [] })]))).toMatchObject({ canBeStructured: true });
    expect(lastOf(readValues(mcp, [...before, call(3), result(3, { content: [] })]))).toMatchObject({ canBeStructured: false });
  });

  it('answers every record, however odd, and never throws', () => {
    const odd = [
      'null',
      '7',
      '"text"',
      '[[[]]]',
      '{}',
      '{"jsonrpc":"2.0","id":{},"method":"tools/call","params":[]}',
      '{"jsonrpc":"2.0","id":1,"method":"__proto__"}',
      '{"jsonrpc":"2.0","id":1,"result":null}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/list"}',
      '{"jsonrpc":"2.0","id":2,"result":{"tools":{"__proto__":[]}}}',
      '{"type":"request","method":"constructor","args":[]}',
      '{"type":"response","method":"toString","result":7}',
      '{"session_id":1,"calls":[null,{"request":{}},{"request":{"method":7}}]}',
      '{"message":"{\\"jsonrpc\\":"}',
      '{"direction":"meta","note":"closed"}',
      `{"json":${JSON.stringify(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${'['.repeat(2000)}${']'.repeat(2000)}}`)}}`,
    ];
    const records = odd.map((text, index) => recordOf(text, index + 1));
    const seen = new Set(read(mcp, records).map((event) => event.record.line));
    expect(seen.size).toBe(odd.length);
  });
});

describe('namesInvalidCall', () => {
  it.each([
    'MCP error -32602: Tool sing not found',
    'Input validation error: Invalid arguments for tool ring: a: Invalid input',
    "Input validation error: '5' is not of type 'integer'",
    'Error: Invalid arguments: [\n {',
    'Unknown tool: sing',
    'McpError: Unknown tool: sing',
    '[{"path":["a"],"code":"custom"}]',
    'Error executing tool ring: 1 validation error for ringArguments\nbell',
    '2 validation errors for call[ring]',
    '[{"code":"invalid_type","path":["a"]}]',
    'Invalid input: [{"code":"invalid_enum_value"}]',
  ])('hears it in %j', (text) => {
    expect(namesInvalidCall(text)).toBe(true);
  });

  it.each([
    'MCP error -32602: Output validation error: Invalid structured content for tool ring',
    'Output validation error: Tool ring has an output schema but no structured content was provided',
    'boom',
    'The server said: Input validation error',
    '1 validation error for Forecast',
    'MCP error -32603: connect ECONNREFUSED',
    '[{"path":["a"]}]',
    '',
  ])('does not hear it in %j', (text) => {
    expect(namesInvalidCall(text)).toBe(false);
  });
});
