import { childrenOf, type Node } from './parse.ts';

/** The position (Glushkov) automaton of a pattern: one state per character the pattern names. */
export interface Automaton {
  /** Which sample characters each position accepts, one bit each. */
  readonly sets: readonly bigint[];
  /** Following positions, with the number of loops or sequences that lead there. */
  readonly next: readonly ReadonlyMap<number, number>[];
  readonly previous: readonly (readonly number[])[];
}

interface Ends {
  readonly first: readonly number[];
  readonly last: readonly number[];
  readonly isNullable: boolean;
}

interface Draft {
  readonly sources: string[];
  readonly next: Map<number, number>[];
  readonly previous: number[][];
}

/** One character of every kind that patterns tell apart, besides all of ASCII. */
const samples: string = `${Array.from({ length: 128 }, (_, code) => String.fromCharCode(code)).join('')}\u0085\u00a0ªµß×éÿĀŁǅʰ\u0301ΩжאアあÀ中０٣Ⅷ€\u200b\u2028\u3000\ufeff😀𝒳`;

/** A repetition below this count is unrolled by no engine into a problem, unless a loop is repeated. */
const harmlessCount = 10;

function connect(draft: Draft, from: readonly number[], to: readonly number[]): void {
  for (const left of from) {
    for (const right of to) {
      const edges = draft.next[left];
      if (edges === undefined) continue;
      if (!edges.has(right)) draft.previous[right]?.push(left);
      edges.set(right, (edges.get(right) ?? 0) + 1);
    }
  }
}

function hasLoop(node: Node): boolean {
  return (node.kind === 'repeat' && node.maximum > harmlessCount) || childrenOf(node).some(hasLoop);
}

function isLoop(node: Extract<Node, { kind: 'repeat' }>): boolean {
  return node.maximum > harmlessCount || (node.maximum > 1 && hasLoop(node.body));
}

function draw(node: Node, draft: Draft): Ends {
  switch (node.kind) {
    case 'empty':
      return { first: [], last: [], isNullable: true };
    case 'set': {
      const position = draft.sources.push(node.source) - 1;
      draft.next.push(new Map());
      draft.previous.push([]);
      return { first: [position], last: [position], isNullable: false };
    }
    case 'choice': {
      const ends = node.options.map((option) => draw(option, draft));
      return {
        first: ends.flatMap((end) => end.first),
        last: ends.flatMap((end) => end.last),
        isNullable: ends.some((end) => end.isNullable),
      };
    }
    case 'repeat': {
      const ends = draw(node.body, draft);
      if (isLoop(node)) connect(draft, ends.last, ends.first);
      return { ...ends, isNullable: ends.isNullable || node.minimum === 0 };
    }
    case 'sequence':
      return node.parts.reduce<Ends>((before, part) => join(before, draw(part, draft), draft), { first: [], last: [], isNullable: true });
  }
}

function join(before: Ends, after: Ends, draft: Draft): Ends {
  connect(draft, before.last, after.first);
  return {
    first: before.isNullable ? [...before.first, ...after.first] : before.first,
    last: after.isNullable ? [...before.last, ...after.last] : after.last,
    isNullable: before.isNullable && after.isNullable,
  };
}

function sampleSet(source: string, characters: readonly string[]): bigint {
  const expression = new RegExp(`^(?:${source})$`, 'u');
  let bits = 0n;
  for (const [index, character] of characters.entries()) if (expression.test(character)) bits |= 1n << BigInt(index);
  return bits;
}

/** Characters beyond the samples that the pattern names itself tell its sets apart as well. */
function charactersOf(sources: readonly string[]): readonly string[] {
  return [...new Set([...samples, ...sources.filter((source) => source.length <= 2 && !source.startsWith('\\'))])];
}

export function buildAutomaton(node: Node): Automaton {
  const draft: Draft = { sources: [], next: [], previous: [] };
  draw(node, draft);
  const characters = charactersOf(draft.sources);
  const known = new Map<string, bigint>();
  const sets = draft.sources.map((source) => {
    const found = known.get(source) ?? sampleSet(source, characters);
    known.set(source, found);
    return found;
  });
  return { sets, next: draft.next, previous: draft.previous };
}
