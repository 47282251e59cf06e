import { compareText } from '../../model/order.ts';

const longestCompared = 200;

/** Edits (insert, delete, replace) that turn one text into another, counted by UTF-16 unit. */
function distance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, (previous[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1));
    }
    previous = row;
  }
  return previous[b.length] ?? 0;
}

/** At most three names that look like the one that was not found, nearest first. They are said, never used. */
export function nearest(name: string, known: readonly string[]): readonly string[] {
  const wanted = name.toLowerCase().slice(0, longestCompared);
  const isPart = (candidate: string): boolean => wanted.length > 2 && candidate.toLowerCase().includes(wanted);
  const close = [...new Set(known)]
    .filter((candidate) => candidate.length <= longestCompared)
    .map((candidate) => ({ candidate, edits: isPart(candidate) ? 0 : distance(wanted, candidate.toLowerCase()) }))
    .filter(({ edits }) => edits <= Math.max(2, wanted.length / 3))
    .sort((a, b) => a.edits - b.edits || compareText(a.candidate, b.candidate));
  const best = close[0]?.edits ?? 0;
  return close
    .filter(({ edits }) => edits <= best + 1)
    .slice(0, 3)
    .map(({ candidate }) => candidate);
}
