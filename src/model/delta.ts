import type { JsonValue } from './json.ts';

/** The kinds of structural difference (ledger.md §3). Each is also a finding code `structure/<kind>`. */
export const deltaKinds = [
  'invented-tool',
  'tool-not-offered',
  'not-json',
  'missing-field',
  'extra-field',
  'undeclared-field',
  'wrong-type',
  'wrong-value',
  'out-of-range',
  'wrong-length',
  'wrong-pattern',
  'wrong-format',
  'duplicate-item',
  'no-variant',
  'many-variants',
  'forbidden',
  'missing-output',
  'rounded-number',
  'number-form',
  'suspicious-value',
  'text-disagrees',
  'duplicate-key',
  'lone-surrogate',
] as const;
export type DeltaKind = (typeof deltaKinds)[number];

/** One difference between what was declared and what was recorded. Plain data: prose is derived from it. */
export interface Delta {
  readonly kind: DeltaKind;
  /** JSON Pointer into the checked value. For a missing field it ends in the missing name. */
  readonly path: string;
  /** What the declaration wants: a type name, a list of values, a bound, a pattern. */
  readonly declared?: JsonValue;
  /** What the record says there. Absent when nothing is recorded. */
  readonly recorded?: JsonValue;
  /** JSON Pointer into the schema, to the keyword that speaks. */
  readonly schemaPath?: string;
  /** Why a text is not JSON: `truncated`, `fenced`, `trailing-comma`, … */
  readonly reason?: string;
  /** What declared and recorded do not say, in words: the branch taken, the first repeated item. */
  readonly detail?: string;
  /** A guess that helps a reader and changes nothing: a look-alike name, a value equal but for case. */
  readonly hint?: string;
  /** The accommodation a lenient system would have made. Named, never applied. */
  readonly repair?: string;
  /** How many array items show this very fault (the path is that of the first). Absent means one. */
  readonly count?: number;
  /** For `not-json`: UTF-16 index in the text where reading stopped. */
  readonly index?: number;
}

export const uncheckedReasons = [
  'no-declaration',
  'invalid-declaration',
  'unsupported-dialect',
  'unresolved-ref',
  'foreign-pattern',
  'opaque',
  'redacted',
  'content-withheld',
  'limit:depth',
  'limit:time',
  'limit:size',
  'disagreement',
] as const;
export type UncheckedReason = (typeof uncheckedReasons)[number];

/** What a user may accept unchecked: values for a reason, or the last record of an input that is cut short. */
export type Allowable = UncheckedReason | 'torn-record';
export const allowables: readonly Allowable[] = [...uncheckedReasons, 'torn-record'];

/** The four answers of a gate (ledger.md §2). `notes` never change a verdict. */
export type GateAnswer =
  | { readonly verdict: 'pass'; readonly notes: readonly Delta[] }
  | { readonly verdict: 'fail'; readonly deltas: readonly Delta[]; readonly notes: readonly Delta[] }
  | { readonly verdict: 'unchecked'; readonly reason: UncheckedReason; readonly detail: string; readonly notes: readonly Delta[] }
  | { readonly verdict: 'no-contract'; readonly notes: readonly Delta[] };

export type GateName = 'input' | 'output';
