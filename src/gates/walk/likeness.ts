/** Names longer than this are compared for equality up to spelling only. */
const lengthLimit = 48;
/** Candidates and names beyond these counts are not compared letter by letter: a hostile object may have a million. */
export const candidateLimit = 128;

/** A name without letter case and without the marks between its words. */
export function plainName(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]+/g, '');
}

/** How many slips of the pen still count as the same word. */
function toleranceFor(length: number): number {
  if (length < 4) return 0;
  return length < 9 ? 1 : 2;
}

/** Damerau-Levenshtein distance (adjacent swaps count once), or undefined above the limit. */
function distance(a: string, b: string, limit: number): number | undefined {
  if (Math.abs(a.length - b.length) > limit) return undefined;
  let before: number[] = [];
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let best = Math.min((previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (previous[column - 1] ?? 0) + (isSame ? 0 : 1));
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwap) best = Math.min(best, (before[column - 2] ?? 0) + 1);
      current.push(best);
    }
    if (Math.min(...current) > limit) return undefined;
    before = previous;
    previous = current;
  }
  const found = previous[b.length] ?? 0;
  return found <= limit ? found : undefined;
}

/** The words of a name: `maxDepth`, `max_depth` and `max-depth` have the same two. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[\s_.-]+/)
    .filter((word) => word !== '');
}

/** A word left out counts as more than any slip of the pen. */
const wordSlips = 9;

/** Whether one name is the other with a word left out: `depth` for `maxDepth`. */
function isShortened(a: string, b: string): boolean {
  const [few, many] = a.length < b.length ? [wordsOf(a), wordsOf(b)] : [wordsOf(b), wordsOf(a)];
  return few.length > 0 && few.length < many.length && few.join('').length >= 4 && few.every((word) => many.includes(word));
}

export interface Lookalike {
  readonly name: string;
  /** How far apart the two are: 0 for another spelling of the same words. */
  readonly slips: number;
}

/** The candidate that a name most looks like, if one does. Deterministic: the first of equals. */
export function findLookalike(name: string, candidates: readonly string[]): Lookalike | undefined {
  const plain = plainName(name);
  const same = candidates.find((candidate) => candidate !== name && plainName(candidate) === plain);
  return same === undefined ? findSlip(name, candidates) : { name: same, slips: 0 };
}

/** The same, where no candidate is the name in another spelling. */
export function findSlip(name: string, candidates: readonly string[]): Lookalike | undefined {
  if (name.length > lengthLimit) return undefined;
  const plain = plainName(name);
  const near = candidates.slice(0, candidateLimit).filter((candidate) => candidate.length <= lengthLimit);
  let best: Lookalike | undefined;
  for (const candidate of near) {
    const other = plainName(candidate);
    const slips = distance(plain, other, toleranceFor(Math.min(plain.length, other.length)));
    if (slips !== undefined && (best === undefined || slips < best.slips)) best = { name: candidate, slips };
  }
  if (best !== undefined) return best;
  const shortened = near.find((candidate) => isShortened(name, candidate));
  return shortened === undefined ? undefined : { name: shortened, slips: wordSlips };
}
