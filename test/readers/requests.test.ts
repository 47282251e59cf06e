import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/model/json.ts';
import { anthropic } from '../../src/readers/anthropic.ts';
import { bedrock } from '../../src/readers/bedrock.ts';
import { gemini } from '../../src/readers/gemini.ts';
import { mistral } from '../../src/readers/mistral.ts';
import { openaiChat } from '../../src/readers/openai-chat.ts';
import type { Reader } from '../../src/readers/reader.ts';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';
import { readValues } from './read.ts';

const tool = (name: string): JsonValue => ({ type: 'function', function: { name, parameters: { type: 'object' } } });
const asks = (name: string, more: Record<string, JsonValue> = {}): JsonValue => ({ messages: [], tools: [tool(name)], ...more });
const chunk = (id: string, delta: JsonValue, finish: string | null = null): JsonValue => ({
  id,
  object: 'chat.completion.chunk',
  choices: [{ index: 0, delta, finish_reason: finish }],
});
const calls = (id: string): JsonValue =>
  chunk(id, { tool_calls: [{ index: 0, id, function: { name: 'ring', arguments: '{}' } }] }, 'tool_calls');

/** The run of each call. */
const runs = (reader: Reader, values: readonly JsonValue[]): readonly string[] =>
  readValues(reader, values).flatMap((event) => (event.kind === 'proposed' ? [`${event.call ?? event.tool} ${event.run}`] : []));

describe('which request a stream answers', () => {
  it('is the one right before it', () => {
    expect(runs(openaiChat, [asks('a'), calls('x'), asks('b'), calls('y'), calls('z')])).toEqual(['x pair-1', 'y pair-3', 'z pair-5']);
  });

  it('is nobody knows which of two that differ, and any of two that do not', () => {
    expect(runs(openaiChat, [asks('a'), asks('b'), calls('x'), calls('y')])).toEqual(['x pair-3', 'y pair-4']);
    expect(runs(openaiChat, [asks('a'), asks('a', { messages: [{ role: 'user', content: 'hi' }] }), calls('x')])).toEqual(['x pair-2']);
  });

  it('stays open while a request may still be answered late, and not for ever', () => {
    const rounds = ['b', 'c', 'd', 'e', 'f'].flatMap((name) => [asks(name), calls(name)]);
    expect(runs(openaiChat, [asks('a'), ...rounds])).toEqual(['b pair-3', 'c pair-5', 'd pair-7', 'e pair-9', 'f pair-10']);
    const same = ['b', 'c', 'c'].flatMap((name, index) => [asks(name), calls(`${name}${index}`)]);
    expect(runs(openaiChat, [asks('a'), ...same])).toEqual(['b0 pair-3', 'c1 pair-5', 'c2 pair-6']);
  });

  it('is none that wants its answer whole, that has a response, or that says nothing to a model', () => {
    for (const request of [asks('a', { stream: false }), { request: asks('a'), response: null }, { request: { input: 'text' } }]) {
      expect(runs(openaiChat, [request, calls('x')])).toEqual(['x pair-2']);
    }
    expect(runs(openaiChat, [{ request: asks('a'), at: 1 }, calls('x')])).toEqual(['x pair-1']);
  });

  it('is told by the ids of streams that run side by side', () => {
    const begins = (id: string): JsonValue => chunk(id, { tool_calls: [{ index: 0, id, function: { name: 'ring', arguments: '{' } }] });
    const ends = (id: string): JsonValue => chunk(id, { tool_calls: [{ index: 0, function: { arguments: '}' } }] }, 'tool_calls');
    const values = [asks('a'), begins('x'), asks('b'), begins('y'), ends('x'), ends('y')];
    expect(runs(openaiChat, values)).toEqual(['x pair-1', 'y pair-3']);
  });

  it('is asked by Mistral as well', () => {
    expect(runs(mistral, [asks('a', { safe_prompt: true }), calls('x')])).toEqual(['x pair-1']);
  });

  it('is none for events of several streams', () => {
    const start = { type: 'message_start', message: {} };
    const stop = { type: 'message_stop' };
    const request = { messages: [], tools: [{ name: 'ring', input_schema: {} }] };
    const events = readValues(anthropic, [request, start, start, stop, stop]);
    expect(events.map(({ kind, record }) => [record.line, kind])).toEqual([
      [3, 'unrelated'],
      [4, 'unrelated'],
      [1, 'declared'],
      [2, 'unread'],
      [5, 'unread'],
    ]);
  });
});

describe('pieces of a stream', () => {
  const kinds = (reader: Reader, values: readonly JsonValue[]): Record<string, number> => {
    const found: Record<string, number> = {};
    for (const { kind } of readValues(reader, values)) found[kind] = (found[kind] ?? 0) + 1;
    return found;
  };
  const many = (count: number, make: (index: number) => JsonValue): readonly JsonValue[] =>
    Array.from({ length: count }, (_, i) => make(i));

  it('are each told once, however many streams stay open', () => {
    expect(
      kinds(
        openaiChat,
        many(200, (i) => chunk(`${i}`, { content: 'x' })),
      ),
    ).toEqual({ unread: 200 });
    expect(
      kinds(
        anthropic,
        many(200, () => ({ type: 'message_start', message: {} })),
      ),
    ).toEqual({ unread: 200 });
    const parts = (i: number): JsonValue => ({ responseId: `${i}`, candidates: [{ content: { parts: [{ text: 'x' }] } }] });
    expect(kinds(gemini, many(200, parts))).toEqual({ unrelated: 200 });
  });

  it('are joined by their index, also a hundred thousand of them', () => {
    const call = (index: number, piece: JsonValue): JsonValue => chunk('a', { tool_calls: [{ index, function: piece }] });
    const half = many(100_000, (index) => call(index, { name: 't', arguments: '{' }));
    const rest = many(100_000, (index) => call(index, { arguments: '}' }));
    expect(kinds(openaiChat, [...half, ...rest, chunk('a', {}, 'tool_calls')])).toEqual({ proposed: 100_000, unrelated: 100_001 });
  }, 60_000);

  it('end with the mark of their end, unless it may be that of another stream', () => {
    const open = chunk('a', { tool_calls: [{ index: 0, id: 'a', function: { name: 'ring' } }] });
    expect(runs(openaiChat, [open, '[DONE]'])).toEqual(['a pair-1']);
    expect(runs(openaiChat, [open, chunk('b', { content: 'x' }), '[DONE]'])).toEqual([]);
    for (const reader of [anthropic, gemini, bedrock]) expect(kinds(reader, ['[DONE]'])).toEqual({ unrelated: 1 });
  });

  it('of Converse may be an error, which cuts the stream', () => {
    const start = { messageStart: { role: 'assistant' } };
    expect(kinds(bedrock, [start, { modelStreamErrorException: { message: 'no' } }])).toEqual({ unread: 1, unrelated: 1 });
  });
});

describe('an answer whose request is another record', () => {
  const schema = { type: 'object', properties: { n: { type: 'number' }, m: { $ref: '#/nowhere' } } };
  const request = { messages: [], stream: true, response_format: { type: 'json_schema', json_schema: { name: 'x', schema } } };
  const answer = [chunk('a', { content: '' }), chunk('a', { content: '{"n":' }), chunk('a', { content: '"1"}' }), chunk('a', {}, 'stop')];
  const places = async (values: readonly JsonValue[]): Promise<readonly string[]> => {
    const text = values.map((value) => JSON.stringify(value)).join('\n');
    const report = await auditInParts(requestOf([inputOf('a.jsonl', new TextEncoder().encode(text))]), 1);
    return report.findings.map(({ code, at }) => `${code} ${at.line} ${at.pointer}`);
  };

  it('has its place at its first piece, and its schema where it is asked for', async () => {
    const valid = {
      ...request,
      response_format: { type: 'json_schema', json_schema: { name: 'x', schema: { ...schema, properties: { n: { type: 'number' } } } } },
    };
    expect(await places([valid, ...answer])).toContain('structure/wrong-type 3 /choices/0/delta/content');
    const [problem] = (await places([request, ...answer])).filter((place) => place.startsWith('declaration/unresolved-ref'));
    expect(problem).toBe('declaration/unresolved-ref 1 /response_format/json_schema/schema/properties/m/$ref');
  });
});
