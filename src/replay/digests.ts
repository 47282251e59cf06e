import { isDigestOfText, isDigestOfValue } from '../digest/spellings.ts';
import { sliceOf } from '../json/slice.ts';
import type { UncheckedReason } from '../model/delta.ts';
import type { Payload, PayloadDigest } from '../model/payload.ts';
import type { Stage } from './story.ts';

/** What two stages can be held to be where their values are not both at hand. */
export type Relation =
  | { readonly kind: 'same' }
  /** Both values are at hand, to be compared one by one. */
  | { readonly kind: 'values' }
  | { readonly kind: 'apart'; readonly before: PayloadDigest; readonly after: PayloadDigest }
  /** `isOtherBytes`: digests over bytes are recorded of both, and differ. */
  | { readonly kind: 'unknown'; readonly reason: UncheckedReason; readonly isOtherBytes: boolean }
  /** One of them records no value at all. */
  | { readonly kind: 'silent' };

/** Why the value of a stage is not at hand, where something of it is recorded. */
function reasonOf({ payload }: Stage): UncheckedReason | undefined {
  if (payload.form === 'digest') return payload.withheld?.reason ?? 'content-withheld';
  return payload.form === 'opaque' ? payload.reason : undefined;
}

/**
 * One equal digest shows two payloads to be equal. Two call digests that differ show a difference, since a call object has one RFC 8785 form. Those
 * over bytes show no more than other bytes: key order and number spelling are no difference (ledger.md §4).
 */
export function compareDigests(
  one: Payload,
  other: Payload,
): 'equal' | 'unknown' | { readonly before: PayloadDigest; readonly after: PayloadDigest } {
  const pairs = (one.digests ?? []).flatMap((before) => (other.digests ?? []).map((after) => ({ before, after })));
  const own = pairs.filter(({ before, after }) => before.of !== 'beside' && after.of !== 'beside');
  if (own.some(({ before, after }) => before.sha256 === after.sha256)) return 'equal';
  return own.find(({ before, after }) => before.of === 'call' && after.of === 'call') ?? 'unknown';
}

const nameOf = ({ pointer }: PayloadDigest): string => pointer.slice(pointer.lastIndexOf('/') + 1);

/** Both name the bytes of one member, and other ones. */
function hasOtherBytes({ digests: one = [] }: Payload, { digests: other = [] }: Payload): boolean {
  return one.some((before) => before.of === 'payload' && other.some((after) => after.of === 'payload' && nameOf(after) === nameOf(before)));
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
  if (digests !== 'unknown') return { kind: 'apart', ...digests };
  return { kind: 'unknown', reason, isOtherBytes: hasOtherBytes(before.payload, after.payload) };
}
