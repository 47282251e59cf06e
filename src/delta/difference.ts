import type { JsonValue } from '../model/json.ts';

/**
 * What a lenient system did to a value between two stages (ledger.md §4). `substituted` is for names of tools:
 * it is never found inside a value.
 */
export const repairKinds = [
  'dropped',
  'added',
  'defaulted',
  'null-filled',
  'emptied',
  'coerced',
  'renamed',
  'rounded',
  'unwrapped',
  'truncated',
  'substituted',
  'changed',
] as const;
export type RepairKind = (typeof repairKinds)[number];

/** One difference between two values of a story, with the repair it looks like. */
export interface ValueDifference {
  readonly kind: RepairKind;
  /** JSON Pointer into the later value; for `dropped` into the earlier one. */
  readonly path: string;
  /** Absent: nothing stands there in the earlier value. */
  readonly before?: JsonValue;
  /** Absent: nothing stands there in the later value. */
  readonly after?: JsonValue;
  /** What the two values do not say themselves, in words. */
  readonly detail?: string;
}

/** At most this many differences are listed; the rest are counted in the detail of the last one. */
export const differenceLimit = 1_000;
