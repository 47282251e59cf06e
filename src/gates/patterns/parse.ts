/** The shape of a regular expression, as far as the number of ways to match depends on it. */
export type Node =
  /** One character; `source` matches it when compiled alone. */
  | { readonly kind: 'set'; readonly source: string }
  | { readonly kind: 'sequence'; readonly parts: readonly Node[] }
  | { readonly kind: 'choice'; readonly options: readonly Node[] }
  | { readonly kind: 'repeat'; readonly body: Node; readonly minimum: number; readonly maximum: number }
  /** Matches no character: an assertion, or what a look-around holds. */
  | { readonly kind: 'empty'; readonly inside?: Node };

/** The tree of a pattern, or undefined when it nests too deeply to be read. */
export type PatternTree = Node | undefined;

interface Cursor {
  readonly text: string;
  at: number;
  depth: number;
}

const deepest = 100;
const anything = '[^]';

class TooDeep extends Error {}

function readChoice(cursor: Cursor): Node {
  cursor.depth += 1;
  if (cursor.depth > deepest) throw new TooDeep();
  const options: Node[] = [readSequence(cursor)];
  while (cursor.text[cursor.at] === '|') {
    cursor.at += 1;
    options.push(readSequence(cursor));
  }
  cursor.depth -= 1;
  return options.length === 1 && options[0] !== undefined ? options[0] : { kind: 'choice', options };
}

function readSequence(cursor: Cursor): Node {
  const parts: Node[] = [];
  while (cursor.at < cursor.text.length && cursor.text[cursor.at] !== '|' && cursor.text[cursor.at] !== ')') {
    parts.push(readQuantified(cursor));
  }
  return { kind: 'sequence', parts };
}

const quantifier = /(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/y;

function readQuantified(cursor: Cursor): Node {
  const body = readAtom(cursor);
  quantifier.lastIndex = cursor.at;
  const found = quantifier.exec(cursor.text);
  if (found === null) return body;
  cursor.at += found[0].length;
  const [, sign, low, comma, high] = found;
  if (sign !== undefined) {
    return { kind: 'repeat', body, minimum: sign === '+' ? 1 : 0, maximum: sign === '?' ? 1 : Number.POSITIVE_INFINITY };
  }
  const minimum = Number(low);
  if (comma === '') return { kind: 'repeat', body, minimum, maximum: minimum };
  return { kind: 'repeat', body, minimum, maximum: high === '' ? Number.POSITIVE_INFINITY : Number(high) };
}

function readAtom(cursor: Cursor): Node {
  const character = cursor.text[cursor.at];
  if (character === '(') return readGroup(cursor);
  if (character === '[') return readClass(cursor);
  if (character === '\\') return readEscape(cursor);
  const source = String.fromCodePoint(cursor.text.codePointAt(cursor.at) ?? 0);
  cursor.at += source.length;
  return character === '^' || character === '$' ? { kind: 'empty' } : { kind: 'set', source };
}

const groupStart = /\((?:\?(?::|=|!|<=|<!|<[^>]+>))?/y;

function readGroup(cursor: Cursor): Node {
  groupStart.lastIndex = cursor.at;
  const start = groupStart.exec(cursor.text)?.[0] ?? '(';
  cursor.at += start.length;
  const inside = readChoice(cursor);
  cursor.at += 1;
  return /^\(\?<?[=!]$/.test(start) ? { kind: 'empty', inside } : inside;
}

const characterClass = /\[(?:\\[\s\S]|[^\]\\])*\]/uy;

function readClass(cursor: Cursor): Node {
  characterClass.lastIndex = cursor.at;
  const source = characterClass.exec(cursor.text)?.[0] ?? anything;
  cursor.at += source.length;
  return { kind: 'set', source };
}

const escapeSequence =
  /\\(?:u\{[^}]*\}|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|c[A-Za-z]|k<[^>]*>|[1-9]\d*|[\s\S])/uy;

/** A back reference may repeat any text: it counts as any character, which errs towards ambiguous. */
function readEscape(cursor: Cursor): Node {
  escapeSequence.lastIndex = cursor.at;
  const source = escapeSequence.exec(cursor.text)?.[0] ?? '\\';
  cursor.at += source.length;
  if (source === '\\b' || source === '\\B') return { kind: 'empty' };
  return { kind: 'set', source: /^\\(?:k<|[1-9])/.test(source) ? anything : source };
}

/** Reads a pattern that is known to compile with the `u` flag. */
export function parsePattern(source: string): PatternTree {
  try {
    return readChoice({ text: source, at: 0, depth: 0 });
  } catch {
    return undefined;
  }
}

export function childrenOf(node: Node): readonly Node[] {
  switch (node.kind) {
    case 'set':
      return [];
    case 'sequence':
      return node.parts;
    case 'choice':
      return node.options;
    case 'repeat':
      return [node.body];
    case 'empty':
      return node.inside === undefined ? [] : [node.inside];
  }
}

/** How many unbounded (or practically unbounded) repetitions a pattern holds. */
export function countLoops(tree: PatternTree): number {
  if (tree === undefined) return Number.POSITIVE_INFINITY;
  const own = tree.kind === 'repeat' && tree.maximum > 100 ? 1 : 0;
  return childrenOf(tree).reduce((sum, child) => sum + countLoops(child), own);
}
