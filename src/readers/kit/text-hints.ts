/** Text of which nothing is JSON: what people give all the same, told by the shape of its first lines. */
interface TextHint {
  readonly words: string;
  readonly fits: (lines: readonly string[]) => boolean;
}

const hints: readonly TextHint[] = [
  {
    words: 'it looks like an OpenAPI document in YAML, which declares no tools',
    fits: (lines) => lines.some((line) => /^(?:openapi|swagger):/.test(line)),
  },
  {
    words: 'it looks like a workflow declaration: give it with --declare',
    fits: (lines) => lines.some((line) => /^workflow: /.test(line)),
  },
  { words: 'it looks like HTML or XML', fits: ([first = '']) => /^<[!?a-z]/i.test(first) },
  {
    words: 'it looks like the log that Claude Desktop keeps of an MCP server: the JSON messages in it, one a line, are read',
    fits: (lines) => lines.some((line) => /^\S{1,40} \[[^\]]{1,200}\] \[\w{1,20}\] Message from (?:client|server): \{/.test(line)),
  },
  { words: 'it looks like the log of a program, which records no calls', fits: (lines) => lines.every(isLogLine) },
  { words: 'it looks like a table (CSV)', fits: (lines) => [',', ';', '\t'].some((mark) => isTable(lines, mark)) },
  { words: 'it looks like YAML', fits: (lines) => lines.filter((line) => /^[\w-]{1,60}:(?: |$)/.test(line)).length * 2 > lines.length },
];

/** So many lines are looked at; the last of what is given may be cut. */
const looked = 10;

/** What a text looks like that holds no record. */
export function hintOfText(head: string): string | undefined {
  const all = head.split(/\r?\n/);
  const lines = (all.length > 2 ? all.slice(0, -1) : all)
    .map((line) => line.trimEnd())
    .filter((line) => line !== '' && !line.startsWith('#'));
  return lines.length === 0 ? undefined : hints.find(({ fits }) => fits(lines.slice(0, looked)))?.words;
}

const time = /^\W{0,2}(?:\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d|[A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d|\d\d:\d\d:\d\d\b)/;
const level = /^\W{0,2}(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL|CRITICAL)\b/;

/** Stack traces and wrapped lines are indented under the line that they belong to. */
function isLogLine(line: string): boolean {
  return time.test(line) || level.test(line) || /^\s/.test(line);
}

/** Two rows at least, all of one width; what stands between quotes separates nothing. */
function isTable(lines: readonly string[], mark: string): boolean {
  const widths = lines.map((line) => line.replace(/"[^"]*"/g, '').split(mark).length);
  return widths.length > 1 && (widths[0] ?? 0) > 1 && widths.every((width) => width === widths[0]);
}
