import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/model/json.ts';
import { chooseReader } from '../../src/readers/index.ts';
import { auditText } from '../plane/judge.ts';

const chosen = (value: JsonValue): string | undefined => {
  const choice = chooseReader([value]);
  return 'reader' in choice ? choice.reader.id : undefined;
};

const tools = [{ type: 'function', function: { name: 'ring', parameters: { type: 'object' } } }];
const chat = { model: 'm', messages: [{ role: 'user', content: 'ring' }], tools };
const response = { object: 'response', id: 'r', status: 'completed', output: [{ type: 'function_call', call_id: 'c', name: 'ring' }] };

describe('a key that other formats know', () => {
  it.each<[string, { readonly [name: string]: JsonValue }]>([
    ['openai-chat', chat],
    ['openai-responses', response],
  ])('takes no recording of %s to another reader', (id, value) => {
    expect(chosen(value)).toBe(id);
    expect(chosen({ ...value, metadata: { team: 'a' } })).toBe(id);
    expect(chosen({ ...value, timestamp: '2026-01-01T00:00:00Z', instructions: 'be brief' })).toBe(id);
  });

  it('takes no pair from its reader', () => {
    const answer = { object: 'chat.completion', choices: [{ message: { role: 'assistant', content: 'rung' }, finish_reason: 'stop' }] };
    const pair = { request: chat, response: answer };
    expect(chosen({ ...pair, uuid: 'a', parentUuid: null, version: '1', sessionId: 's', type: 'system' })).toBe('openai-chat');
  });

  it('makes no recording of another document', () => {
    expect(chosen({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'x' }, data: { a: 'b' } })).toBeUndefined();
    expect(chosen({ sessionId: 's', type: 'user', event: 'click', timestamp: '2026-01-01T00:00:00Z' })).toBeUndefined();
    expect(chosen({ metadata: { usage: { totalTokens: 5 } } })).toBe('bedrock');
  });
});

describe('a stream of events that is cut inside the name of a field', () => {
  const events = [{ type: 'message_start', message: { type: 'message', role: 'assistant', content: [] } }, { type: 'message_stop' }].map(
    (event) => `data: ${JSON.stringify(event)}\n\n`,
  );

  it.each(['d', 'data', 'data:', 'event', 'ev'])('at %s', async (rest) => {
    const { exit, findings } = await auditText(`${events.join('')}${rest}`, undefined);
    expect(exit).toBe(3);
    expect(findings.filter(({ severity }) => severity === 'broken')).toEqual([]);
  });
});
