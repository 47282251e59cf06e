/** What went wrong, by kind: how often, and the first place where it did. */
export class Tally {
  readonly #kinds = new Map<string, { count: number; readonly first: string }>();

  add(kind: string, where: string): void {
    const known = this.#kinds.get(kind);
    if (known === undefined) this.#kinds.set(kind, { count: 1, first: where });
    else known.count += 1;
  }

  /** The most frequent first. */
  get lines(): readonly string[] {
    const all = [...this.#kinds].toSorted(([, a], [, b]) => b.count - a.count);
    return all.map(([kind, { count, first }]) => `${count} × ${kind} (first: ${first})`);
  }
}
