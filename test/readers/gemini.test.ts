import { describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/model/event.ts';
import type { JsonValue } from '../../src/model/json.ts';
import { gemini } from '../../src/readers/gemini.ts';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';
import { casesOf, readValues } from './read.ts';

const asked = (text: string): JsonValue => ({ role: 'user', parts: [{ text }] });
const called = (...calls: readonly JsonValue[]): JsonValue => ({ role: 'model', parts: calls.map((functionCall) => ({ functionCall })) });
const returned = (...results: readonly JsonValue[]): JsonValue => ({
  role: 'user',
  parts: results.map((functionResponse) => ({ functionResponse })),
});
const request = (...contents: readonly JsonValue[]): JsonValue => ({ contents });
const response = (content: JsonValue, finishReason: string = 'STOP'): JsonValue => ({ candidates: [{ content, finishReason }] });
const said = (text: string): JsonValue => ({ role: 'model', parts: [{ text }] });

type Returned = Extract<LedgerEvent, { kind: 'returned' }>;
const callsOf = (events: readonly LedgerEvent[]): readonly string[] =>
  events.flatMap((event) => (event.kind === 'proposed' ? [`${event.run} ${event.tool} ${event.call ?? '-'}`] : []));
const resultsOf = (events: readonly LedgerEvent[]): readonly Returned[] =>
  events.flatMap((event) => (event.kind === 'returned' ? [event] : []));

/** The outcome of one result, whatever its call was. */
function outcomeOf(result: JsonValue, declaration: JsonValue = { name: 't' }): Returned | undefined {
  const contents = [asked('go'), called({ name: 't', args: {} }), returned({ name: 't', response: result })];
  const [found] = resultsOf(readValues(gemini, [{ contents, tools: [{ functionDeclarations: [declaration] }] }]));
  return found;
}

describe('gemini: a call is shown once, whatever happens to its id', () => {
  const first = { request: request(asked('go')), response: response(called({ name: 't', args: { n: 1 } })) };

  it('finds the call that the client gave an id when it sent it along', () => {
    const again = request(asked('go'), called({ name: 't', args: { n: 1 }, id: 'x' }), returned({ name: 't', id: 'x', response: {} }));
    const later = { request: again, response: response(said('done')) };
    const events = readValues(gemini, [first, later, later]);
    expect(callsOf(events)).toEqual(['pair-1 t -']);
    expect(resultsOf(events).map(({ run, call, tool }) => [run, call, tool])).toEqual([['pair-1', undefined, 't']]);
  });

  it('finds the call whose id the client dropped', () => {
    const named = { request: request(asked('go')), response: response(called({ name: 't', args: { n: 1 }, id: 'x' })) };
    const again = request(asked('go'), called({ name: 't', args: { n: 1 } }), returned({ name: 't', response: {} }));
    const events = readValues(gemini, [named, { request: again, response: response(said('done')) }]);
    expect(callsOf(events)).toEqual(['pair-1 t x']);
    expect(resultsOf(events).map(({ run, call }) => [run, call])).toEqual([['pair-1', 'x']]);
  });

  it('fills in arguments that were left out when it compares', () => {
    const bare = { request: request(asked('go')), response: response(called({ name: 't' })) };
    const again = request(asked('go'), called({ name: 't', args: {}, id: 'x' }), returned({ name: 't', id: 'x', response: {} }));
    expect(callsOf(readValues(gemini, [bare, { request: again, response: null }]))).toEqual(['pair-1 t -']);
  });

  it('takes the same call after other words for another call', () => {
    const other = request(asked('stop'), called({ name: 't', args: { n: 1 }, id: 'y' }), returned({ name: 't', id: 'y', response: {} }));
    const events = readValues(gemini, [first, { request: other, response: response(said('done')) }]);
    expect(callsOf(events)).toEqual(['pair-1 t -', 'pair-2 t y']);
  });

  it('takes two ids for two calls', () => {
    const conversation = (id: string): JsonValue => ({
      request: request(asked('go'), called({ name: 't', args: {}, id }), returned({ name: 't', id, response: {} })),
      response: response(said('done')),
    });
    const events = readValues(gemini, [conversation('a'), conversation('b'), conversation('a')]);
    expect(callsOf(events)).toEqual(['pair-1 t a', 'pair-2 t b']);
    expect(resultsOf(events).map(({ call }) => call)).toEqual(['a', 'b']);
  });

  it('does not give the result of an unknown id to a call that has one of its own', () => {
    const contents = [asked('go'), called({ name: 't', args: {}, id: 'a' }), returned({ name: 't', id: 'z', response: {} })];
    const events = readValues(gemini, [{ contents }]);
    expect(resultsOf(events).map(({ call }) => call)).toEqual(['z']);
  });
});

describe('gemini: how a call ended', () => {
  it.each([
    [{ output: 1 }, 'ok'],
    [{}, 'ok'],
    [{ error: null, result: 2 }, 'ok'],
    [{ error: 'no' }, 'tool_error'],
    [{ error: { code: 5 } }, 'tool_error'],
    [{ error: '' }, 'unknown'],
    [{ error: false }, 'unknown'],
    [{ isError: true, content: [] }, 'tool_error'],
    [{ status: 'error', error_message: 'no' }, 'unknown'],
    [{ status: 'ready' }, 'ok'],
  ])('%j is %s', (result, outcome) => {
    expect(outcomeOf(result)?.outcome).toBe(outcome);
  });

  it('takes a status for a field of the output where an output is declared', () => {
    const declaration = { name: 't', response: { type: 'OBJECT', properties: { status: { type: 'STRING' } } } };
    expect(outcomeOf({ status: 'error' }, declaration)).toMatchObject({ outcome: 'ok', canBeStructured: true });
  });

  it('hears from the error that the call itself was wrong', () => {
    expect(outcomeOf({ error: "Unknown tool name: 't'. Available tools: 'u'" })).toMatchObject({
      verdict: { kind: 'unknown-tool' },
    });
    expect(outcomeOf({ error: '2 validation errors:\n```json\n[\n  {}\n]\n```' })?.verdict).toEqual({ kind: 'invalid' });
    expect(outcomeOf({ error: { message: 'Invalid arguments' } })?.verdict).toEqual({ kind: 'invalid' });
    expect(outcomeOf({ isError: true, content: [{ type: 'text', text: 'Unknown tool: t' }] })?.verdict).toEqual({ kind: 'unknown-tool' });
    expect(outcomeOf({ error: 'the harbour is closed' })?.verdict).toBeUndefined();
  });
});

describe('gemini: judged', () => {
  const audit = async (records: readonly JsonValue[]): Promise<Awaited<ReturnType<typeof auditInParts>>> => {
    const text = records.map((record) => JSON.stringify(record)).join('\n');
    return auditInParts(requestOf([inputOf('a.jsonl', new TextEncoder().encode(text))]), 1);
  };

  it("reads an answer's contract in the notation it is written in", async () => {
    const responseSchema = { type: 'OBJECT', properties: { n: { type: 'INTEGER', nullable: true, minimum: '2' } }, required: ['n'] };
    const generationConfig = { responseMimeType: 'application/json', responseSchema };
    const answer = (text: string): JsonValue => ({
      request: { contents: [asked('go')], generationConfig },
      response: response(said(text)),
    });
    const { outputs, findings } = await audit([answer('{"n":null}'), answer('{"n":3}'), answer('{"n":1}')]);
    expect(outputs).toMatchObject({ passed: 2, failed: 1, unchecked: 0 });
    expect(findings.filter(({ severity }) => severity === 'failure').map(({ code, path }) => [code, path])).toEqual([
      ['structure/out-of-range', '/n'],
    ]);
  });

  it('judges a whole response that does not say why it ends, and no stream that does not', async () => {
    const generationConfig = { responseMimeType: 'application/json', responseSchema: { type: 'ARRAY' } };
    const unsaid = { candidates: [{ content: said('[]') }] };
    const ask = { contents: [asked('go')], generationConfig };
    const { outputs } = await audit([
      { request: ask, response: unsaid },
      { request: ask, response: [unsaid] },
    ]);
    expect(outputs).toMatchObject({ passed: 1, failed: 0, unchecked: 0 });
  });

  it('gives results that come in another order to the calls they answer', async () => {
    const declaration = { name: 't', parameters: { type: 'OBJECT', properties: { n: { type: 'INTEGER' } } } };
    const fresh = {
      request: { contents: [asked('go')], tools: [{ functionDeclarations: [declaration] }] },
      response: response(called({ name: 't', args: { n: 'one' } }, { name: 't', args: { n: 2 } })),
    };
    const calls = called({ name: 't', args: { n: 'one' }, id: 'a' }, { name: 't', args: { n: 2 }, id: 'b' });
    const results = returned(
      { name: 't', id: 'b', response: { output: 2 } },
      { name: 't', id: 'a', response: { error: 'n is no number' } },
    );
    const { findings, summary } = await audit([fresh, { request: request(asked('go'), calls, results), response: response(said('ok')) }]);
    expect(findings.filter(({ severity }) => severity === 'failure').map(({ code }) => code)).toEqual(['structure/wrong-type']);
    expect(summary.deviations).toMatchObject({ total: 1, errored: 1, accepted: 0 });
  });
});

describe('gemini: recognised', () => {
  it('has fourteen cases', () => {
    expect(casesOf(gemini).length).toBe(14);
  });

  it('does not take other records for its own', () => {
    expect(gemini.recognize([{ candidates: ['Ann', 'Bob'] }])).toMatchObject({ isRecognized: false });
    expect(gemini.recognize([{ contents: [{ type: 'text' }] }])).toMatchObject({ isRecognized: false, likeness: 1 / 3 });
    expect(gemini.recognize([{ sessionId: 's', messages: [] }])).toMatchObject({ isRecognized: false, likeness: 0 });
    expect(gemini.recognize([{ request: { messages: [] }, response: { candidates: [{ content: {} }] } }])).toMatchObject({
      isRecognized: false,
    });
  });
});
