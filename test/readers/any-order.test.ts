import { describe, expect, it } from 'vitest';
import { isJsonObject, type JsonValue } from '../../src/model/json.ts';
import { anthropic } from '../../src/readers/anthropic.ts';
import { bedrock } from '../../src/readers/bedrock.ts';
import { gemini } from '../../src/readers/gemini.ts';
import { mistral } from '../../src/readers/mistral.ts';
import { openaiChat } from '../../src/readers/openai-chat.ts';
import { openaiResponses } from '../../src/readers/openai-responses.ts';
import type { Reader } from '../../src/readers/reader.ts';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';
import { readValues } from './read.ts';

// A conversation of two calls: each request repeats what came before, each response is recorded beside its request. Whatever the order of the
// records, there are two calls and two results.

type Said = { readonly user: string } | { readonly call: number } | { readonly result: number } | { readonly text: string };
type Ids = (call: number) => string | undefined;

interface Format {
  readonly name: string;
  readonly reader: Reader;
  readonly ids: Readonly<Record<string, Ids>>;
  readonly pair: (said: readonly Said[], answer: Said, told: { readonly ids: Ids; readonly system: string }) => JsonValue;
}

const atRandom: Ids = (call) => `call_9fK2xQ7LmZ${call}aB3c`;
const counted: Ids = (call) => `call_${call}`;
const absent: Ids = () => undefined;
const named = (id: string | undefined, name: string): Record<string, JsonValue> => (id === undefined ? {} : { [name]: id });
const schema: JsonValue = { type: 'object' };

const anthropicMessage = (one: Said, ids: Ids): JsonValue => {
  if ('user' in one) return { role: 'user', content: one.user };
  if ('text' in one) return { role: 'assistant', content: [{ type: 'text', text: one.text }] };
  if ('call' in one)
    return { role: 'assistant', content: [{ type: 'tool_use', ...named(ids(one.call), 'id'), name: 'ring', input: { n: one.call } }] };
  return { role: 'user', content: [{ type: 'tool_result', ...named(ids(one.result), 'tool_use_id'), content: `rang ${one.result}` }] };
};
const chatMessage = (one: Said, ids: Ids): JsonValue => {
  if ('user' in one) return { role: 'user', content: one.user };
  if ('text' in one) return { role: 'assistant', content: one.text };
  const called = 'call' in one ? { function: { name: 'ring', arguments: `{"n":${one.call}}` } } : {};
  if ('call' in one) return { role: 'assistant', content: null, tool_calls: [{ ...named(ids(one.call), 'id'), ...called }] };
  return { role: 'tool', ...named(ids(one.result), 'tool_call_id'), name: 'ring', content: `rang ${one.result}` };
};
const bedrockMessage = (one: Said, ids: Ids): JsonValue => {
  if ('user' in one) return { role: 'user', content: [{ text: one.user }] };
  if ('text' in one) return { role: 'assistant', content: [{ text: one.text }] };
  if ('call' in one)
    return { role: 'assistant', content: [{ toolUse: { ...named(ids(one.call), 'toolUseId'), name: 'ring', input: { n: one.call } } }] };
  const toolResult = { ...named(ids(one.result), 'toolUseId'), status: 'success', content: [{ text: `rang ${one.result}` }] };
  return { role: 'user', content: [{ toolResult }] };
};
const geminiContent = (one: Said, ids: Ids): JsonValue => {
  if ('user' in one) return { role: 'user', parts: [{ text: one.user }] };
  if ('text' in one) return { role: 'model', parts: [{ text: one.text }] };
  if ('call' in one)
    return { role: 'model', parts: [{ functionCall: { ...named(ids(one.call), 'id'), name: 'ring', args: { n: one.call } } }] };
  const functionResponse = { ...named(ids(one.result), 'id'), name: 'ring', response: { output: `rang ${one.result}` } };
  return { role: 'user', parts: [{ functionResponse }] };
};
const responsesItem = (one: Said, ids: Ids): JsonValue => {
  if ('user' in one) return { role: 'user', content: one.user };
  if ('text' in one) return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: one.text }] };
  if ('call' in one) return { type: 'function_call', ...named(ids(one.call), 'call_id'), name: 'ring', arguments: `{"n":${one.call}}` };
  return { type: 'function_call_output', ...named(ids(one.result), 'call_id'), output: `rang ${one.result}` };
};
const contentOf = (message: JsonValue): JsonValue => (isJsonObject(message) ? (message.content ?? null) : null);

const chatPair =
  (more: Readonly<Record<string, JsonValue>>): Format['pair'] =>
  (said, answer, { ids, system }) => ({
    request: {
      ...more,
      messages: [{ role: 'system', content: system }, ...said.map((one) => chatMessage(one, ids))],
      tools: [{ type: 'function', function: { name: 'ring', parameters: schema } }],
    },
    response: { object: 'chat.completion', choices: [{ index: 0, finish_reason: 'stop', message: chatMessage(answer, ids) }] },
  });

const formats: readonly Format[] = [
  {
    name: 'anthropic',
    reader: anthropic,
    ids: { atRandom, counted },
    pair: (said, answer, { ids, system }) => ({
      request: { system, messages: said.map((one) => anthropicMessage(one, ids)), tools: [{ name: 'ring', input_schema: schema }] },
      response: { type: 'message', role: 'assistant', content: contentOf(anthropicMessage(answer, ids)), stop_reason: 'end_turn' },
    }),
  },
  {
    name: 'bedrock',
    reader: bedrock,
    ids: { atRandom, counted },
    pair: (said, answer, { ids, system }) => ({
      request: {
        system: [{ text: system }],
        messages: said.map((one) => bedrockMessage(one, ids)),
        toolConfig: { tools: [{ toolSpec: { name: 'ring', inputSchema: { json: schema } } }] },
      },
      response: { output: { message: bedrockMessage(answer, ids) }, stopReason: 'end_turn' },
    }),
  },
  { name: 'openai-chat', reader: openaiChat, ids: { atRandom, counted }, pair: chatPair({}) },
  { name: 'mistral', reader: mistral, ids: { atRandom, counted, absent: () => 'null' }, pair: chatPair({ safe_prompt: true }) },
  {
    name: 'openai-responses',
    reader: openaiResponses,
    ids: { atRandom, counted },
    pair: (said, answer, { ids, system }) => ({
      request: {
        instructions: system,
        input: said.map((one) => responsesItem(one, ids)),
        tools: [{ type: 'function', name: 'ring', parameters: schema }],
      },
      response: { object: 'response', id: 'r', status: 'completed', output: [responsesItem(answer, ids)] },
    }),
  },
  {
    name: 'gemini',
    reader: gemini,
    ids: { atRandom, counted, absent },
    pair: (said, answer, { ids, system }) => ({
      request: {
        systemInstruction: { parts: [{ text: system }] },
        contents: said.map((one) => geminiContent(one, ids)),
        tools: [{ functionDeclarations: [{ name: 'ring', parametersJsonSchema: schema }] }],
      },
      response: { candidates: [{ content: geminiContent(answer, ids), finishReason: 'STOP' }] },
    }),
  },
];

const begins: readonly Said[] = [{ user: 'ring twice' }];
const once: readonly Said[] = [...begins, { call: 1 }, { result: 1 }];
const twice: readonly Said[] = [...once, { call: 2 }, { result: 2 }];
const done: Said = { text: 'rang' };

/** The three pairs of a conversation; each may have an instruction of its own. */
const conversation = ({ pair }: Format, ids: Ids, systems: readonly [string, string, string]): readonly JsonValue[] => [
  pair(begins, { call: 1 }, { ids, system: systems[0] }),
  pair(once, { call: 2 }, { ids, system: systems[1] }),
  pair(twice, done, { ids, system: systems[2] }),
];

const orders = [
  [0, 1, 2],
  [2, 1, 0],
  [1, 2, 0],
  [2, 0, 1],
  [1, 0, 2],
  [0, 2, 1],
] as const;

/** Calls and results. */
function counts(reader: Reader, values: readonly JsonValue[]): string {
  const events = readValues(reader, values);
  const calls = events.filter((event) => event.kind === 'proposed' && event.rewrites === undefined && event.wasShown !== true).length;
  return `${calls}/${events.filter(({ kind }) => kind === 'returned').length}`;
}

const inOrder = (values: readonly JsonValue[], order: readonly number[]): readonly JsonValue[] =>
  order.map((index) => values[index] ?? null);

const cases = formats.flatMap((format) => Object.entries(format.ids).map(([kind, ids]) => ({ name: format.name, kind, format, ids })));

describe.each(cases)('$name with ids $kind', ({ format, ids, kind }) => {
  const values = conversation(format, ids, ['ring', 'ring', 'ring']);

  it.each(orders)('counts each call once in the order %i %i %i', (...order) => {
    expect(counts(format.reader, inOrder(values, order))).toBe('2/2');
  });

  it('counts a conversation once that is given another instruction with each request', () => {
    const growing = conversation(format, ids, ['at one', 'at two', 'at three']);
    for (const order of orders.slice(0, 2)) expect(counts(format.reader, inOrder(growing, order))).toBe('2/2');
  });

  it('tells two conversations apart that differ in their instruction alone, unless the ids say that they are one', () => {
    const [, , last] = conversation(format, ids, ['', '', 'to one']);
    const [, , other] = conversation(format, ids, ['', '', 'to another']);
    expect(counts(format.reader, [last ?? null, other ?? null])).toBe(kind === 'atRandom' ? '2/2' : '4/4');
  });

  it('counts a response that is recorded twice as two, unless its ids say that it is one', () => {
    const [first] = values;
    const isOne = kind === 'atRandom';
    expect(counts(format.reader, [first ?? null, first ?? null])).toBe(isOne ? '1/0' : '2/0');
    expect(counts(format.reader, [...values.slice(1).reverse(), first ?? null, first ?? null])).toBe(isOne ? '2/2' : '3/2');
  });
});

describe('counted ids', () => {
  it.each(formats)('of $name come in every conversation: other words before them make another call', ({ reader, pair }) => {
    const told = { ids: counted, system: 's' };
    const other: readonly Said[] = [{ user: 'ring once more' }, { call: 1 }, { result: 1 }];
    expect(counts(reader, [pair(once, done, told), pair(other, done, told)])).toBe('2/2');
    expect(counts(reader, [pair(once, done, told), pair([{ user: 'ring once more' }], { call: 1 }, told)])).toBe('2/1');
  });
});

describe('a response that comes after a history with its call', () => {
  const use = { type: 'tool_use', id: 'toolu_01Ab3dEf5hJk7', name: 'ring', input: { n: 1 } };
  const tools = [{ name: 'ring', input_schema: schema }];
  const asked = { role: 'user', content: 'ring' };
  const later = {
    request: { tools, messages: [asked, { role: 'assistant', content: [use] }] },
    response: { type: 'message', role: 'assistant', content: [{ type: 'text', text: 'done' }], stop_reason: 'end_turn' },
  };
  const earlier = (more: Readonly<Record<string, JsonValue>>, stop = 'tool_use'): JsonValue => ({
    request: { tools, messages: [asked], ...more },
    response: { type: 'message', role: 'assistant', content: [use], stop_reason: stop },
  });
  const audited = async (values: readonly JsonValue[]) => {
    const text = values.map((value) => JSON.stringify(value)).join('\n');
    return auditInParts(requestOf([inputOf('a.jsonl', new TextEncoder().encode(text))]), 1);
  };
  const findings = async (values: readonly JsonValue[]): Promise<readonly string[]> =>
    (await audited(values)).findings.filter(({ severity }) => severity !== 'note').map(({ code, at }) => `${code} ${at.line}`);

  it('tells that its tool was not offered, or not declared, where it stands', async () => {
    expect(await findings([later, earlier({ tool_choice: { type: 'none' } })])).toEqual(['structure/tool-not-offered 2']);
    expect(await findings([later, earlier({ tools: [{ name: 'toll', input_schema: schema }] })])).toEqual(['structure/invented-tool 2']);
  });

  it('tells that its arguments break what was declared then', async () => {
    const strict = [{ name: 'ring', input_schema: { type: 'object', properties: { n: { type: 'string' } } } }];
    expect(await findings([later, earlier({ tools: strict })])).toEqual(['structure/wrong-type 2']);
  });

  it('is quiet where nothing is wrong, and no change is told against the order of the conversation', async () => {
    expect(await findings([later, earlier({})])).toEqual([]);
    const old = [{ name: 'ring', input_schema: { type: 'object', properties: { n: { type: 'number' } } } }];
    const codes = (await audited([later, earlier({ tools: old })])).findings.map(({ code }) => code);
    expect(codes).not.toContain('drift/declaration-changed');
  });
});
