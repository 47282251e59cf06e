import { isEqual } from '../json/equal.ts';
import type { Payload } from '../model/payload.ts';
import { compareDigests } from './digests.ts';
import type { Stage } from './story.ts';

/** Two payloads that hold the same, as far as they are read. */
export function isSamePayload(a: Payload, b: Payload): boolean {
  if (a.form === 'value' && b.form === 'value') return isEqual(a.value, b.value);
  if (a.form === 'text' && b.form === 'text') return a.text === b.text;
  return a.form === 'digest' && b.form === 'digest' && a.sha256 === b.sha256;
}

interface Seen {
  readonly by?: string | undefined;
  readonly payload: Payload | undefined;
}

/**
 * What one has seen, another one has seen as well: one event, and two witnesses of it (`by`). `perhaps`: each gives the digest of its own bytes of
 * it, which show no more than that the bytes differ.
 */
export function isOtherWitness(before: Stage | undefined, { by, payload }: Seen): boolean | 'perhaps' {
  if (before?.by === undefined || by === undefined || before.by === by) return false;
  if (payload === undefined) return before.payload.form === 'absent';
  if (isSamePayload(before.payload, payload)) return true;
  const isByDigest = before.payload.form === 'digest' && payload.form === 'digest';
  return isByDigest && compareDigests(before.payload, payload) === 'unknown' ? 'perhaps' : false;
}
