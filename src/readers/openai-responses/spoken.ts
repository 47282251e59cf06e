import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../model/json.ts';
import { openSpoken, type Spoken } from '../kit/spoken-messages.ts';
import { saidIn } from './exchange.ts';
import type { PlacedItem } from './stream.ts';

/** What a request says, item by item. `answer`: the items of the response. */
export function spokenIn(request: JsonValue, answer: readonly PlacedItem[]): Spoken {
  const input = saidIn(request).said ?? [];
  const next = answer.find(({ item }) => stringMember(item, 'type') !== 'reasoning')?.item;
  return openSpoken({
    messages: isJsonArray(input) ? input : [input],
    system: memberOf(request, 'instructions'),
    answer: () => next,
  });
}

/**
 * For each item, and last for what answers them all, where its turn begins: after what a person said last. Calls of one answer are items of
 * their own, and their outputs may stand between them.
 */
export function turnsOf(items: readonly PlacedItem[]): readonly number[] {
  const starts = [0];
  for (const [index, { item }] of items.entries()) starts.push(stringMember(item, 'role') === 'user' ? index + 1 : (starts.at(-1) ?? 0));
  return starts;
}
