import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/model/json.ts';
import { codex } from '../../src/readers/codex.ts';
import { plainEvents } from '../kit/events.ts';
import { casesOf, read, readValues, recordOf, recordsOf } from './read.ts';

const cases = casesOf(codex);

const item = (payload: JsonValue): JsonValue => ({ timestamp: '2026-01-05T12:00:00.000Z', type: 'response_item', payload });
const called = (args: JsonValue): JsonValue => item({ type: 'function_call', name: 'exec_command', arguments: args, call_id: 'c' });
const answered = (output: JsonValue): JsonValue => item({ type: 'function_call_output', call_id: 'c', output });

describe('codex', () => {
  it('has at least five cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(5);
  });

  it.each(cases)('reads $name', ({ input, expected }) => {
    expect(plainEvents(read(codex, recordsOf(input)))).toEqual(expected);
  });

  it.each(cases)('recognises $name by its first records', ({ input }) => {
    const first = recordsOf(input).map((record) => record.value);
    expect(codex.recognize(first.slice(0, 2))).toEqual({ isRecognized: true });
  });

  it('takes no document with an id, a time and instructions for the head of a rollout that no item follows', () => {
    const recipe: JsonValue = { id: 'r-1', timestamp: '2026-01-05T12:00:00.000Z', instructions: 'Stir.', git: { branch: 'main' } };
    for (const first of [[recipe], [recipe, recipe], [recipe, { type: 'step', text: 'stir' }], [recipe, { role: 'user', content: 'hi' }]])
      expect(codex.recognize(first)).toMatchObject({ isRecognized: false });
    expect(codex.recognize([recipe, { type: 'message', role: 'user', content: [] }])).toEqual({ isRecognized: true });
    expect(codex.recognize([recipe, { type: 'Message', role: 'user', content: 'hi' }])).toEqual({ isRecognized: true });
  });

  it('recognises a first generation whose header is missing by its state records', () => {
    const bare: JsonValue = { type: 'function_call', name: 'shell', arguments: '{}', call_id: 'c' };
    expect(codex.recognize([{ record_type: 'state' }, bare])).toEqual({ isRecognized: true });
    expect(codex.recognize([bare])).toMatchObject({ isRecognized: false });
  });

  it('does not take other typed records with a payload for a rollout', () => {
    expect(codex.recognize([{ type: 'order.created', payload: {} }])).toMatchObject({ isRecognized: false, likeness: 0.3 });
    expect(codex.recognize([{ type: 'event_msg', payload: 'text' }])).toMatchObject({ isRecognized: false, likeness: 0 });
    expect(codex.recognize([{ id: 'a', timestamp: '2026-01-05T12:00:00.000Z', level: 'info' }])).toMatchObject({ isRecognized: false });
  });

  it('keeps arguments as the text they are, whatever they are not', () => {
    const [call] = readValues(codex, [called('{"cmd": 5.0, "cmd": ')]);
    expect(call).toMatchObject({ kind: 'proposed', payload: { form: 'text', text: '{"cmd": 5.0, "cmd": ' } });
  });

  it('takes only a list of content blocks for the result of an MCP tool', () => {
    const textsOf = (output: JsonValue): unknown => {
      const [event] = readValues(codex, [answered(output)]);
      return event?.kind === 'returned' ? event.texts?.map(({ text }) => text) : undefined;
    };
    expect(textsOf('[{"type":"text","text":"a"}]')).toEqual(['a']);
    expect(textsOf('[{"name":"a"}]')).toEqual(['[{"name":"a"}]']);
    expect(textsOf('[{"type":"text","text":"a"}')).toEqual(['[{"type":"text","text":"a"}']);
    expect(textsOf({ content: 'a' })).toEqual([]);
  });

  it('reads no outcome out of exit codes', () => {
    expect(readValues(codex, [answered('{"output":"","metadata":{"exit_code":127}}')])).toMatchObject([{ outcome: 'unknown' }]);
  });

  it('owes a web search no result while it runs', () => {
    const kinds = (status: string): readonly string[] =>
      readValues(codex, [item({ type: 'web_search_call', status, action: { type: 'search', query: 'q' } })]).map(({ kind }) => kind);
    expect(kinds('completed')).toEqual(['proposed', 'returned']);
    expect(kinds('in_progress')).toEqual(['proposed']);
  });

  it('owes a shell call without a call_id the result that comes in an item of its own', () => {
    const shell = item({
      type: 'local_shell_call',
      id: 'lsh_1',
      call_id: null,
      status: 'completed',
      action: { type: 'exec', command: ['pwd'] },
    });
    const end = item({ type: 'function_call_output', call_id: 'lsh_1', output: '/srv' });
    expect(readValues(codex, [shell, end])).toMatchObject([
      { kind: 'proposed', call: 'lsh_1', callPointer: '/payload/id' },
      { kind: 'returned', call: 'lsh_1', callPointer: '/payload/call_id' },
    ]);
  });

  it('takes for redacted only what says so', () => {
    expect(readValues(codex, [called({ redacted: false, message: 'm' })])).toMatchObject([{ payload: { form: 'value' } }]);
    expect(readValues(codex, [called('{"redacted":true,"message":7}')])).toMatchObject([{ payload: { form: 'text' } }]);
    expect(readValues(codex, [called('{"redacted":true,"message":"m"')])).toMatchObject([{ payload: { form: 'text' } }]);
  });

  it('answers every record, however odd, and never throws', () => {
    const odd = [
      'null',
      '[]',
      '{}',
      '{"type":"__proto__"}',
      '{"type":"response_item","payload":null}',
      '{"type":"response_item","payload":{"type":"constructor"}}',
      '{"type":"event_msg","payload":{"type":"toString"}}',
      '{"type":"session_meta","payload":{"id":"__proto__","forked_from_id":"__proto__"}}',
      '{"type":"response_item","payload":{"type":"function_call","name":"__proto__","arguments":[],"call_id":7}}',
      '{"type":"response_item","payload":{"type":"function_call_output","call_id":"toString","output":[null,1,{"type":"text"}]}}',
      `{"type":"response_item","payload":{"type":"function_call","name":"n","arguments":${'['.repeat(3000)}${']'.repeat(3000)}}}`,
      `{"type":"response_item","payload":{"type":"function_call_output","call_id":"d","output":"[{${'['.repeat(3000)}"}}`,
    ];
    const records = odd.map((text, index) => recordOf(text, index + 1));
    const seen = new Set(read(codex, records).map((event) => event.record.line));
    expect(seen.size).toBe(odd.length);
  });
});
