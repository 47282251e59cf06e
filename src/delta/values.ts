import { isEqual } from '../json/equal.ts';
import type { JsonValue } from '../model/json.ts';
import type { ValueDifference } from './difference.ts';
import { walkValues } from './walk.ts';

export type { ValueDifference } from './difference.ts';

export interface DifferenceOptions {
  /** The schema of the tool: tells a value filled in from the schema's own `default` from an invented one. */
  readonly schema?: JsonValue;
  /** The schema is a provider's strict contract, under which null is how a model leaves out an optional member. */
  readonly isStrict?: boolean;
}

const none: readonly ValueDifference[] = [];

/**
 * Every difference between two values, each named after the repair that makes it. Empty for equal values, whatever
 * their key order and number spelling. Never throws.
 */
export function differences(before: JsonValue, after: JsonValue, options: DifferenceOptions = {}): readonly ValueDifference[] {
  if (before === after || isEqual(before, after)) return none;
  return walkValues(before, after, options);
}

/** Equality as a gate means it: numbers by value, objects without order. */
export function isSameValue(a: JsonValue, b: JsonValue): boolean {
  return a === b || isEqual(a, b);
}
