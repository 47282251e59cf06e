import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/model/json.ts';
import { bedrock } from '../../src/readers/bedrock.ts';
import { gemini } from '../../src/readers/gemini.ts';
import { mistral } from '../../src/readers/mistral.ts';
import { openaiResponses } from '../../src/readers/openai-responses.ts';
import type { Reader } from '../../src/readers/reader.ts';
import { readValues } from './read.ts';

/** Each proposed call with the word by which the provider stopped inside or right after it. */
function cuts(reader: Reader, value: JsonValue): readonly (readonly [string | undefined, string | undefined])[] {
  expect(reader.recognize([value])).toEqual({ isRecognized: true });
  return readValues(reader, [value]).flatMap((event) =>
    event.kind === 'proposed' ? [[event.call ?? event.tool, event.isTruncated === true ? event.stopReason : undefined] as const] : [],
  );
}

describe('a call after which the provider stopped at a limit', () => {
  const item = (id: string, text: string) => ({ type: 'function_call', call_id: id, name: 'ring', arguments: text });
  const response = (status: string, reason: string | null, ...output: JsonValue[]) => ({
    request: { input: 'hi' },
    response: { object: 'response', status, incomplete_details: reason === null ? null : { reason }, output },
  });

  it('is named in an incomplete response of the Responses API', () => {
    const value = response('incomplete', 'max_output_tokens', item('a', '{"n":'), item('b', '{}'), item('c', '{}'));
    expect(cuts(openaiResponses, value)).toEqual([
      ['a', 'max_output_tokens'],
      ['b', undefined],
      ['c', 'max_output_tokens'],
    ]);
  });

  it('is not named in a complete one, nor where a filter stopped the response', () => {
    expect(cuts(openaiResponses, response('completed', null, item('a', '{"n":')))).toEqual([['a', undefined]]);
    expect(cuts(openaiResponses, response('incomplete', 'content_filter', item('a', '{}')))).toEqual([['a', undefined]]);
  });

  it('is named in a message of Bedrock, unless something came after it', () => {
    const use = (id: string) => ({ toolUse: { toolUseId: id, name: 'ring', input: {} } });
    const value = (...content: JsonValue[]) => ({
      request: { messages: [{ role: 'user', content: [{ text: 'hi' }] }] },
      response: { output: { message: { role: 'assistant', content } }, stopReason: 'max_tokens' },
    });
    expect(cuts(bedrock, value(use('a'), use('b')))).toEqual([
      ['a', undefined],
      ['b', 'max_tokens'],
    ]);
    expect(cuts(bedrock, value(use('a'), { text: 'and' }))).toEqual([['a', undefined]]);
  });

  it('is named in a candidate of Gemini, also before the empty text that ends a stream', () => {
    const parts = (...list: JsonValue[]) => ({ role: 'model', parts: list });
    const ring = { functionCall: { name: 'ring', args: {} } };
    const value = (last: string) => ({
      request: { contents: [{ role: 'user', parts: [{ text: 'hi' }] }] },
      response: [
        { candidates: [{ index: 0, content: parts(ring) }] },
        { candidates: [{ index: 0, content: parts({ text: last }), finishReason: 'MAX_TOKENS' }] },
      ],
    });
    expect(cuts(gemini, value(''))).toEqual([['ring', 'MAX_TOKENS']]);
    expect(cuts(gemini, value('and'))).toEqual([['ring', undefined]]);
  });

  it('is named in a response of Mistral, whole or in chunks', () => {
    const call = { id: 'abcdefghi', index: 0, function: { name: 'ring', arguments: '{"n":' } };
    const request = { model: 'mistral-large-latest', messages: [{ role: 'user', content: 'hi' }], tools: [] };
    const named = { id: '0123456789abcdef0123456789abcdef', model: 'mistral-large-latest' };
    const whole = { ...named, choices: [{ index: 0, message: { role: 'assistant', tool_calls: [call] }, finish_reason: 'length' }] };
    const chunk = {
      ...named,
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: { tool_calls: [call] }, finish_reason: 'length' }],
    };
    const cut = [['abcdefghi', 'length']];
    expect(cuts(mistral, { request, response: whole })).toEqual(cut);
    expect(cuts(mistral, { request, chunks: [chunk] })).toEqual(cut);
    expect(cuts(mistral, [chunk])).toEqual(cut);
    expect(cuts(mistral, chunk)).toEqual(cut);
  });
});
