import { describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/model/event.ts';
import type { JsonValue } from '../../src/model/json.ts';
import { aiSdk } from '../../src/readers/ai-sdk.ts';
import { casesOf, readValues } from './read.ts';

const kinds = (events: readonly LedgerEvent[]): readonly string[] => events.map(({ kind }) => kind);
const assistant = (...content: readonly JsonValue[]): JsonValue => ({ role: 'assistant', content });
const call = (toolCallId: string, input: JsonValue, rest: { readonly [key: string]: JsonValue } = {}): JsonValue => ({
  type: 'tool-call',
  toolCallId,
  toolName: 'look',
  input,
  ...rest,
});
const answer = (toolCallId: string, output: JsonValue): JsonValue => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId, toolName: 'look', output }],
});
const snapshot = (...parts: readonly JsonValue[]): JsonValue => ({ id: 'm', role: 'assistant', parts });

describe('ai-sdk', () => {
  it('has at least five cases', () => {
    expect(casesOf(aiSdk).length).toBeGreaterThanOrEqual(5);
  });

  it('needs one sure mark among records that may be of others', () => {
    const plain = { role: 'user', content: 'hi' };
    expect(aiSdk.recognize([plain, plain, assistant(call('a', {}))])).toEqual({ isRecognized: true });
    expect(aiSdk.recognize([plain, plain])).toMatchObject({ isRecognized: false });
    expect(aiSdk.recognize([{ type: 'text-delta', id: '0', delta: 'x' }])).toMatchObject({ isRecognized: false });
    expect(aiSdk.recognize([{ type: 'tool-input-start', toolCallId: 'a', toolName: 't' }])).toEqual({ isRecognized: true });
  });

  it('leaves messages of the telemetry conventions and of other providers alone', () => {
    const convention = { role: 'assistant', parts: [{ type: 'text', content: 'x' }] };
    const blocks = { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 't', input: {} }] };
    const chat = { messages: [{ role: 'tool', tool_call_id: 'a', content: 'x' }] };
    for (const value of [convention, blocks, chat]) expect(aiSdk.recognize([value])).toMatchObject({ isRecognized: false });
  });

  it('takes an empty input for one without arguments, and any other text for the text of them', () => {
    const payloads = ['', '{"a":1}', '{"a"'].map((input) => readValues(aiSdk, [call('a', input)])[0]);
    expect(payloads).toMatchObject([
      { payload: { form: 'absent', pointer: '/input' } },
      { payload: { form: 'text', text: '{"a":1}', pointer: '/input' } },
      { payload: { form: 'text', text: '{"a"' } },
    ]);
  });

  it('tells the snapshots of a growing message once', () => {
    const part = (state: string, rest: { readonly [key: string]: JsonValue }): JsonValue => ({
      type: 'tool-look',
      toolCallId: 'a',
      state,
      ...rest,
    });
    const events = readValues(aiSdk, [
      snapshot(part('input-streaming', { input: { q: '' } })),
      snapshot(part('input-available', { input: { q: 'x' } })),
      snapshot(part('output-available', { input: { q: 'x' }, output: 'some', preliminary: true })),
      snapshot(part('output-available', { input: { q: 'x' }, output: 'all' })),
      snapshot(part('output-available', { input: { q: 'x' }, output: 'all' })),
    ]);
    expect(kinds(events)).toEqual(['unrelated', 'proposed', 'unrelated', 'returned', 'unrelated']);
    expect(events[3]).toMatchObject({ outcome: 'ok', texts: [{ text: 'all' }] });
  });

  it('names a state that it does not know', () => {
    const events = readValues(aiSdk, [snapshot({ type: 'tool-look', toolCallId: 'a', state: 'paused', input: {} })]);
    expect(events).toMatchObject([{ kind: 'unread', what: 'tool part in state paused' }, { kind: 'proposed' }]);
  });

  it('says of an invalid call once that it was refused', () => {
    const invalid = call('a', {}, { invalid: true, error: { name: 'AI_NoSuchToolError' } });
    const error = { type: 'tool-error', toolCallId: 'a', toolName: 'look', error: 'Model tried to call unavailable tool' };
    const events = readValues(aiSdk, [{ steps: [{ content: [invalid, error] }] }]);
    expect(kinds(events)).toEqual(['proposed', 'returned']);
    expect(events[1]).toMatchObject({ outcome: 'refused', verdict: { kind: 'unknown-tool' } });
  });

  it('finds the reason of a call that could not be repaired in the error before', () => {
    const error = { name: 'AI_ToolCallRepairError', originalError: { name: 'AI_InvalidToolInputError' } };
    const [, refused] = readValues(aiSdk, [call('a', {}, { invalid: true, error })]);
    expect(refused).toMatchObject({ outcome: 'refused', verdict: { kind: 'invalid' } });
  });

  it("keeps the SDK's sentence about this tool apart from a tool's words about another", () => {
    const outcomeFor = (value: string): LedgerEvent | undefined =>
      readValues(aiSdk, [assistant(call('a', {})), answer('a', { type: 'error-text', value })])[1];
    expect(outcomeFor('Invalid input for tool look: Type validation failed')).toMatchObject({
      outcome: 'refused',
      verdict: { kind: 'invalid' },
    });
    expect(outcomeFor('Invalid input for tool peek: Type validation failed')).toMatchObject({ outcome: 'tool_error' });
    expect(outcomeFor("Model tried to call unavailable tool 'look'. No tools are available.")).toMatchObject({
      outcome: 'refused',
      verdict: { kind: 'unknown-tool' },
    });
  });

  it('joins the pieces of an input that is never sent whole when its step is finished, or when they are whole at the end', () => {
    const pieces: readonly JsonValue[] = [
      { type: 'tool-input-start', toolCallId: 'a', toolName: 'look' },
      { type: 'tool-input-delta', toolCallId: 'a', inputTextDelta: '{"q":' },
      { type: 'tool-input-delta', toolCallId: 'a', inputTextDelta: '1}' },
    ];
    const proposed = (values: readonly JsonValue[]): LedgerEvent | undefined =>
      readValues(aiSdk, values).find(({ kind }) => kind === 'proposed');
    expect(proposed([...pieces, { type: 'finish-step' }])).toMatchObject({ payload: { form: 'text', text: '{"q":1}' } });
    expect(proposed(pieces)).toMatchObject({ payload: { form: 'text', text: '{"q":1}' } });
    expect(proposed([...pieces.slice(0, 2), { type: 'finish-step' }])).toMatchObject({ payload: { form: 'text', text: '{"q":' } });
    expect(proposed(pieces.slice(0, 2))).toMatchObject({ payload: { form: 'opaque' } });
  });

  it('declares tools only where the record lists them, and not by a serialised validator', () => {
    const messages: readonly JsonValue[] = [assistant(call('a', {}))];
    expect(kinds(readValues(aiSdk, [{ messages }]))).toEqual(['proposed']);
    const listed = readValues(aiSdk, [{ messages, tools: { look: { parameters: { jsonSchema: { type: 'object' } } } } }]);
    expect(listed[0]).toMatchObject({
      kind: 'declared',
      isWhole: true,
      tools: [{ name: 'look', inputPointer: '/tools/look/parameters/jsonSchema', dialect: { name: 'draft-07' } }],
    });
    const foreign = readValues(aiSdk, [{ messages, tools: { look: { inputSchema: { '~standard': {} } } } }]);
    expect(kinds(foreign)).toEqual(['declared', 'unread', 'proposed']);
    expect(foreign[0]).toMatchObject({ isWhole: false, tools: [] });
  });

  it('counts calls once that a later request sends along', () => {
    const messages = [assistant(call('a', { q: 1 })), answer('a', { type: 'text', value: 'x' })];
    const events = readValues(aiSdk, [{ messages: messages.slice(0, 1) }, { messages }, { messages }]);
    expect(kinds(events)).toEqual(['proposed', 'returned', 'unrelated']);
    expect(events.map(({ run }) => run)).toEqual(['pair-1', 'pair-1', 'pair-3']);
  });

  it('says something about each odd record', () => {
    const odd: readonly JsonValue[] = [
      null,
      7,
      'data: {"type":"tool-call"}\n\ndata: {\n\n',
      { type: '__proto__' },
      assistant(null, { type: 'tool-call' }, { type: 'tool-result', toolCallId: 'toString' }),
      { steps: [null, { toolCalls: [null, { toolCallId: 'a', toolName: 'b' }] }] },
      { messages: [null, { parts: [{ type: 'tool-invocation' }, { type: 'tool-', state: 'x' }] }], tools: [null, 'x'] },
    ];
    const lines = new Set(readValues(aiSdk, odd).map(({ record }) => record.line));
    expect([...lines].sort()).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });
});
