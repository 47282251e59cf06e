/**
 * What was registered for all later runs, one version after the other (ledger.md §6): a run goes by what was registered before it opened,
 * whatever is registered while it is open.
 */
export interface Version<Value> {
  /** The registration that said so, counted from 1. */
  readonly since: number;
  /** Undefined: withdrawn. */
  readonly value: Value | undefined;
}

/** The version in force after so many registrations; undefined where there was none yet, or it was withdrawn. Versions are in order. */
export function versionAt<Value>(versions: readonly Version<Value>[], at: number): Value | undefined {
  const last = versions.at(-1);
  if (last === undefined || last.since <= at) return last?.value;
  let low = 0;
  let high = versions.length - 1;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((versions[middle]?.since ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return versions[low - 1]?.value;
}
