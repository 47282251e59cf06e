/** Which members and items of one value some schema has evaluated: the annotations that unevaluated* reads. */
export interface Marks {
  readonly names: Set<string>;
  isAllNames: boolean;
  /** Items below this index are evaluated. */
  prefix: number;
  readonly indexes: Set<number>;
}

export function newMarks(): Marks {
  return { names: new Set(), isAllNames: false, prefix: 0, indexes: new Set() };
}

export function mergeMarks(into: Marks | undefined, from: Marks | undefined): void {
  if (into === undefined || from === undefined) return;
  for (const name of from.names) into.names.add(name);
  for (const index of from.indexes) into.indexes.add(index);
  into.isAllNames ||= from.isAllNames;
  into.prefix = Math.max(into.prefix, from.prefix);
}

/** After a fault that leaves open what was evaluated: its consequences are not faults of their own. */
export function markAll(marks: Marks | undefined): void {
  if (marks === undefined) return;
  marks.isAllNames = true;
  marks.prefix = Number.POSITIVE_INFINITY;
}
