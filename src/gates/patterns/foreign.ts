interface Foreignness {
  readonly found: RegExp;
  readonly because: string;
  /** How ECMA-262 says the same; undefined when it cannot. */
  readonly rewrite?: string;
}

/** What other dialects say and ECMA-262 does not, the surest signs first. */
const foreignness: readonly Foreignness[] = [
  {
    found: /\(\?[a-zA-Z]*-?[a-zA-Z]+\)/,
    because: 'sets a flag inside the pattern, which is not ECMA-262 (write the cases out, as in [Ff]ix)',
  },
  { found: /\(\?[a-zA-Z]*-?[a-zA-Z]+:/, because: 'sets a flag for a group, which is not in ECMA-262 before 2025' },
  { found: /\(\?P</, because: 'is the Python form of a named group', rewrite: '(?<' },
  { found: /\(\?P=\w+\)/, because: 'is the Python form of a back reference (write \\k<name>)' },
  { found: /\(\?#/, because: 'starts a comment, which is not ECMA-262' },
  { found: /\(\?>/, because: 'starts an atomic group, which is not ECMA-262' },
  { found: /[*+?}]\+/, because: 'is a possessive quantifier, which is not ECMA-262' },
  { found: /\[:\^?\w+:\]/, because: 'is a POSIX character class, which is not ECMA-262' },
  { found: /\\A/, because: 'is not ECMA-262', rewrite: '^' },
  { found: /\\[Zz]/, because: 'is not ECMA-262', rewrite: '$' },
  { found: /\\h/, because: 'is not ECMA-262', rewrite: '[ \\t]' },
  { found: /\\R/, because: 'is not ECMA-262', rewrite: '(?:\\r\\n|\\n|\\r)' },
  { found: /\\e/, because: 'is not ECMA-262', rewrite: '\\x1b' },
  { found: /\\a/, because: 'is not ECMA-262', rewrite: '\\x07' },
  { found: /\\Q/, because: 'starts a quoted part, which is not ECMA-262' },
];

const longestShown = 120;

function clip(text: string): string {
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}

function compiles(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}

/** Escapes that mean the character itself outside Unicode mode and are an error inside it: `\_`, `\"`, `\@`. */
const needlessEscape = /\\([^\w\s^$\\.*+?()[\]{}|/-]|_)/g;

function explainEscape(source: string): string | undefined {
  const escapes = source.replace(/\\\\/g, '').match(needlessEscape);
  const first = escapes?.[0];
  if (first === undefined) return undefined;
  const rewritten = source.replace(/\\\\|\\([^\w\s^$\\.*+?()[\]{}|/-]|_)/g, (whole: string, character?: string) => character ?? whole);
  const advice = compiles(rewritten) ? ` (write ${clip(rewritten)})` : '';
  return `${first} is not a valid escape in Unicode mode${advice}`;
}

function rewriteOf(source: string, sign: Foreignness): string {
  if (sign.rewrite === undefined) return '';
  let rewritten = source;
  for (const { found, rewrite } of foreignness) {
    if (rewrite !== undefined) rewritten = rewritten.replaceAll(new RegExp(found.source, 'g'), () => rewrite);
  }
  return ` (write ${compiles(rewritten) ? clip(rewritten) : sign.rewrite})`;
}

function engineMessage(source: string): string {
  try {
    new RegExp(source, 'u');
    return 'cannot be analysed';
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    return (message.split(': ').at(-1) ?? 'not a regular expression').toLowerCase();
  }
}

/** Why a pattern is no ECMA-262 regular expression in Unicode mode, with the probable rewriting. */
export function explainForeign(source: string): string {
  for (const sign of foreignness) {
    const found = sign.found.exec(source)?.[0];
    if (found !== undefined) return `${found} ${sign.because}${rewriteOf(source, sign)}`;
  }
  return explainEscape(source) ?? `not an ECMA-262 regular expression in Unicode mode: ${engineMessage(source)}`;
}

/** A pattern pasted with its slashes compiles and means something else: the slashes must stand in the text. */
export function hasLiteralSlashes(source: string): boolean {
  return /^\/\^.*\/[dgimsuvy]*$/s.test(source) || /^\/.*[^\\]\$\/[dgimsuvy]*$/s.test(source);
}
