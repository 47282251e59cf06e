import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';
import { mistral } from '../../src/readers/mistral.ts';
import { openaiChat } from '../../src/readers/openai-chat.ts';
import { casesOf, readValues } from './read.ts';

const messages = [{ role: 'user', content: 'hi' }];
const ownId = '0123456789abcdef0123456789abcdef';

function answer(call: JsonObject, names: JsonObject = {}): JsonValue {
  const message = { role: 'assistant', content: '', tool_calls: [{ function: { name: 't', arguments: '{}' }, ...call }] };
  return { object: 'chat.completion', ...names, choices: [{ index: 0, finish_reason: 'tool_calls', message }] };
}

const isMistral = (record: JsonValue): boolean => mistral.recognize([record]).isRecognized;
const isOpenai = (record: JsonValue): boolean => openaiChat.recognize([record]).isRecognized;

describe('mistral', () => {
  it('has at least four cases', () => {
    expect(casesOf(mistral).length).toBeGreaterThanOrEqual(4);
  });

  it.each<[string, JsonValue]>([
    ['a call without a type under nine characters', { request: { messages }, response: answer({ id: 'aB3dE6gH9' }) }],
    ['a call without a type under "null"', { request: { messages }, response: answer({ id: 'null' }) }],
    [
      'its own names for response and model',
      { request: { messages }, response: answer({ id: 'c1', type: 'function' }, { id: ownId, model: 'mistral-large-latest' }) },
    ],
    ['a parameter of its own', { request: { messages, safe_prompt: false }, response: answer({ id: 'c1', type: 'function' }) }],
    ['a request alone for its model', { model: 'codestral-latest', messages, tools: [{ type: 'function', function: { name: 't' } }] }],
  ])('knows its own by %s', (_, record) => {
    expect([isMistral(record), isOpenai(record)]).toEqual([true, false]);
  });

  it.each<[string, JsonValue]>([
    [
      'served by others in their shape',
      { request: { messages }, response: answer({ id: 'call_1', type: 'function' }, { id: 'gen-1', model: 'mistralai/mistral-small' }) },
    ],
    [
      'of another vendor under a like id',
      { request: { messages }, response: answer({ id: 'call_1', type: 'function' }, { id: ownId, model: 'glm-5' }) },
    ],
    ['without a type, under a longer id', { request: { messages }, response: answer({ id: 'call_0123456789' }) }],
    [
      'continuing a prefix, as DeepSeek does',
      { request: { messages: [{ role: 'assistant', content: 'a', prefix: true }] }, response: answer({ id: 'c1', type: 'function' }) },
    ],
  ])('leaves to OpenAI what is %s', (_, record) => {
    expect([isMistral(record), isOpenai(record)]).toEqual([false, true]);
  });

  it('takes a file of which half shows its marks, and leaves one of which less does', () => {
    const own = { request: { messages }, response: answer({ id: 'aB3dE6gH9' }) };
    const plain = { request: { messages }, response: { choices: [{ message: { role: 'assistant', content: 'ok' } }] } };
    expect(mistral.recognize([own, plain])).toEqual({ isRecognized: true });
    expect(openaiChat.recognize([own, plain]).isRecognized).toBe(false);
    expect(mistral.recognize([own, plain, plain]).isRecognized).toBe(false);
    expect(openaiChat.recognize([own, plain, plain])).toEqual({ isRecognized: true });
  });

  it('keeps the exact text of arguments, and an object as it is', () => {
    const text = answer({ id: 'aB3dE6gH9', function: { name: 't', arguments: '{ "n": 1.0 }' } });
    const object = answer({ id: 'aB3dE6gH8', function: { name: 't', arguments: { n: 1 } } });
    const payloads = readValues(mistral, [text, object]).flatMap((event) => (event.kind === 'proposed' ? [event.payload] : []));
    expect(payloads).toMatchObject([
      { form: 'text', text: '{ "n": 1.0 }' },
      { form: 'value', value: { n: 1 } },
    ]);
  });

  it('shows a call without an id once, also when the client gives it one', () => {
    const sent = [
      ...messages,
      { role: 'assistant', content: '', tool_calls: [{ id: 'aaaaaaaa1', type: 'function', function: { name: 't', arguments: '{}' } }] },
      { role: 'tool', name: 't', tool_call_id: 'aaaaaaaa1', content: 'ok' },
    ];
    const events = readValues(mistral, [
      { request: { messages }, response: answer({ id: 'null' }) },
      { request: { messages: sent, safe_prompt: true }, response: null },
    ]);
    expect(events.map(({ kind, run }) => `${kind} ${run}`)).toEqual(['proposed pair-1', 'unread pair-2', 'returned pair-1']);
    expect(events.flatMap((event) => (event.kind === 'returned' ? [event.call] : []))).toEqual([undefined]);
  });
});
