import { describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/model/event.ts';
import type { JsonValue } from '../../src/model/json.ts';
import { bedrock } from '../../src/readers/bedrock.ts';
import { readers } from '../../src/readers/index.ts';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';
import { casesOf, readValues } from './read.ts';

const user = { role: 'user', content: [{ text: 'hi' }] };
const use = { toolUse: { toolUseId: 't1', name: 'seat', input: {} } };
const recognizing = (record: JsonValue): readonly string[] =>
  readers.filter((reader) => reader.recognize([record]).isRecognized).map(({ id }) => id);

type Returned = Extract<LedgerEvent, { kind: 'returned' }>;

function resultOf(result: JsonValue): Returned | undefined {
  const messages = [user, { role: 'assistant', content: [use] }, { role: 'user', content: [{ toolResult: result }] }];
  return readValues(bedrock, [{ messages }]).find((event): event is Returned => event.kind === 'returned');
}

describe('bedrock', () => {
  it('has at least four cases', () => {
    expect(casesOf(bedrock).length).toBeGreaterThanOrEqual(4);
  });

  it.each<[string, JsonValue, readonly string[]]>([
    ['a response alone', { output: { message: { content: [{ text: 'a' }] } }, stopReason: 'end_turn' }, ['bedrock']],
    ['a request with a toolSpec', { messages: [user], toolConfig: { tools: [{ toolSpec: { name: 't' } }] } }, ['bedrock']],
    ['a request without tools', { messages: [user] }, []],
    ['typed blocks', { messages: [{ role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 't', input: {} }] }] }, ['anthropic']],
    ['a list of events', { request: { messages: [user] }, response: [{ messageStart: { role: 'assistant' } }] }, ['bedrock']],
    ['a list of anything', { request: { messages: [user] }, response: [{ start: 1 }] }, []],
    [
      'an answer in another shape',
      { request: { messages: [user, { role: 'assistant', content: [use] }] }, response: { choices: [{ message: {} }] } },
      ['openai-chat'],
    ],
  ])('%s is of the right reader', (_, record, ids) => {
    expect(recognizing(record)).toEqual(ids);
  });

  it.each<[JsonValue, string]>([
    [{ toolUseId: 't1', content: [], status: 'success' }, 'ok'],
    [{ toolUseId: 't1', content: [], status: 'error' }, 'tool_error'],
    [{ toolUseId: 't1', content: [] }, 'unknown'],
    [{ toolUseId: 't1', content: [], status: 'odd' }, 'unknown'],
  ])('%j ended %s', (result, outcome) => {
    expect(resultOf(result)?.outcome).toBe(outcome);
  });

  it('hears from an error that the tool is unknown, and not from a success', () => {
    const content = [{ text: 'Unknown tool: seat' }];
    expect(resultOf({ toolUseId: 't1', content, status: 'error' })).toMatchObject({ verdict: { kind: 'unknown-tool' } });
    expect(resultOf({ toolUseId: 't1', content, status: 'success' })?.verdict).toBeUndefined();
  });

  it('takes one block of JSON for the structured result, and no one of several', () => {
    expect(resultOf({ toolUseId: 't1', content: [{ json: [1] }] })?.structured).toMatchObject({ form: 'value', value: [1] });
    expect(resultOf({ toolUseId: 't1', content: [{ json: 1 }, { json: 2 }] })?.structured).toBeUndefined();
  });

  it('judges an answer by the schema that the request holds as text', async () => {
    const schema = JSON.stringify({
      type: 'object',
      properties: { row: { type: 'integer' } },
      required: ['row'],
      additionalProperties: false,
    });
    const outputConfig = { textFormat: { type: 'json_schema', structure: { jsonSchema: { name: 'Seat', schema } } } };
    const answer = (text: string): string =>
      JSON.stringify({
        request: { messages: [user], outputConfig },
        response: { output: { message: { content: [{ text }] } }, stopReason: 'end_turn' },
      });
    const text = [answer('{"row":1}'), answer('{"row":"1"}')].join('\n');
    const report = await auditInParts(requestOf([inputOf('a.jsonl', new TextEncoder().encode(text))]), 1);
    expect(report.outputs).toMatchObject({ passed: 1, failed: 1 });
    const [finding] = report.findings.filter(({ severity }) => severity === 'failure');
    expect(finding).toMatchObject({ code: 'structure/wrong-type', path: '/row', at: { line: 2 } });
    // the character of the outer string at which the recorded "1" begins, its first quote being written as two characters
    const [, second = ''] = text.split('\n');
    expect(finding?.at.column).toBe(second.indexOf(String.raw`\"1\"`) + 1);
  });
});
