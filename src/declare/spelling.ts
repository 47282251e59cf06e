/** A tool's name as its server knows it. */
export interface Spelled {
  readonly server: string | undefined;
  readonly tool: string;
}

/** Longer names are not taken apart: every way of cutting one is tried. */
const nameLimit = 1_024;

/** A declared prefix rule, for example `mcp__{server}__{tool}`. */
export interface Template {
  readonly head: string;
  /** The first placeholder. */
  readonly first: 'server' | 'tool';
  /** What stands between the two placeholders; undefined when the rule names no server. */
  readonly middle: string | undefined;
  readonly tail: string;
}

/** Reads a rule. Undefined unless it names `{tool}` once and `{server}` at most once, with something between them. */
export function parseTemplate(text: string): Template | undefined {
  const parts = text.split(/(\{server\}|\{tool\})/);
  const [head = '', first, middle, second, tail] = parts;
  if (parts.length === 3) return first === '{tool}' ? { head, first: 'tool', middle: undefined, tail: middle ?? '' } : undefined;
  if (parts.length !== 5 || first === second || middle === undefined || middle === '') return undefined;
  return { head, first: first === '{server}' ? 'server' : 'tool', middle, tail: tail ?? '' };
}

/**
 * Every exact reading of a host's spelling under a rule. A server counts only when it is declared: names are matched
 * letter by letter, never by likeness.
 */
export function readSpelling(template: Template, name: string, isServer: (server: string) => boolean): readonly Spelled[] {
  const { head, middle, tail } = template;
  if (name.length > nameLimit || name.length < head.length + tail.length) return [];
  if (!name.startsWith(head) || !name.endsWith(tail)) return [];
  const core = name.slice(head.length, name.length - tail.length);
  if (middle === undefined) return core === '' || core === name ? [] : [{ server: undefined, tool: core }];
  const found: Spelled[] = [];
  for (let cut = core.indexOf(middle); cut !== -1; cut = core.indexOf(middle, cut + 1)) {
    const left = core.slice(0, cut);
    const right = core.slice(cut + middle.length);
    const [server, tool] = template.first === 'server' ? [left, right] : [right, left];
    if (tool !== '' && isServer(server)) found.push({ server, tool });
  }
  return found;
}
