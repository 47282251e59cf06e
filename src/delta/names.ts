/** Longer names are compared for equality only: the distance is quadratic in their length. */
const nameLimit = 64;

/** Whether one name looks like a spelling of the other: `customerId`, `customer_id`, `custmer_id`. */
export function isSimilarName(a: string, b: string): boolean {
  if (a.length > nameLimit || b.length > nameLimit) return false;
  const left = fold(a);
  const right = fold(b);
  if (left === right) return left !== '';
  const shorter = Math.min(left.length, right.length);
  if (shorter < 4) return false;
  return editDistance(left, right) <= (shorter < 8 ? 1 : 2);
}

function fold(name: string): string {
  return name.toLowerCase().replace(/[\s_.-]/g, '');
}

/** Levenshtein distance over UTF-16 units. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
