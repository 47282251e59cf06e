/** Longer names are nobody's misspelling of a known one. */
const nameLimit = 40;

/** The known name that a misspelt one most likely means; undefined when none is near. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  if (name.length > nameLimit) return undefined;
  let best: { readonly name: string; readonly distance: number } | undefined;
  for (const candidate of known) {
    const distance = editDistance(fold(name), fold(candidate));
    if (distance <= Math.max(1, candidate.length / 3) && (best === undefined || distance < best.distance))
      best = { name: candidate, distance };
  }
  return best?.name;
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...a].entries()) {
    const next = [index + 1];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (letter === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
