import { describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/model/event.ts';
import type { JsonValue } from '../../src/model/json.ts';
import { openaiResponses } from '../../src/readers/openai-responses.ts';
import { plainEvents } from '../kit/events.ts';
import { casesOf, read, readValues, recordOf, recordsOf } from './read.ts';

const cases = casesOf(openaiResponses);

type Fields = { readonly [key: string]: JsonValue };

const call = (id: string, more: Fields = {}): JsonValue => ({
  type: 'function_call',
  call_id: id,
  name: 'forecast',
  arguments: '{"city":"Oslo"}',
  ...more,
});
const output = (id: string, text: JsonValue): JsonValue => ({ type: 'function_call_output', call_id: id, output: text });
const message = (text: string): JsonValue => ({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] });
const response = (items: readonly JsonValue[], more: Fields = {}): JsonValue => ({
  object: 'response',
  status: 'completed',
  output: items,
  ...more,
});
const pair = (request: Fields, items: readonly JsonValue[], more: Fields = {}): JsonValue => ({
  request: { model: 'm', input: 'hi', ...request },
  response: response(items, more),
});
const kinds = (events: readonly LedgerEvent[]): readonly string[] => events.map((event) => event.kind);

describe('openai-responses', () => {
  it('has at least five cases', () => {
    expect(cases.length).toBeGreaterThanOrEqual(5);
  });

  it.each(cases)('reads $name', ({ input, expected }) => {
    expect(plainEvents(read(openaiResponses, recordsOf(input)))).toEqual(expected);
  });

  it.each(cases)('recognises $name by its first records', ({ input }) => {
    const first = recordsOf(input).map((record) => record.value);
    expect(openaiResponses.recognize(first.slice(0, 3))).toEqual({ isRecognized: true });
  });
});

describe('openai-responses and its neighbours', () => {
  it.each<{ readonly what: string; readonly record: JsonValue }>([
    { what: 'a request for embeddings', record: { model: 'm', input: 'text' } },
    { what: 'a pair of embeddings', record: { request: { model: 'm', input: ['text'] }, response: { object: 'list', data: [] } } },
    { what: 'a pair of Chat Completions', record: { request: { messages: [] }, response: { choices: [{ message: {} }] } } },
    { what: 'a message of another provider', record: { type: 'message', role: 'assistant', content: [] } },
    {
      what: 'a flat function that another API answered',
      record: { request: { input: 'hi', tools: [call('k')] }, response: { steps: [] } },
    },
    {
      what: 'a stream of Chat Completions',
      record: { request: { input: 'hi' }, response: 'data: {"object":"chat.completion.chunk"}\n\n' },
    },
  ])('leaves $what alone', ({ record }) => {
    expect(openaiResponses.recognize([record])).toMatchObject({ isRecognized: false });
  });

  it('says how near a request of another API comes', () => {
    expect(openaiResponses.recognize([{ model: 'm', input: 'text' }])).toMatchObject({ isRecognized: false, likeness: 1 / 3 });
  });

  it('goes by most of the records', () => {
    const sure = pair({}, [call('k1')]);
    expect(openaiResponses.recognize([sure, sure, {}])).toEqual({ isRecognized: true });
    expect(openaiResponses.recognize([sure, {}])).toMatchObject({ isRecognized: false });
  });
});

describe('openai-responses: items that were saved alone', () => {
  const said: JsonValue = { role: 'user', content: 'hi' };
  const list = (data: readonly JsonValue[]): JsonValue => ({ object: 'list', data, has_more: false });
  const chatCall: JsonValue = {
    role: 'assistant',
    tool_calls: [{ id: 'k', type: 'function', function: { name: 'now', arguments: '{}' } }],
  };

  it.each<{ readonly what: string; readonly first: readonly JsonValue[] }>([
    { what: 'a call', first: [call('k')] },
    { what: 'calls among messages in short form', first: [said, said, said, call('k'), output('k', '1')] },
    { what: 'a message alone', first: [message('done')] },
    { what: 'a call of a server', first: [{ type: 'mcp_call', id: 'm', server_label: 'wiki', name: 'list', arguments: '{}' }] },
    { what: 'a list of which one page has messages alone', first: [list([call('k')]), list([said])] },
    { what: 'sessions, one a record', first: [[said, call('k'), output('k', '1')], [said]] },
    { what: 'an item of a type that is not known', first: [call('k'), output('k', '1'), { type: 'hologram', id: 'x' }] },
    {
      what: 'a list as a recorder keeps it',
      first: [{ request: { url: '/v1/responses/r/input_items' }, response: { body: list([call('k')]) } }],
    },
  ])('are recognised: $what', ({ first }) => {
    expect(openaiResponses.recognize(first)).toEqual({ isRecognized: true });
  });

  it.each<{ readonly what: string; readonly first: readonly JsonValue[] }>([
    { what: 'messages of a chat', first: [said, chatCall, { role: 'tool', tool_call_id: 'k', content: '1' }] },
    { what: 'a list of them', first: [[said, chatCall]] },
    { what: 'a message of another provider', first: [{ type: 'message', role: 'assistant', content: [{ type: 'tool_use', id: 't' }] }] },
    { what: 'a step of another API', first: [{ type: 'function_call', id: 'k', name: 'now', arguments: {} }] },
    { what: 'embeddings', first: [list([{ object: 'embedding', embedding: [0.1] }])] },
    { what: 'an empty list', first: [list([])] },
    { what: 'a rollout', first: [{ id: 'r', timestamp: 't', instructions: null }, call('k'), output('k', '1')] },
    { what: 'a rollout without its head', first: [{ record_type: 'state' }, call('k'), output('k', '1')] },
    { what: 'one item among other records', first: [call('k'), { a: 1 }, { a: 2 }] },
  ])('are not seen in $what', ({ first }) => {
    expect(openaiResponses.recognize(first)).toMatchObject({ isRecognized: false });
  });

  it('are one conversation, whichever end comes first', () => {
    const items = [said, call('k1'), output('k1', '1'), call('k2'), output('k2', '2'), message('done')];
    const told = (rows: readonly JsonValue[]): readonly string[] =>
      readValues(openaiResponses, rows)
        .filter(({ kind }) => kind !== 'unrelated')
        .map((event) => `${event.kind} ${'call' in event ? event.call : ''} ${event.run}`);
    const wanted = ['proposed k1 pair-1', 'returned k1 pair-1', 'proposed k2 pair-1', 'returned k2 pair-1'];
    expect(told(items)).toEqual(wanted);
    expect(told(items.toReversed())).toEqual(wanted);
    expect(told([items])).toEqual(wanted);
    expect(told([list(items)])).toEqual(wanted);
    expect(told([list(items.toReversed())])).toEqual(wanted);
  });

  it('go on after many others, in parts that begin where a person speaks', () => {
    const turn = (index: number): readonly JsonValue[] => [said, call(`k${index % 3}`), output(`k${index % 3}`, String(index))];
    const events = readValues(openaiResponses, Array.from({ length: 9_000 }, (_, index) => turn(index)).flat());
    const count = (kind: string): number => events.filter((event) => event.kind === kind).length;
    expect([count('proposed'), count('returned'), count('unread'), count('unrelated')]).toEqual([9_000, 9_000, 0, 9_000]);
    expect(events.filter(({ kind }) => kind === 'proposed').every((event, index) => event.record.line === index * 3 + 2)).toBe(true);
  });
});

describe('openai-responses: what is offered', () => {
  const offered = (choice: JsonValue): unknown => {
    const found = readValues(openaiResponses, [pair({ tool_choice: choice }, [call('k1')])]).find((event) => event.kind === 'proposed');
    return found?.kind === 'proposed' ? found.offered : 'no call';
  };

  it.each<{ readonly choice: JsonValue; readonly expected: readonly string[] | undefined }>([
    { choice: 'auto', expected: undefined },
    { choice: 'required', expected: undefined },
    { choice: null, expected: undefined },
    { choice: 'none', expected: [] },
    { choice: { type: 'function', name: 'now' }, expected: ['now'] },
    { choice: { type: 'custom', name: 'script' }, expected: ['script'] },
    { choice: { type: 'web_search' }, expected: undefined },
    { choice: { type: 'mcp', server_label: 'wiki', name: 'list' }, expected: undefined },
    { choice: { type: 'allowed_tools', mode: 'auto', tools: [] }, expected: [] },
    {
      choice: {
        type: 'allowed_tools',
        tools: [
          { type: 'function', name: 'now' },
          { type: 'mcp', server_label: 'w' },
        ],
      },
      expected: ['now'],
    },
    { choice: { type: 'allowed_tools', tools: [{ type: 'function' }, { type: 'function', name: 'now' }] }, expected: undefined },
    { choice: { type: 'allowed_tools', tools: [{ type: 'namespace', name: 'crm' }] }, expected: undefined },
    { choice: { type: 'allowed_tools', tools: 'all' }, expected: undefined },
  ])('reads $choice', ({ choice, expected }) => {
    expect(offered(choice)).toEqual(expected);
  });
});

describe('openai-responses: one call is told once', () => {
  it('over any number of requests that repeat it', () => {
    const told = [call('k1'), output('k1', '-4')];
    const later = pair({ input: told }, [message('cold')]);
    const events = readValues(openaiResponses, [pair({}, [call('k1')]), later, later, later]);
    expect(kinds(events)).toEqual(['proposed', 'returned', 'unrelated', 'unrelated']);
    expect(events.map((event) => event.run)).toEqual(['pair-1', 'pair-1', 'pair-3', 'pair-4']);
  });

  it('when a chained request repeats its result, and again for a second call of that id', () => {
    const chained = pair({ previous_response_id: 'r', input: [output('k1', '-4')] }, [message('cold')]);
    const events = readValues(openaiResponses, [pair({}, [call('k1')]), chained, chained, pair({}, [call('k1', { name: 'now' })])]);
    expect(kinds(events)).toEqual(['proposed', 'returned', 'unrelated', 'proposed']);
  });

  it('and two results in one chained request are two results', () => {
    const twice = pair({ previous_response_id: 'r', input: [output('k1', '-4'), output('k1', '5')] }, []);
    const events = readValues(openaiResponses, [pair({}, [call('k1')]), twice]);
    expect(events.map((event) => `${event.kind} ${event.run}`)).toEqual(['proposed pair-1', 'returned pair-1', 'returned pair-1']);
  });

  it('by its call_id, never by the id of its item', () => {
    const [first] = readValues(openaiResponses, [pair({}, [call('k1', { id: 'fc_1' })])]);
    const [bare] = readValues(openaiResponses, [pair({}, [{ type: 'function_call', id: 'fc_1', name: 'now', arguments: '{}' }])]);
    expect(first).toMatchObject({ call: 'k1', callPointer: '/response/output/0/call_id' });
    expect(bare?.kind === 'proposed' ? bare.call : 'no call').toBeUndefined();
  });
});

describe('openai-responses: strictness', () => {
  const tool = (more: Fields): JsonValue => ({ type: 'function', name: 'forecast', parameters: {}, ...more });
  const strictness = (request: JsonValue, more: Fields): unknown => {
    const found = readValues(openaiResponses, [pair({ tools: [request] }, [], more)]).find((event) => event.kind === 'declared');
    return found?.kind === 'declared' ? found.tools[0]?.isStrict : 'no list';
  };

  it('is what the response says of it, else what the request asks for', () => {
    expect(strictness(tool({}), { tools: [tool({ strict: true })] })).toBe(true);
    expect(strictness(tool({ strict: true }), { tools: [tool({ strict: false })] })).toBeUndefined();
    expect(strictness(tool({ strict: true }), { tools: [] })).toBe(true);
    expect(strictness(tool({ strict: null }), {})).toBeUndefined();
  });

  it('belongs to a function of a namespace as well', () => {
    const namespace = (more: Fields): JsonValue => ({ type: 'namespace', name: 'crm', tools: [tool(more)] });
    const events = readValues(openaiResponses, [pair({ tools: [namespace({})] }, [], { tools: [namespace({ strict: true })] })]);
    expect(events.map((event) => (event.kind === 'declared' ? event.tools.map((one) => one.isStrict) : []))).toEqual([[], [true]]);
  });
});

describe('openai-responses: what arrived before', () => {
  const arriving = (name: string): JsonValue => ({ type: 'additional_tools', tools: [{ type: 'function', name, parameters: {} }] });
  const declaredIn = (events: readonly LedgerEvent[], run: string): readonly string[] =>
    events.flatMap((event) => (event.kind === 'declared' && event.run === run ? event.tools.map((tool) => tool.name) : []));
  const isWhole = (events: readonly LedgerEvent[], run: string): unknown =>
    events.flatMap((event) => (event.kind === 'declared' && event.run === run ? [event.isWhole] : []));

  it('is in force again, the newest of a name only', () => {
    const first = pair({ tools: [], input: [arriving('a'), arriving('b')] }, [], { id: 'r1' });
    const second = pair({ tools: [], previous_response_id: 'r1', input: [arriving('a')] }, [], { id: 'r2' });
    const third = pair({ tools: [], previous_response_id: 'r2' }, [], { id: 'r3' });
    const events = readValues(openaiResponses, [first, second, third]);
    expect(declaredIn(events, 'pair-2')).toEqual(['a', 'b', 'a']);
    expect(declaredIn(events, 'pair-3')).toEqual(['b', 'a']);
    expect(isWhole(events, 'pair-3')).toEqual([true, true, true]);
  });

  it('leaves the set open where a response of the chain is not recorded, or its id names two', () => {
    const unknown = pair({ tools: [], previous_response_id: 'r0', input: [arriving('a')] }, [], { id: 'r1' });
    const after = pair({ tools: [], previous_response_id: 'r1' }, []);
    expect(isWhole(readValues(openaiResponses, [unknown, after]), 'pair-2')).toEqual([false, false]);
    const twice = pair({ tools: [], input: [arriving('a')] }, [], { id: 'r1' });
    expect(isWhole(readValues(openaiResponses, [twice, twice, after]), 'pair-3')).toEqual([false, false]);
  });

  it('is carried along up to a limit, and beyond it the set is open', () => {
    const many = Array.from({ length: 1200 }, (_, index) => arriving(`tool-${index}`));
    const events = readValues(openaiResponses, [
      pair({ tools: [], input: many }, [], { id: 'r1' }),
      pair({ tools: [], previous_response_id: 'r1' }, []),
    ]);
    const names = declaredIn(events, 'pair-2');
    expect([names.length, names[0], names.at(-1)]).toEqual([1000, 'tool-200', 'tool-1199']);
    expect(new Set(events.flatMap((event) => (event.kind === 'declared' && event.run === 'pair-2' ? [event.isWhole] : [])))).toEqual(
      new Set([false]),
    );
  });
});

describe('openai-responses: streams with one event a record', () => {
  const created = (id: string): JsonValue => ({ type: 'response.created', response: { id, object: 'response', status: 'in_progress' } });
  const done = (id: string): JsonValue => ({ type: 'response.output_item.done', item: call(id, { id: `fc_${id}` }) });

  it('are each cut once, however many never end', () => {
    const events = readValues(
      openaiResponses,
      Array.from({ length: 100 }, (_, index) => created(`r${index}`)),
    );
    expect(events.filter((event) => event.kind === 'unread').map((event) => event.record.line)).toEqual(
      Array.from({ length: 100 }, (_, index) => index + 1),
    );
  });

  it('are cut by a record that is no event', () => {
    const events = readValues(openaiResponses, [created('r1'), done('k1'), pair({}, [call('k2')])]);
    expect(events.map((event) => `${event.kind} ${event.record.line} ${event.run}`)).toEqual([
      'unrelated 1 pair-1',
      'proposed 2 pair-1',
      'unread 2 pair-2',
      'proposed 3 pair-3',
    ]);
  });
});

describe('openai-responses: the answer', () => {
  const text: JsonValue = { format: { type: 'json_object' } };
  const answers = (items: readonly JsonValue[], more: Fields = {}): number =>
    readValues(openaiResponses, [pair({ text }, items, more)]).filter((event) => event.kind === 'answered').length;
  const shell: JsonValue = { type: 'shell_call', call_id: 's', action: { commands: ['ls'] } };

  it('is still to come while the client has to act', () => {
    expect(answers([message('{}'), shell])).toBe(0);
    expect(answers([message('{}'), { type: 'mcp_approval_request', id: 'a', name: 'drop', arguments: '{}' }])).toBe(0);
    expect(answers([shell, { type: 'shell_call_output', call_id: 's', output: [] }, message('{}')])).toBe(1);
  });

  it('is none of work that was stopped or is under way', () => {
    expect(answers([message('{}')], { status: 'incomplete' })).toBe(1);
    expect(answers([message('{}')], { status: 'in_progress' })).toBe(0);
    expect(answers([message('{}')], { status: 'cancelled' })).toBe(0);
  });
});

describe('openai-responses and odd records', () => {
  const odd = [
    'null',
    '[]',
    '{}',
    '"text"',
    '{"object":"response"}',
    '{"object":"response","output":[null,1,[],{"type":7},{"type":"__proto__"},{"type":"function_call"}]}',
    '{"request":{"input":[null,{"role":"user"},{"type":"function_call","name":"__proto__","call_id":"constructor","arguments":null}]},"response":7}',
    '{"request":{"input":"hi","tools":[null,{"type":"namespace","tools":[]},{"type":"namespace","name":"n","tools":[null]},{"type":"mcp"}]},"response":{"error":{}}}',
    '{"type":"response.completed","response":{"output":[{"type":"mcp_call","name":"n","error":[]}]}}',
    '{"type":"response.output_item.done"}',
    '{"request":{"input":[]},"response":"data: [1]\\n\\ndata: {\\"type\\":\\"response.output_item.added\\",\\"output_index\\":{},\\"item\\":null}\\n\\n"}',
    '{"request":{"input":[]},"response":[{"type":"response.function_call_arguments.done","output_index":"toString"}]}',
    '{"object":"list","data":[null]}',
    '[null,{"type":"function_call"}]',
    '{"type":"function_call","call_id":"constructor","name":"__proto__","arguments":{}}',
    '{"type":"message","content":[null,{"type":[]}]}',
    '{"messages":[null,7,{"tool_calls":1}],"response":{"object":"response","output":[]}}',
    '{"responses_create_params":{"input":7,"tools":{}},"response":[]}',
    `{"type":"custom_tool_call","call_id":"c","name":"n","input":${'['.repeat(3000)}${']'.repeat(3000)}}`,
    `{"request":{"input":[{"type":"tool_search_call","arguments":${'['.repeat(3000)}${']'.repeat(3000)}}]},"response":null}`,
  ];

  it('answers every record and never throws', () => {
    const seen = new Set(
      read(
        openaiResponses,
        odd.map((record, index) => recordOf(record, index + 1)),
      ).map((event) => event.record.line),
    );
    expect(seen.size).toBe(odd.length);
  });

  it('reads a stream of very many pieces in time that grows with its length', () => {
    const piece = 'data: {"type":"response.function_call_arguments.delta","output_index":0,"delta":"x"}\n\n';
    const start = `data: ${JSON.stringify({ type: 'response.output_item.added', output_index: 0, item: call('k1') })}\n\n`;
    const stream = `${start}${piece.repeat(20_000)}data: [DONE]\n\n`;
    const [found] = readValues(openaiResponses, [{ request: { input: 'hi' }, response: stream }]);
    expect(found).toMatchObject({ kind: 'proposed', payload: { form: 'text', text: 'x'.repeat(20_000) } });
  });
});
