/** Keeps the first `limit` values of a total order, whatever order they come in; memory is at most twice the limit. */
export interface First<Value> {
  add(value: Value): void;
  values(): readonly Value[];
}

export function keepFirst<Value>(limit: number, compare: (a: Value, b: Value) => number): First<Value> {
  let kept: Value[] = [];
  const cut = (): void => {
    kept = kept.sort(compare).slice(0, limit);
  };
  return {
    add(value) {
      kept.push(value);
      if (kept.length >= 2 * limit) cut();
    },
    values() {
      cut();
      return kept;
    },
  };
}
