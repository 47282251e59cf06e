import { isDigestOfText, isDigestOfValue } from '../digest/spellings.ts';
import { sliceOf } from '../json/slice.ts';
import type { UncheckedReason } from '../model/delta.ts';
import type { Payload, PayloadDigest } from '../model/event.ts';
import type { Stage } from './story.ts';

/** What two stages can be held to be where their values are not both at hand. */
export type Relation =
  | { readonly kind: 'same' }
  /** Both values are at hand, to be compared one by one. */
  | { readonly kind: 'values' }
  | { readonly kind: 'apart'; readonly before: PayloadDigest; readonly after: PayloadDigest }
  | { readonly kind: 'unknown'; readonly reason: UncheckedReason }
  /** One of them records no value at all. */
  | { readonly kind: 'silent' };

/** Why the value of a stage is not at hand, where something of it is recorded. */
function reasonOf({ payload }: Stage): UncheckedReason | undefined {
  if (payload.form === 'digest') return payload.withheld?.reason ?? 'content-withheld';
  return payload.form === 'opaque' ? payload.reason : undefined;
}

const nameOf = ({ pointer }: PayloadDigest): string => pointer.slice(pointer.lastIndexOf('/') + 1);

/** Digests over the same kind of bytes: of a call object, wherever it is named, or of one member. */
const isOfOneKind = (before: PayloadDigest, after: PayloadDigest): boolean =>
  before.of === after.of && (before.of === 'call' || nameOf(before) === nameOf(after));

/** One equal digest shows two payloads to be equal; digests of one kind that differ show a difference; others say nothing. */
export function compareDigests(
  one: Payload,
  other: Payload,
): 'equal' | 'unknown' | { readonly before: PayloadDigest; readonly after: PayloadDigest } {
  const pairs = (one.digests ?? []).flatMap((before) => (other.digests ?? []).map((after) => ({ before, after })));
  const own = pairs.filter(({ before, after }) => before.of !== 'beside' && after.of !== 'beside');
  if (own.some(({ before, after }) => before.sha256 === after.sha256)) return 'equal';
  return own.find(({ before, after }) => isOfOneKind(before, after)) ?? 'unknown';
}

/** A value or a text at one stage proves the digest at another, where it is over a spelling of it that can be known. */
function isProven(held: Stage, named: Stage): boolean {
  const { payload, record } = held;
  const digests = (named.payload.digests ?? []).filter(({ of }) => of === 'payload');
  return digests.some(({ sha256 }) => {
    if (payload.form === 'text') return isDigestOfText(sha256, payload.text);
    return payload.form === 'value' && isDigestOfValue(sha256, payload.value, () => sliceOf(record.text, payload.pointer));
  });
}

export function relate(before: Stage, after: Stage): Relation {
  if (before.value !== undefined && after.value !== undefined) return { kind: 'values' };
  const reason = reasonOf(after) ?? reasonOf(before);
  if (reason === undefined) return { kind: 'silent' };
  const digests = compareDigests(before.payload, after.payload);
  if (digests === 'equal' || isProven(before, after) || isProven(after, before)) return { kind: 'same' };
  return digests === 'unknown' ? { kind: 'unknown', reason } : { kind: 'apart', ...digests };
}
