/**
 * A map that takes no room until something is put into it: a recording may have tens of thousands of open runs, each with many lists, nearly all
 * of them empty.
 */
export class LateMap<Key, Value> implements Map<Key, Value> {
  readonly [Symbol.toStringTag] = 'LateMap';
  #entries: Map<Key, Value> | undefined = undefined;

  get size(): number {
    return this.#entries === undefined ? 0 : this.#entries.size;
  }

  get(key: Key): Value | undefined {
    return this.#entries?.get(key);
  }

  has(key: Key): boolean {
    return this.#entries?.has(key) ?? false;
  }

  set(key: Key, value: Value): this {
    this.#entries ??= new Map();
    this.#entries.set(key, value);
    return this;
  }

  delete(key: Key): boolean {
    return this.#entries?.delete(key) ?? false;
  }

  clear(): void {
    this.#entries = undefined;
  }

  forEach(take: (value: Value, key: Key, map: Map<Key, Value>) => void): void {
    this.#entries?.forEach((value, key) => void take(value, key, this));
  }

  entries(): MapIterator<[Key, Value]> {
    return (this.#entries ?? new Map<Key, Value>()).entries();
  }

  keys(): MapIterator<Key> {
    return (this.#entries ?? new Map<Key, Value>()).keys();
  }

  values(): MapIterator<Value> {
    return (this.#entries ?? new Map<Key, Value>()).values();
  }

  [Symbol.iterator](): MapIterator<[Key, Value]> {
    return this.entries();
  }
}
