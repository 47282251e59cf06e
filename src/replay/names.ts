const words = (name: string): readonly string[] =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');

/** Levenshtein distance of two short names. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const substitution = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, substitution));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** From 0 (nothing in common) to 1 (equal but for case and separators). */
function likeness(a: string, b: string): number {
  const left = words(a);
  const right = words(b);
  const shared = left.filter((word) => right.includes(word)).length;
  const byWords = left.length + right.length === 0 ? 0 : (2 * shared) / (left.length + right.length);
  const joined = [left.join('_'), right.join('_')] as const;
  const longest = Math.max(joined[0].length, joined[1].length, 1);
  return Math.max(byWords, 1 - distance(joined[0], joined[1]) / longest);
}

const longestName = 128;
const mostNames = 200;

/**
 * The declared name a reader may have meant: said, never used. Names that are long or many beyond reason are not
 * compared, so that a hostile list cannot make this slow.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > longestName || known.length > mostNames) return undefined;
  let best: { readonly name: string; readonly score: number } | undefined;
  for (const candidate of known) {
    if (candidate.length > longestName) continue;
    const score = likeness(name, candidate);
    if (score >= 0.5 && (best === undefined || score > best.score)) best = { name: candidate, score };
  }
  return best?.name;
}
