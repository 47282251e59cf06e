import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/model/json.ts';
import { contradictionIn } from '../../src/readers/kit/contradiction.ts';
import { mcp } from '../../src/readers/mcp.ts';
import { readValues } from './read.ts';

describe('a success that speaks against itself', () => {
  it.each([
    ['MCP error -32602: Input validation error: city', 'MCP error -32602'],
    ['<tool_use_error>No such tool available: x</tool_use_error>', '<tool_use_error>'],
    ['InputValidationError: forecast failed', 'InputValidationError'],
  ])('begins with a sentence of its host: %s', (text, words) => {
    expect(contradictionIn('ok', text, 'mcp__weather__get_forecast')).toBe(`a success whose text begins with "${words}"`);
  });

  it('is none where the sentence stands further on, is another one, or is not whole', () => {
    for (const text of [
      'it said MCP error -32602: x',
      ' MCP error -32602: x',
      'MCP error -32602',
      'MCP error -326020: x',
      'MCP error -32000: x',
      '<tool_use_error>in a page that goes on</tool_use_error> and on',
      'InputValidationErrors are rare',
      `MCP error -32602: ${'x'.repeat(20_000)}`,
    ])
      expect(contradictionIn('ok', text, 'forecast')).toBeUndefined();
  });

  it('is none where a tool hands on what others wrote, or is not known, or where the status says the same', () => {
    const text = 'MCP error -32602: Input validation error: city';
    for (const tool of ['Bash', 'run_shell_command', 'exec_command', 'mcp__files__readFile', 'WebFetch', 'TaskOutput', undefined])
      expect(contradictionIn('ok', text, tool)).toBeUndefined();
    expect(contradictionIn('tool_error', text, 'forecast')).toBeUndefined();
    expect(contradictionIn('unknown', text, 'forecast')).toBeUndefined();
  });
});

describe('mcp: an answer with a result and an error', () => {
  const call: JsonValue = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'forecast', arguments: {} } };
  const error: JsonValue = { code: -32603, message: 'gone' };
  const contradictions = (answer: Readonly<Record<string, JsonValue>>): readonly unknown[] =>
    readValues(mcp, [call, { jsonrpc: '2.0', id: 1, ...answer }]).flatMap((event) =>
      event.kind === 'returned' ? [event.contradicts] : [],
    );

  it('contradicts itself', () => {
    expect(contradictions({ result: { content: [] }, error })).toEqual(['an error that has a result beside it']);
  });

  it('is innocent where one of the two is null', () => {
    expect(contradictions({ result: null, error })).toEqual([undefined]);
    expect(contradictions({ result: { content: [] }, error: null })).toEqual([undefined]);
  });
});
