import { type JsonValue, stringMember } from '../../model/json.ts';
import type { PlacedItem } from './stream.ts';

/**
 * Items in the order in which they came. Lists of the API begin with the newest one unless another order is asked for, and nothing in them says
 * which it is: an output never comes before its call.
 */
export function inOrder(items: readonly PlacedItem[]): readonly PlacedItem[] {
  /** By id: calls that wait for an output, or outputs that stand before their calls (less than none). */
  const waiting = new Map<string, number>();
  let backwards = 0;
  for (const { item } of items) {
    const step = stepOf(item);
    if (step === undefined) continue;
    const before = waiting.get(step.id) ?? 0;
    if (before * step.side < 0) backwards += step.side;
    waiting.set(step.id, before + step.side);
  }
  return backwards > 0 ? [...items].reverse() : items;
}

/** `side`: 1 for a call, -1 for its output. */
function stepOf(item: JsonValue): { readonly id: string; readonly side: 1 | -1 } | undefined {
  const type = stringMember(item, 'type') ?? '';
  const id = stringMember(item, 'call_id');
  if (id === undefined) return undefined;
  if (type.endsWith('_output')) return { id, side: -1 };
  return type.endsWith('_call') ? { id, side: 1 } : undefined;
}
