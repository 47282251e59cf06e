import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/model/json.ts';
import { anthropic } from '../../src/readers/anthropic.ts';
import { openaiResponses } from '../../src/readers/openai-responses.ts';
import { readValues } from './read.ts';

const tools: JsonValue = [{ name: 'ring', input_schema: { type: 'object' } }];
const use = (id: string): JsonValue => ({ type: 'tool_use', id, name: 'ring', input: {} });
const asks = (id: string): JsonValue => ({ role: 'assistant', content: [use(id)] });
const says = (content: JsonValue): JsonValue => ({ role: 'user', content });
const fails = (id: string, ...beside: readonly JsonValue[]): JsonValue =>
  says([{ type: 'tool_result', tool_use_id: id, content: 'Invalid arguments', is_error: true }, ...beside]);
const text = (said: string): JsonValue => ({ type: 'text', text: said });
const pair = (messages: readonly JsonValue[], answer: JsonValue): JsonValue => ({
  request: { tools, messages },
  response: { type: 'message', role: 'assistant', content: [answer], stop_reason: 'tool_use' },
});

/** Calls and turns, with the line that shows them and the run they are told in. */
const told = (records: readonly JsonValue[]): readonly string[] =>
  readValues(anthropic, records).flatMap((event) => {
    if (event.kind === 'proposed') return [`${event.record.line} ${event.call} ${event.run}`];
    return event.kind === 'turn-begun' ? [`${event.record.line} turn ${event.run}`] : [];
  });

const start = [says('hi'), asks('a'), fails('a')];

describe('a further attempt', () => {
  it('is told in the run of the attempt before it, once: a second answer to the same request goes on from nothing', () => {
    const records = [pair([says('hi')], use('a')), pair(start, use('b')), pair(start, use('c'))];
    expect(told(records)).toEqual(['1 a pair-1', '2 b pair-1', '3 c pair-3']);
  });

  it('stays in its own run when its id was used there', () => {
    expect(told([pair([says('hi')], use('a')), pair(start, use('a'))])).toEqual(['1 a pair-1', '2 a pair-2']);
  });

  it('takes along what its request declares', () => {
    const events = readValues(anthropic, [pair([says('hi')], use('a')), pair(start, use('b'))]);
    const declared = events.filter(({ kind }) => kind === 'declared').map(({ record, run }) => `${record.line} ${run}`);
    expect(declared).toEqual(['1 pair-1', '2 pair-2', '2 pair-1']);
  });
});

describe('a turn', () => {
  it('is no result, no word of the host, and no message that only holds such', () => {
    const hosted = [says('hi'), asks('a'), fails('a', text('<system-reminder>brief</system-reminder>')), says([text('<ide_opened_file>')])];
    expect(told([pair([says('hi')], use('a')), pair(hosted, use('b'))])).toEqual(['1 a pair-1', '2 b pair-1']);
  });

  it('ends the attempts before it, whether a person speaks beside a result, in a picture or alone, and is told once', () => {
    for (const spoken of [[fails('a', text('stop'))], [fails('a'), says([{ type: 'image' }])], [fails('a'), says('stop')]]) {
      const messages = [says('hi'), asks('a'), ...spoken];
      const records = [pair([says('hi')], use('a')), pair(messages, text('ok')), pair(messages, use('b'))];
      expect(told(records)).toEqual(['1 a pair-1', '2 turn pair-1', '3 b pair-3']);
    }
  });

  it('stands between the calls of a conversation that is recorded whole', () => {
    expect(told([pair([...start, says('again'), asks('b'), fails('b')], use('c'))])).toEqual([
      '1 a pair-1',
      '1 turn pair-1',
      '1 b pair-1',
      '1 c pair-1',
    ]);
  });
});

describe('very many attempts of one conversation', () => {
  it('are read in time that grows with their number', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => [asks(`k${index}`), fails(`k${index}`)]).flat();
    expect(told([pair([says('hi'), ...many], text('done'))])).toHaveLength(20_000);
  });
});

describe('a turn in the Responses API', () => {
  it('is no element in which the host describes its surroundings', () => {
    const called = (id: string): JsonValue => ({ type: 'function_call', call_id: id, name: 'ring', arguments: '{' });
    const output = (id: string): JsonValue => ({ type: 'function_call_output', call_id: id, output: 'Invalid arguments' });
    const input = [says('hi'), called('a'), output('a'), says('<environment_context/>'), called('b'), output('b'), says('x')];
    const kinds = readValues(openaiResponses, [{ request: { input, tools: [] }, response: null }]).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind !== 'declared' && kind !== 'unread')).toEqual([
      'proposed',
      'returned',
      'proposed',
      'returned',
      'turn-begun',
    ]);
  });
});
