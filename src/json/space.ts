/** RFC 8259 §2: only space, tab, LF and CR are white space. The first index at or after `from` that is none of them. */
export function afterSpace(text: string, from: number): number {
  let i = from;
  for (let code = text.charCodeAt(i); code === 32 || code === 10 || code === 13 || code === 9; ) code = text.charCodeAt(++i);
  return i;
}
