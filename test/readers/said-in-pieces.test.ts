import { expect, it } from 'vitest';
import type { JsonValue } from '../../src/model/json.ts';
import { openaiResponses } from '../../src/readers/openai-responses.ts';
import { readValues } from './read.ts';

const contradiction = 'stream that contradicts itself';

/** One call in a stream: its arguments in pieces, and whole in the three places where they are said whole. */
function streamOf(pieces: readonly string[], whole: string): readonly JsonValue[] {
  const item = { type: 'function_call', id: 'fc_1', call_id: 'call_Zk81LqPw0aTn', name: 'ring', arguments: whole, status: 'completed' };
  const events: readonly Readonly<Record<string, JsonValue>>[] = [
    { type: 'response.created', response: { id: 'resp_1', object: 'response', status: 'in_progress', output: [] } },
    { type: 'response.output_item.added', output_index: 0, item: { ...item, arguments: '', status: 'in_progress' } },
    ...pieces.map((delta) => ({ type: 'response.function_call_arguments.delta', item_id: 'fc_1', output_index: 0, delta })),
    { type: 'response.function_call_arguments.done', item_id: 'fc_1', output_index: 0, arguments: whole },
    { type: 'response.output_item.done', output_index: 0, item },
    { type: 'response.completed', response: { id: 'resp_1', object: 'response', status: 'completed', output: [item] } },
  ];
  return events.map((event, number) => ({ ...event, sequence_number: number }));
}

const told = (pieces: readonly string[], whole: string): readonly string[] =>
  readValues(openaiResponses, streamOf(pieces, whole)).flatMap((event) => (event.kind === 'unread' ? [event.what] : []));

it.each<readonly [string, readonly string[], string]>([
  ['as they are', ['{"city":', '"Rome"}'], '{"city":"Rome"}'],
  ['with other spaces', ['{"city": ', '"Rome"}'], '{"city":"Rome"}'],
  ['that begin late', ['"Rome"}'], '{"city":"Rome"}'],
  ['of which one was lost', ['{"city":', 'me"}'], '{"city":"Rome"}'],
  ['none of which was recorded', [], '{"city":"Rome"}'],
])('pieces %s say what the whole says', (_words, pieces, whole) => {
  expect(told(pieces, whole)).toEqual([]);
});

it.each<readonly [string, readonly string[], string]>([
  ['another value', ['{"city":', '"Rome"}'], '{"city":"Oslo"}'],
  ['another member', ['{"city":"Rome"', ',"days":3}'], '{"city":"Rome"}'],
])('pieces with %s contradict the whole', (_words, pieces, whole) => {
  expect(told(pieces, whole)).toContain(contradiction);
});
