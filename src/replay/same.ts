import { isEqual } from '../json/equal.ts';
import type { Payload } from '../model/event.ts';
import type { Stage } from './story.ts';

/** Two payloads that hold the same, as far as they are read. */
export function isSamePayload(a: Payload, b: Payload): boolean {
  if (a.form === 'value' && b.form === 'value') return isEqual(a.value, b.value);
  if (a.form === 'text' && b.form === 'text') return a.text === b.text;
  return a.form === 'digest' && b.form === 'digest' && a.sha256 === b.sha256;
}

/** What one has seen, another one has seen as well: one event, and two witnesses of it (`by`). */
export const isOtherWitness = (
  before: Stage | undefined,
  after: { readonly by?: string | undefined; readonly payload: Payload | undefined },
): boolean =>
  before?.by !== undefined &&
  after.by !== undefined &&
  before.by !== after.by &&
  (after.payload === undefined ? before.payload.form === 'absent' : isSamePayload(before.payload, after.payload));
