declare global {
  interface String {
    /** ES2024, in every Node this package runs on; the ES2023 typings do not know it yet. */
    isWellFormed(): boolean;
  }
}

/** Half a surrogate pair: with the `u` flag a whole pair is one code point and does not match. */
const lone = /\p{Surrogate}/u;

/** UTF-16 index of the first lone surrogate, or -1. */
export function indexOfLoneSurrogate(text: string): number {
  return text.isWellFormed() ? -1 : text.search(lone);
}
