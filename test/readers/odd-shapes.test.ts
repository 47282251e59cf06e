import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../src/model/json.ts';
import { aiSdk } from '../../src/readers/ai-sdk.ts';
import { anthropic } from '../../src/readers/anthropic.ts';
import { bedrock } from '../../src/readers/bedrock.ts';
import { gemini } from '../../src/readers/gemini.ts';
import { mistral } from '../../src/readers/mistral.ts';
import { openaiChat } from '../../src/readers/openai-chat.ts';
import { openaiResponses } from '../../src/readers/openai-responses.ts';
import type { Reader } from '../../src/readers/reader.ts';
import { readValues } from './read.ts';

/** What could not be read, with its line. */
const unread = (reader: Reader, values: readonly JsonValue[]): readonly string[] =>
  readValues(reader, values).flatMap((event) => (event.kind === 'unread' ? [`${event.record.line} ${event.what}`] : []));

const use: JsonValue = { type: 'tool_use', id: 't', name: 'ring', input: {} };
const toolUse: JsonValue = { toolUse: { toolUseId: 't', name: 'ring', input: {} } };
const called: JsonValue = { id: 'c', type: 'function', function: { name: 'ring', arguments: '{}' } };
const item: JsonValue = { type: 'function_call', call_id: 'c', name: 'ring', arguments: '{}' };
const messagesOf = (content: JsonValue): JsonValue => ({ request: { messages: [{ role: 'assistant', content }] }, response: null });
const chunk = (choices: JsonValue): JsonValue => ({ id: 'x', object: 'chat.completion.chunk', choices });

describe('a place that may hold calls, in another shape', () => {
  it.each<[string, Reader, JsonValue, string]>([
    ['content as an object', anthropic, messagesOf(use), 'content that is no list'],
    ['a block that is a list', anthropic, messagesOf([[use]]), 'content with an entry that is no object'],
    ['a block without a type', anthropic, messagesOf([{ name: 'ring', input: {} }]), 'content block without a type'],
    ['a call of an unknown type', anthropic, messagesOf([{ type: 'tool_call', name: 'ring', input: {} }]), 'content block tool_call'],
    ['messages as an object', anthropic, { request: { messages: { 0: use } }, response: null }, 'messages that is no list'],
    ['content as an object', bedrock, messagesOf(toolUse), 'content that is no list'],
    ['messages as an object', bedrock, { request: { messages: {} }, response: null }, 'messages that is no list'],
    ['choices as an object', openaiChat, { request: { messages: [] }, response: { choices: { 0: {} } } }, 'choices that is no list'],
    [
      'a choice without a message',
      openaiChat,
      { request: { messages: [] }, response: { choices: [{ text: 'x' }] } },
      'choice without a message',
    ],
    [
      'calls as an object',
      openaiChat,
      { request: { messages: [{ role: 'assistant', tool_calls: called }] }, response: null },
      'tool_calls that is no list',
    ],
    ['choices of a chunk as an object', openaiChat, chunk({ 0: {} }), 'choices that is no list'],
    ['messages as an object', mistral, { request: { messages: {}, safe_prompt: true }, response: null }, 'messages that is no list'],
    ['a part that is a list', gemini, { request: { contents: [{ parts: [[1]] }] }, response: null }, 'part that is no object'],
    ['a content that is a number', gemini, { request: { contents: [1] }, response: null }, 'content that is no object'],
    ['a candidate that is a list', gemini, { request: { contents: [] }, response: { candidates: [[1]] } }, 'candidate that is no object'],
    ['a call that is a text', gemini, { request: { contents: [{ parts: [{ functionCall: 'ring' }] }] } }, 'tool call without a name'],
    ['input as an object', openaiResponses, { request: { input: { 0: item } }, response: null }, 'input that is no list'],
    ['parts that are numbers', aiSdk, { role: 'assistant', content: [1] }, 'content with an entry that is no object'],
  ])('%s (%o) is told of', (_name, reader, record, what) => {
    expect(unread(reader, [record])).toContain(`1 ${what}`);
  });

  it('is told of once its stream is read', () => {
    const delta = chunk([{ index: 0, delta: { tool_calls: called }, finish_reason: 'tool_calls' }]);
    expect(unread(openaiChat, [delta])).toEqual(['1 tool_calls that is no list']);
    const begun = { type: 'message_start', message: { content: [] } };
    const piece = { type: 'content_block_delta', index: 3, delta: { partial_json: '{}' } };
    expect(unread(anthropic, [begun, piece, { type: 'message_stop' }])).toEqual(['3 piece of a content block that did not begin']);
    const input = { contentBlockDelta: { contentBlockIndex: 0, delta: { toolUse: { input: '{}' } } } };
    const events = [
      { messageStart: {} },
      input,
      { contentBlockStop: { contentBlockIndex: 0 } },
      { messageStop: { stopReason: 'end_turn' } },
    ];
    expect(unread(bedrock, events)).toEqual(['4 piece of a content block that did not begin']);
    const completed = { type: 'response.completed', response: { status: 'completed', output: { 0: item } } };
    expect(unread(openaiResponses, [completed])).toEqual(['1 response of an unknown form']);
    const list = { request: { input: 'hi' }, response: [{ type: 'response.created', response: {} }, completed] };
    expect(unread(openaiResponses, [list])).toEqual(['1 output that is no list']);
  });

  it('is nothing where a text or nothing stands, as the formats allow', () => {
    for (const content of ['hi', null, [], [{ type: 'text', text: 'hi' }]] as const)
      expect(unread(anthropic, [{ request: { messages: [{ role: 'assistant', content }] } }])).toEqual([]);
    expect(unread(openaiChat, [{ messages: [{ role: 'assistant', content: 'hi', tool_calls: null }] }])).toEqual([]);
    expect(unread(gemini, [{ request: { contents: ['hi', { parts: ['hi'] }, { parts: { text: 'hi' } }] } }])).toEqual([]);
    expect(unread(openaiResponses, [{ request: { input: 'hi' } }])).toEqual([]);
  });
});

describe('a stream that contradicts itself', () => {
  const doubt = 'stream that contradicts itself';
  const text = (said: string): JsonValue => ({ id: 'm', type: 'message', content: [{ type: 'output_text', text: said }] });
  const call = (n: number): JsonValue => ({ id: 'i', type: 'function_call', call_id: 'c', name: 'ring', arguments: `{"n":${n}}` });
  const begins = { type: 'response.created', response: { id: 'r' } };
  const itemDone = (one: JsonValue): JsonValue => ({ type: 'response.output_item.done', output_index: 0, item: one });
  const textDone = (n: number): JsonValue => ({ type: 'response.function_call_arguments.done', item_id: 'i', arguments: `{ "n": ${n} }` });
  const ends = (output: readonly JsonValue[]): JsonValue => ({
    type: 'response.completed',
    response: { id: 'r', status: 'completed', output },
  });
  const asRecords = (events: readonly JsonValue[]): readonly string[] => unread(openaiResponses, events);
  const asList = (events: readonly JsonValue[]): readonly string[] =>
    unread(openaiResponses, [{ request: { input: 'hi', tools: [] }, response: events }]);
  const thought: JsonValue = { id: 't', type: 'reasoning', summary: [] };

  it.each([
    ['another call', [begins, itemDone(call(1)), ends([call(2)])]],
    ['a call less', [begins, itemDone(call(1)), ends([text('hi')])]],
    ['a call more', [begins, itemDone(text('hi')), ends([text('hi'), call(1)])]],
    ['another answer', [begins, itemDone(text('yes')), ends([text('no')])]],
    ['other arguments', [begins, textDone(1), ends([call(2)])]],
    ['other arguments before', [begins, textDone(1), itemDone(call(2)), ends([])]],
  ])('says %s at its end', (_name, events) => {
    expect(asRecords(events)).toEqual([`${events.length} ${doubt}`]);
    expect(asList(events)).toEqual([`1 ${doubt}`]);
  });

  it.each([
    ['says the same', [begins, textDone(1), itemDone(call(1)), ends([call(1)])]],
    ['leaves its thoughts out', [begins, itemDone(thought), itemDone(call(1)), ends([call(1)])]],
    ['holds nothing at its end', [begins, itemDone(call(1)), ends([])]],
    ['was recorded from its middle on', [itemDone(call(1)), ends([text('hi'), call(1)])]],
  ])('is none where it %s', (_name, events) => {
    expect([...asRecords(events), ...asList(events)].filter((one) => one.includes(doubt))).toEqual([]);
  });

  const piece = (delta: JsonValue, more: Readonly<Record<string, JsonValue>> = {}): JsonValue =>
    chunk([{ index: 0, delta, finish_reason: null, ...more }]);
  const callPiece = piece({ tool_calls: [{ index: 0, id: 'c', function: { name: 'ring', arguments: '{"n":1}' } }] });
  const withMessage = (message: JsonValue): JsonValue => piece({}, { finish_reason: 'stop', message });

  it('may be one of chunks with a whole message at the end', () => {
    const same = { role: 'assistant', content: null, tool_calls: [{ id: 'c', function: { name: 'ring', arguments: '{ "n": 1 }' } }] };
    expect(unread(openaiChat, [callPiece, withMessage(same)])).toEqual([]);
    expect(unread(openaiChat, [piece({ content: 'yes' }), withMessage({ content: 'yes' })])).toEqual([]);
    expect(unread(openaiChat, [piece({ content: 'yes' }), withMessage({ content: 'no' })])).toEqual([`2 ${doubt}`]);
    expect(unread(openaiChat, [callPiece, withMessage({ content: null })])).toEqual([`2 ${doubt}`]);
  });

  it('may be one of the AI SDK, whose calls come in pieces and then whole', () => {
    const pieces = [
      { type: 'tool-input-start', toolCallId: 'c', toolName: 'ring' },
      { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '{"n":' },
      { type: 'tool-input-delta', toolCallId: 'c', inputTextDelta: '1}' },
    ];
    const whole = (n: JsonValue): JsonValue => ({ type: 'tool-input-available', toolCallId: 'c', toolName: 'ring', input: { n } });
    expect(unread(aiSdk, [...pieces, whole(1)])).toEqual([]);
    expect(unread(aiSdk, [...pieces, whole('1')])).toEqual([`4 ${doubt}`]);
    expect(unread(aiSdk, [whole(1)])).toEqual([]);
  });

  it('may begin one block twice, or end for two reasons', () => {
    const start = { type: 'message_start', message: {} };
    const block = { type: 'content_block_start', index: 0, content_block: use };
    const stop = { type: 'content_block_stop', index: 0 };
    const why = (reason: string): JsonValue => ({ type: 'message_delta', delta: { stop_reason: reason } });
    const end = { type: 'message_stop' };
    expect(unread(anthropic, [start, block, stop, why('tool_use'), why('tool_use'), end])).toEqual([]);
    expect(unread(anthropic, [start, block, block, stop, end])).toEqual([`5 ${doubt}`]);
    expect(unread(anthropic, [start, block, stop, why('tool_use'), why('end_turn'), end])).toEqual([`6 ${doubt}`]);
    const begun = { contentBlockStart: { contentBlockIndex: 0, start: toolUse } };
    const ended = { contentBlockStop: { contentBlockIndex: 0 } };
    const last = { messageStop: { stopReason: 'tool_use' } };
    expect(unread(bedrock, [{ messageStart: {} }, begun, ended, last])).toEqual([]);
    expect(unread(bedrock, [{ messageStart: {} }, begun, begun, ended, last])).toEqual([`5 ${doubt}`]);
  });
});

describe('a part of an unknown kind', () => {
  const contents = (part: JsonValue): JsonValue => ({ contents: [{ role: 'model', parts: [part] }], config: {} });
  const chat = (content: JsonValue): JsonValue => ({ messages: [{ role: 'assistant', content }] });
  it.each<[string, Reader, JsonValue, string]>([
    ['chat', openaiChat, chat([{ type: 'frob' }]), 'content part frob'],
    [
      'chat, in the answer',
      openaiChat,
      { choices: [{ message: { role: 'assistant', content: [{ type: 'frob' }] } }] },
      'content part frob',
    ],
    ['a call of another provider in a chat', openaiChat, chat([use]), 'calls that are not read: content part tool_use'],
    [
      'a role that calls',
      openaiChat,
      { messages: [{ role: 'critic', tool_calls: [called] }] },
      'calls that are not read: message of the role critic',
    ],
    ['bedrock', bedrock, messagesOf([{ frobUse: { x: 1 } }]), 'content block frobUse'],
    [
      'a call, in bedrock',
      bedrock,
      messagesOf([{ frobUse: { name: 'ring', input: {} } }]),
      'calls that are not read: content block frobUse',
    ],
    ['gemini', gemini, contents({ frobCall: { name: 'ring' } }), 'part frobCall'],
    ['a call, in gemini', gemini, contents({ frob_call: { name: 'ring', args: {} } }), 'calls that are not read: part frob_call'],
    ['ai-sdk', aiSdk, { role: 'assistant', parts: [{ type: 'frob' }] }, 'part frob'],
  ])('%s', (_name, reader, value, words) => {
    expect(unread(reader, [value]).filter((what) => !what.endsWith('pair without a response'))).toEqual([`1 ${words}`]);
  });

  it('prose, files and thoughts of every provider are none', () => {
    const parts = ['text', 'image_url', 'input_audio', 'file', 'refusal', 'thinking', 'video_url', 'reference', 'document_url'];
    expect(unread(openaiChat, [chat(parts.map((type) => ({ type })))])).toEqual([]);
    expect(unread(gemini, [contents({ thought: true, text: 'x' }), contents({ inline_data: {} })])).toEqual([]);
    expect(
      unread(aiSdk, [{ role: 'assistant', parts: [{ type: 'step-start' }, { type: 'data-weather' }, { type: 'source-url' }] }]),
    ).toEqual([]);
    expect(unread(openaiChat, [{ messages: [{ role: 'critic', content: 'x' }] }])).toEqual([]);
  });
});
