import { carries } from '../model/carry.ts';
import { type JsonValue, member } from '../model/json.ts';
import { unwrap } from './native/envelope.ts';
import { wholeOf } from './native/line.ts';
import { readRecord } from './native/read.ts';
import { isExtension, isKnownType } from './native/types.ts';
import type { Reader, Recognition } from './reader.ts';

/** The native ledger, v1: one event a line, `v` 1 and a `type` (ledger.md §6). A run states itself what it records, in `run.opened`. */
export const native: Reader = {
  id: 'native',
  title: 'native ledger',
  carries,
  isListing: true,
  owns: 'run',
  recognize,
  open(emit) {
    return {
      push: (record) => readRecord(record, emit),
      end: () => undefined,
    };
  },
};

/** A few lines of another kind are forgiven: the reader counts them as unread, which says more than "unknown format". */
function recognize(first: readonly JsonValue[]): Recognition {
  const native = first.filter((value) => hasNativeType(value));
  const versioned = native.filter((value) => hasVersion(value));
  if (versioned.length * 2 > first.length) return { isRecognized: true };
  const likeness = first.length === 0 ? 0 : native.length / (first.length + 1);
  return { isRecognized: false, likeness, missing: missing(native.length, versioned.length) };
}

function missing(typed: number, versioned: number): string {
  if (typed === 0) return 'no record has a "type" of the native ledger';
  return versioned < typed ? 'its records do not say "v": 1' : 'most records have no "type" of the native ledger';
}

function hasNativeType(value: JsonValue): boolean {
  const unwrapped = unwrap(value);
  const type = unwrapped === undefined ? undefined : member(unwrapped.event, 'type');
  return typeof type === 'string' && (isKnownType(type) || isExtension(type));
}

function hasVersion(value: JsonValue): boolean {
  const unwrapped = unwrap(value);
  return unwrapped !== undefined && wholeOf(member(unwrapped.event, 'v'), 1) === 1;
}
