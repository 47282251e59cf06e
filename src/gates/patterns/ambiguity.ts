import { type Automaton, buildAutomaton } from './automaton.ts';
import { childrenOf, type Node, type PatternTree } from './parse.ts';

/**
 * `found`: some text makes a backtracking engine try exponentially many ways. `unknown`: too large to be analysed, so it
 * runs under the time limit as well, and nothing is said about it.
 */
export type Ambiguity = 'none' | 'found' | 'unknown';

const largestAutomaton = 150;
/** Steps of the search below; a hostile schema can hold thousands of patterns. */
const searchLimit = 50_000;

class SearchLimit extends Error {}

function hasNestedRepeat(node: Node): boolean {
  if (node.kind === 'repeat' && node.maximum > 1 && node.body.kind !== 'set') return true;
  return childrenOf(node).some(hasNestedRepeat);
}

/** More parts that may each match in several ways than this are not proven harmless: bounded repeats multiply, too. */
const mostVariableParts = 20;

/** Parts of a pattern that may match in several ways: alternatives, optional parts, repeats between bounds. */
function variableParts(node: Node): number {
  const own = node.kind === 'choice' || (node.kind === 'repeat' && node.minimum !== node.maximum) ? 1 : 0;
  const inside = childrenOf(node).reduce((sum, child) => sum + variableParts(child), 0);
  return own + (node.kind === 'repeat' && Number.isFinite(node.maximum) ? inside * Math.max(1, node.maximum) : inside);
}

function lookAroundsOf(node: Node): readonly Node[] {
  const inner = childrenOf(node).flatMap(lookAroundsOf);
  return node.kind === 'empty' && node.inside !== undefined ? [node.inside, ...inner] : inner;
}

/** The number of positions, counted no further than matters. */
function countPositions(node: Node): number {
  if (node.kind === 'set') return 1;
  let sum = 0;
  for (const child of childrenOf(node)) {
    sum += countPositions(child);
    if (sum > largestAutomaton) return sum;
  }
  return sum;
}

/**
 * Whether some text can be matched in exponentially many ways, which a backtracking engine tries one by one when the match
 * fails in the end: a state of the position automaton that one text leads back to itself on two different paths
 * (Weber and Seidl, "On the degree of ambiguity of finite automata", criterion EDA).
 */
export function ambiguityOf(tree: PatternTree): Ambiguity {
  if (tree === undefined) return 'unknown';
  if (!hasNestedRepeat(tree)) return variableParts(tree) > mostVariableParts ? 'unknown' : 'none';
  if (countPositions(tree) > largestAutomaton) return 'unknown';
  try {
    if ([tree, ...lookAroundsOf(tree)].some((part) => hasTwoWaysRound(buildAutomaton(part)))) return 'found';
    // the criterion is about loops without an end: `(a{1,2}){1,40}` has none, and takes longer than anyone waits
    return variableParts(tree) > mostVariableParts ? 'unknown' : 'none';
  } catch (error) {
    if (error instanceof SearchLimit) return 'unknown';
    throw error;
  }
}

function hasTwoWaysRound(automaton: Automaton): boolean {
  const size = automaton.sets.length;
  let steps = 0;
  const count = (): void => {
    steps += 1;
    if (steps > searchLimit) throw new SearchLimit();
  };
  const done = new Set<number>();
  for (let start = 0; start < size; start += 1) {
    if (done.has(start)) continue;
    const round = statesRound(automaton, start);
    // two ways round one state of a cycle are two ways round each of them
    for (const state of round) done.add(state);
    if (round.size > 0 && (hasDoubledEdge(automaton, round) || returnsApart(automaton, { start, round, count }))) return true;
  }
  return false;
}

/** States on some cycle through `start`. */
function statesRound(automaton: Automaton, start: number): ReadonlySet<number> {
  const ahead = reach(start, (state) => [...(automaton.next[state]?.keys() ?? [])]);
  const behind = reach(start, (state) => automaton.previous[state] ?? []);
  return new Set([...ahead].filter((state) => behind.has(state)));
}

function reach(start: number, step: (state: number) => readonly number[]): ReadonlySet<number> {
  const seen = new Set<number>();
  const waiting = [start];
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    for (const other of step(state)) {
      if (seen.has(other)) continue;
      seen.add(other);
      waiting.push(other);
    }
  }
  return seen;
}

/** Two loops that both lead from one position to the next: `(a+)+`. */
function hasDoubledEdge(automaton: Automaton, round: ReadonlySet<number>): boolean {
  for (const state of round) {
    for (const [other, count] of automaton.next[state] ?? []) if (count > 1 && round.has(other)) return true;
  }
  return false;
}

interface Search {
  readonly start: number;
  readonly round: ReadonlySet<number>;
  /** Called for every pair looked at. */
  readonly count: () => void;
}

/** Whether two paths for one text leave `start`, part, and meet again in `start`. */
function returnsApart(automaton: Automaton, { start, round, count }: Search): boolean {
  const size = automaton.sets.length;
  const pairsAfter = (pair: number): readonly number[] => {
    const pairs: number[] = [];
    for (const left of automaton.next[Math.floor(pair / size)]?.keys() ?? []) {
      if (!round.has(left)) continue;
      for (const right of automaton.next[pair % size]?.keys() ?? []) {
        count();
        if (round.has(right) && ((automaton.sets[left] ?? 0n) & (automaton.sets[right] ?? 0n)) !== 0n) pairs.push(left * size + right);
      }
    }
    return pairs;
  };
  const home = start * size + start;
  const reached = reach(home, pairsAfter);
  if (!reached.has(home)) return false;
  const apart = [...reached].filter((pair) => Math.floor(pair / size) !== pair % size);
  return apart.length > 0 && leadsHome(apart, home, pairsAfter);
}

/** Follows all separated pairs at once, so that the search stays linear in the number of pairs. */
function leadsHome(pairs: readonly number[], home: number, pairsAfter: (pair: number) => readonly number[]): boolean {
  const seen = new Set(pairs);
  const waiting = [...pairs];
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    for (const other of pairsAfter(pair)) {
      if (other === home) return true;
      if (seen.has(other)) continue;
      seen.add(other);
      waiting.push(other);
    }
  }
  return false;
}
