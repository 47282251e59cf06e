import { type Automaton, buildAutomaton } from './automaton.ts';
import { childrenOf, type Node, type PatternTree } from './parse.ts';

/** Larger automata are not analysed: such a pattern counts as ambiguous and runs under the time limit. */
const largestAutomaton = 150;

function hasNestedRepeat(node: Node): boolean {
  if (node.kind === 'repeat' && node.maximum > 1 && node.body.kind !== 'set') return true;
  return childrenOf(node).some(hasNestedRepeat);
}

function lookAroundsOf(node: Node): readonly Node[] {
  const inner = childrenOf(node).flatMap(lookAroundsOf);
  return node.kind === 'empty' && node.inside !== undefined ? [node.inside, ...inner] : inner;
}

/**
 * Whether some text can be matched in exponentially many ways, which a backtracking engine tries one by one when the match
 * fails in the end: a state of the position automaton that one text leads back to itself on two different paths
 * (Weber and Seidl, "On the degree of ambiguity of finite automata", criterion EDA).
 */
export function isAmbiguous(tree: PatternTree): boolean {
  if (tree === undefined) return true;
  if (!hasNestedRepeat(tree)) return false;
  return [tree, ...lookAroundsOf(tree)].some((part) => {
    const automaton = buildAutomaton(part);
    return automaton.sets.length > largestAutomaton || hasTwoWaysRound(automaton);
  });
}

function hasTwoWaysRound(automaton: Automaton): boolean {
  const size = automaton.sets.length;
  for (let start = 0; start < size; start += 1) {
    const round = statesRound(automaton, start);
    if (round.size > 0 && (hasDoubledEdge(automaton, round) || returnsApart(automaton, start, round))) return true;
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

/** Whether two paths for one text leave `start`, part, and meet again in `start`. */
function returnsApart(automaton: Automaton, start: number, round: ReadonlySet<number>): boolean {
  const size = automaton.sets.length;
  const pairsAfter = (pair: number): readonly number[] => {
    const pairs: number[] = [];
    for (const left of automaton.next[Math.floor(pair / size)]?.keys() ?? []) {
      if (!round.has(left)) continue;
      for (const right of automaton.next[pair % size]?.keys() ?? []) {
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
