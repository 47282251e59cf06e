/** Compares by UTF-16 code unit: never by locale, so that the same input gives the same bytes everywhere. */
export function compareText(a: string, b: string): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}
