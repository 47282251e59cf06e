import { hearDeclared } from '../kit/redeclare.ts';
import type { Sink } from '../kit/sink.ts';
import { openSpoken, placeAt } from '../kit/spoken-messages.ts';
import { declareArrivals } from './declare.ts';
import type { Memory } from './read.ts';
import { inOrder } from './saved-order.ts';
import { turnsOf } from './spoken.ts';
import { itemSteps } from './steps.ts';
import type { PlacedItem } from './stream.ts';

export interface SavedItems {
  readonly items: readonly PlacedItem[];
  /** True when others of the same conversation may lie elsewhere: a result without its call is no orphan then. */
  readonly isPart: boolean;
}

/** Emits the events of one saved conversation. No request says which tools were declared: only those that arrived in it are known. */
export function readSaved({ items, isPart }: SavedItems, outer: Sink, memory: Memory): void {
  const { history, chains, promises, approvals } = memory;
  const { sink, redeclare } = hearDeclared(outer);
  const ordered = inOrder(items);
  for (const { group } of declareArrivals(ordered, 'open', sink)) promises.declare(group.tools, group.server);
  const spoken = openSpoken({ messages: ordered.map(({ item }) => item), system: undefined, answer: () => undefined });
  const starts = turnsOf(ordered);
  const places = (index: number) => placeAt(spoken, starts[index]);
  const steps = itemSteps(ordered, { kind: 'fresh', offered: undefined }, { sink, places, promises, approvals });
  // Every saved conversation repeats those before it that it goes on from, as a request does.
  const conversation = chains.tie({ earlier: steps, fresh: [], redeclare }, sink, {
    isChained: isPart,
    before: undefined,
    response: undefined,
  });
  history.show(conversation, sink.run);
}
