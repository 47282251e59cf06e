import { type Ambiguity, ambiguityOf } from './ambiguity.ts';
import { explainForeign } from './foreign.ts';
import { countLoops, parsePattern } from './parse.ts';

/** A pattern of a schema, made ready. JSON Schema patterns are ECMA-262 with the `u` flag (Core §6.4). */
export type Pattern =
  | {
      readonly kind: 'ready';
      readonly expression: RegExp;
      readonly ambiguity: Ambiguity;
      /** Longer texts (UTF-16 units) are matched under the time limit only. */
      readonly safeLength: number;
    }
  | { readonly kind: 'foreign'; readonly detail: string };

const cache = new Map<string, Pattern>();
const mostPatterns = 4096;
const mostCharacters = 4_000_000;
let characters = 0;

/** With k unbounded loops an unambiguous pattern can still take about n^(k+1) steps: these lengths keep that near a millisecond. */
function safeLengthOf(loops: number): number {
  if (loops === 0) return Number.POSITIVE_INFINITY;
  if (loops === 1) return 10_000;
  return loops === 2 ? 1000 : 300;
}

function compile(source: string): Pattern {
  try {
    const expression = new RegExp(source, 'u');
    const tree = parsePattern(source);
    return { kind: 'ready', expression, ambiguity: ambiguityOf(tree), safeLength: safeLengthOf(countLoops(tree)) };
  } catch {
    return { kind: 'foreign', detail: explainForeign(source) };
  }
}

export function readPattern(source: string): Pattern {
  const known = cache.get(source);
  if (known !== undefined) return known;
  const pattern = compile(source);
  characters += source.length;
  if (cache.size >= mostPatterns || characters > mostCharacters) {
    cache.clear();
    characters = source.length;
  }
  cache.set(source, pattern);
  return pattern;
}

/** The format `regex`. Not cached: values are many, patterns few. */
export function isEcmaPattern(source: string): boolean {
  try {
    new RegExp(source, 'u');
    return true;
  } catch {
    return false;
  }
}
