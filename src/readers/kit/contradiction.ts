import type { Outcome } from '../../model/event/calls.ts';

/** Beginnings that only a host or an SDK writes, in full: for a call that was not valid, or of a tool that it does not know. */
const envelopes: readonly (readonly [string, RegExp])[] = [
  ['MCP error -32602', /^MCP error -32602: \S/],
  ['<tool_use_error>', /^<tool_use_error>[\s\S]*<\/tool_use_error>\s*$/],
  ['InputValidationError', /^InputValidationError: \S/],
];

/** Longer texts are no envelope: hosts write a sentence and a list of issues. */
const longest = 10_000;

/** Tools that hand on what others wrote: a command, a page or a file that begins so says nothing of the call. */
const relaying: ReadonlySet<string> = new Set(
  (
    'agent bash browse browser cat cmd code command commands console container crawl curl diff doc docs document documents eval exec execute ' +
    'fetch file files git glob grep history http issue issues kernel log logs message messages notebook output page pages powershell process ' +
    'program python read repl resource run scrape script search session sh shell sql ssh stdin task terminal test tests trace transcript url ' +
    'view web zsh'
  ).split(' '),
);

const wordsOf = (tool: string): readonly string[] =>
  tool
    .slice(0, 200)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);

/**
 * What in a success speaks against it: its text is a host's own sentence for an invalid call. Asked only where the called tool is known
 * and does not hand on foreign text.
 */
export function contradictionIn(outcome: Outcome, text: string | undefined, tool: string | undefined): string | undefined {
  if (outcome !== 'ok' || text === undefined || tool === undefined || text.length > longest) return undefined;
  const first = text.charCodeAt(0);
  if (first !== 0x3c && first !== 0x49 && first !== 0x4d) return undefined; // no envelope begins otherwise, and this is asked of every result
  const envelope = envelopes.find(([, whole]) => whole.test(text));
  if (envelope === undefined || wordsOf(tool).some((word) => relaying.has(word))) return undefined;
  return `a success whose text begins with "${envelope[0]}"`;
}
