import type { Json, JsonRecord } from '../../plane/event.ts';
import type { Random } from '../../properties/differential/random.ts';
import { eventsText, piecesOf, type TalkFormat } from '../format.ts';
import { exchanges, givenTools, type Talk, type Turn, toolsOf } from '../talk.ts';

const itemsOf = (turn: Turn): readonly JsonRecord[] => {
  if (turn.kind === 'user') return [{ role: 'user', content: turn.text }];
  if (turn.kind === 'results')
    return turn.results.map(({ call, text }) => ({ type: 'function_call_output', call_id: call.id, output: text }));
  const message = { type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text: turn.text }] };
  return [
    ...(turn.text === '' ? [] : [message]),
    ...turn.calls.map(({ id, tool, text }) => ({
      type: 'function_call',
      id: `fc_${id}`,
      call_id: id,
      name: tool,
      arguments: text,
      status: 'completed',
    })),
  ];
};

const requestOf = (talk: Talk, turns: readonly Turn[], isStream: boolean): JsonRecord => ({
  model: 'gpt-4o',
  instructions: talk.system,
  input: turns.flatMap(itemsOf),
  tools: toolsOf(talk).map(({ name, schema }) => ({ type: 'function', name, parameters: schema, strict: false })),
  ...(isStream && { stream: true }),
});

const responseOf = (turn: Turn, id: string): JsonRecord => ({ id, object: 'response', status: 'completed', output: itemsOf(turn) });

function eventsOf(random: Random, turn: Turn, id: string): readonly JsonRecord[] {
  const events: JsonRecord[] = [{ type: 'response.created', response: { id, object: 'response', status: 'in_progress', output: [] } }];
  for (const [output_index, item] of itemsOf(turn).entries()) {
    const isCall = item.type === 'function_call';
    const begun = isCall ? { ...item, arguments: '', status: 'in_progress' } : { ...item, content: [], status: 'in_progress' };
    events.push({ type: 'response.output_item.added', output_index, item: begun });
    if (isCall) {
      const item_id = item.id ?? null;
      for (const delta of piecesOf(random, String(item.arguments)))
        events.push({ type: 'response.function_call_arguments.delta', item_id, output_index, delta });
      events.push({ type: 'response.function_call_arguments.done', item_id, output_index, arguments: item.arguments ?? null });
    }
    events.push({ type: 'response.output_item.done', output_index, item });
  }
  return [...events, { type: 'response.completed', response: responseOf(turn, id) }];
}

const pairs =
  (isStream: boolean): TalkFormat['write'] =>
  (talk, random): readonly Json[] =>
    exchanges(talk).map(({ before, said }) => {
      const id = `resp_${random.below(1_000_000_000)}`;
      const response = isStream ? eventsText(eventsOf(random, said, id), true) : responseOf(said, id);
      return { request: requestOf(talk, before, isStream), response };
    });

/** A request on a line, then the events of its stream, a line each. */
const lines: TalkFormat['write'] = (talk, random) =>
  exchanges(talk).flatMap(({ before, said }) => [
    requestOf(talk, before, true),
    ...eventsOf(random, said, `resp_${random.below(1_000_000_000)}`),
  ]);

/** Each request has only what is new; the API keeps the rest. */
const chained: TalkFormat['write'] = (talk, random) => {
  let known = 0;
  let last: string | undefined;
  return exchanges(talk).map(({ before, said }) => {
    const id = `resp_${random.below(1_000_000_000)}`;
    const request = {
      ...requestOf(talk, before.slice(known), false),
      ...(last !== undefined && { previous_response_id: last }),
    };
    known = before.length + 1;
    last = id;
    return { request, response: responseOf(said, id) };
  });
};

/** Items that were saved one by one, without their requests. */
const items = ({ turns }: Talk): readonly JsonRecord[] => turns.flatMap(itemsOf);

/** All that was said until the end of each exchange, as a session is saved after each of its runs. */
const exports: TalkFormat['write'] = (talk) => exchanges(talk).map(({ before, said }) => [...before, said].flatMap(itemsOf));

/** The same as the API lists it, newest first. */
const lists: TalkFormat['write'] = (talk) =>
  exchanges(talk).map(({ before, said }) => ({ object: 'list', data: [...before, said].flatMap(itemsOf).reverse(), has_more: false }));

/** The pages of one list, newest first. Nothing but an id made at random says that an output belongs to a call of another page. */
const pages: TalkFormat['write'] = (talk, random) => {
  const ids = talk.turns.flatMap((turn) => (turn.kind === 'model' ? turn.calls.map(({ id }) => id.slice('call_'.length)) : []));
  if (!ids.every((id) => id.length > 20 && /\d/.test(id))) return lists(talk, random);
  const rest = items(talk).toReversed();
  const found: JsonRecord[] = [];
  while (rest.length > 0) found.push({ object: 'list', data: rest.splice(0, 1 + random.below(5)), has_more: rest.length > 0 });
  return found;
};

/** A whole conversation as the answer to its first words, as environments for training keep it. */
const rollouts: TalkFormat['write'] = (talk, random) => {
  const [first, ...others] = talk.turns;
  if (first === undefined) return [];
  const response = { id: `resp_${random.below(1_000_000_000)}`, object: 'response', status: null, output: others.flatMap(itemsOf) };
  return [{ responses_create_params: requestOf(talk, [first], false), response, reward: 1 }];
};

const saved = { id: 'openai-responses', order: 'one', isOpen: true, given: givenTools } as const;

export const responsesFormats: readonly TalkFormat[] = [
  { id: 'openai-responses', name: 'responses pairs', order: 'any', write: pairs(false) },
  { id: 'openai-responses', name: 'responses streams', order: 'any', write: pairs(true) },
  { id: 'openai-responses', name: 'responses requests and events', order: 'one', write: lines },
  { id: 'openai-responses', name: 'responses in a chain', order: 'own', write: chained },
  { id: 'openai-responses', name: 'responses in rollouts', order: 'any', write: rollouts },
  { ...saved, name: 'responses items', write: items },
  { ...saved, name: 'responses items, newest first', write: (talk) => items(talk).toReversed() },
  { ...saved, name: 'responses session exports', write: exports },
  { ...saved, name: 'responses lists', write: lists },
  { ...saved, name: 'responses pages', write: pages },
];
