/**
 * A path pattern: `*` any part of a name, `?` one character of it, `**` any number of folders. No other character is special, and a `/`
 * stands for itself. As in a shell, a name that begins with a dot is matched only by a segment that does.
 */
export function isPattern(path: string): boolean {
  return /[*?]/.test(path);
}

/** The folder that a pattern starts from, which holds no special character, and the segments below it. */
export function splitPattern(pattern: string): { readonly folder: string; readonly segments: readonly string[] } {
  const special = pattern.search(/[*?]/);
  const cut = pattern.lastIndexOf('/', special) + 1;
  return {
    folder: pattern.slice(0, cut),
    segments: pattern
      .slice(cut)
      .split('/')
      .filter((segment) => segment !== ''),
  };
}

/**
 * How far a path gets in a pattern: `whole` when it matches, `open` when something below it may. One row of states for each segment of the path,
 * so the work is bounded by their product whatever the pattern.
 */
export function matchPath(pattern: readonly string[], path: readonly string[]): { readonly isWhole: boolean; readonly isOpen: boolean } {
  let states = passStars(pattern, new Set([0]));
  for (const name of path) {
    const next = new Set<number>();
    for (const state of states) {
      const segment = pattern[state];
      if (segment === '**') {
        if (!name.startsWith('.')) next.add(state);
      } else if (segment !== undefined && matchName(segment, name)) next.add(state + 1);
    }
    states = passStars(pattern, next);
  }
  return { isWhole: states.has(pattern.length), isOpen: [...states].some((state) => state < pattern.length) };
}

/** `**` may stand for no folder at all. */
function passStars(pattern: readonly string[], states: ReadonlySet<number>): ReadonlySet<number> {
  const all = new Set(states);
  for (const state of all) if (pattern[state] === '**') all.add(state + 1);
  return all;
}

/** One name: the last star takes one more character whenever what follows it does not fit, so nothing is tried twice per star. */
export function matchName(pattern: string, name: string): boolean {
  if (name.startsWith('.') && !pattern.startsWith('.')) return false;
  let at = 0;
  let star = -1;
  let resume = 0;
  let index = 0;
  while (index < name.length) {
    if (pattern[at] === '*') {
      star = at++;
      resume = index;
    } else if (pattern[at] === '?') {
      at++;
      index += isPair(name, index) ? 2 : 1;
    } else if (pattern[at] === name[index]) {
      at++;
      index++;
    } else if (star >= 0) {
      at = star + 1;
      index = ++resume;
    } else return false;
  }
  while (pattern[at] === '*') at++;
  return at === pattern.length;
}

/** A character beyond the basic plane is two UTF-16 units, and one character. */
function isPair(text: string, index: number): boolean {
  return (text.codePointAt(index) ?? 0) > 0xffff;
}
