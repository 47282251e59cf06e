import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/model/json.ts';
import { claudeCode } from '../../src/readers/claude-code.ts';
import { plainEvents } from '../kit/events.ts';
import { casesOf, read, readValues, recordOf, recordsOf } from './read.ts';

const cases = casesOf(claudeCode);

const line = (type: string, message: JsonValue): JsonValue => ({ type, sessionId: 'S', message });
const use = (id: string, messageId: string, input: JsonValue): JsonValue =>
  line('assistant', { id: messageId, content: [{ type: 'tool_use', id, name: 'Read', input }] });
const result = (id: string, rest: { readonly [key: string]: JsonValue }): JsonValue =>
  line('user', { content: [{ type: 'tool_result', tool_use_id: id, ...rest }] });

describe('claude-code', () => {
  it('has at least five cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(5);
  });

  it.each(cases)('reads $name', ({ input, expected }) => {
    expect(plainEvents(read(claudeCode, recordsOf(input)))).toEqual(expected);
  });

  it.each(cases)('recognises $name', ({ input }) => {
    const first = recordsOf(input).map((record) => record.value);
    expect(claudeCode.recognize(first.slice(0, 3))).toEqual({ isRecognized: true });
  });

  it('does not take a plain exchange of messages for a session', () => {
    const messages = [{ type: 'assistant', message: { role: 'assistant', content: [] } }];
    expect(claudeCode.recognize(messages)).toMatchObject({ isRecognized: false, likeness: 0.6 });
    expect(claudeCode.recognize([{ model: 'm', messages: [] }])).toMatchObject({ isRecognized: false, likeness: 0 });
  });

  it('tells a call whose message grows no further at the end of the file', () => {
    const events = readValues(claudeCode, [use('t1', 'm1', {}), use('t1', 'm1', { a: 1 })]);
    expect(events.filter((event) => event.kind === 'proposed')).toMatchObject([{ payload: { value: { a: 1 } } }]);
  });

  it('tells a second call under an old id when it belongs to another message', () => {
    const again = readValues(claudeCode, [use('t1', 'm1', {}), use('t1', 'm2', {}), use('t1', 'm2', {})]);
    expect(again.filter((event) => event.kind === 'proposed')).toHaveLength(2);
  });

  it('counts copies apart for each session of a file', () => {
    const other = {
      ...{ type: 'assistant', sessionId: 'R' },
      message: { id: 'm1', content: [{ type: 'tool_use', id: 't1', name: 'Read', input: {} }] },
    };
    const events = readValues(claudeCode, [use('t1', 'm1', {}), other]).filter((event) => event.kind === 'proposed');
    expect(events.map((event) => event.run)).toEqual(['S', 'R']);
  });

  it('takes a flag that is no boolean for no answer', () => {
    expect(readValues(claudeCode, [result('t1', { is_error: 'true' })])).toMatchObject([{ outcome: 'unknown' }]);
    expect(readValues(claudeCode, [result('t1', { is_error: null })])).toMatchObject([{ outcome: 'ok' }]);
  });

  it('answers every record, however odd, and never throws', () => {
    const odd = [
      'null',
      '[]',
      '{}',
      '{"type":"__proto__"}',
      '{"type":"assistant"}',
      '{"type":"assistant","message":null}',
      '{"type":"assistant","message":{"id":"m","content":[]}}',
      '{"type":"assistant","message":{"id":"m","content":[null,7,{"type":7},{"type":"tool_use"}]}}',
      '{"type":"assistant","message":{"id":"m","content":[{"type":"tool_use","id":"__proto__","name":"constructor","input":null}]}}',
      '{"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"toString","content":[null,{"type":"text"}]}]}}',
      '{"type":"progress","data":{"type":"agent_progress","message":{"type":"assistant","message":7}}}',
      `{"type":"assistant","message":{"content":[{"type":"tool_use","id":"d","name":"n","input":${'['.repeat(3000)}${']'.repeat(3000)}}]}}`,
    ];
    const records = odd.map((text, index) => recordOf(text, index + 1));
    const seen = new Set(read(claudeCode, records).map((event) => event.record.line));
    expect(seen.size).toBe(odd.length);
  });
});
