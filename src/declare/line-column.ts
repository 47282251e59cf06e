/** `line:column` of a UTF-16 index: lines from 1, columns in code points from 1. */
export function lineColumn(text: string, index: number): string {
  const before = text.slice(0, index);
  const start = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let at = before.indexOf('\n'); at !== -1; at = before.indexOf('\n', at + 1)) line += 1;
  return `${line}:${[...before.slice(start)].length + 1}`;
}
