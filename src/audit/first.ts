/** Keeps the first `limit` values of a total order, whatever order they come in; memory is at most twice the limit. */
export interface First<Value> {
  add(value: Value): void;
  values(): readonly Value[];
  /** Once there are `limit` of them: what comes after this one is none of the first. */
  last(): Value | undefined;
}

/** `drop` is told of each value that turns out not to be one of them. */
export function keepFirst<Value>(limit: number, compare: (a: Value, b: Value) => number, drop?: (value: Value) => void): First<Value> {
  let kept: Value[] = [];
  let last: Value | undefined;
  const cut = (): void => {
    kept.sort(compare);
    if (kept.length < limit) return;
    if (drop !== undefined) for (const value of kept.slice(limit)) drop(value);
    kept = kept.slice(0, limit);
    last = kept.at(-1);
  };
  return {
    add(value) {
      kept.push(value);
      if (kept.length >= 2 * limit || (last === undefined && kept.length === limit)) cut();
    },
    values() {
      cut();
      return kept;
    },
    last: () => last,
  };
}
