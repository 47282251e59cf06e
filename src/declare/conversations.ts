import type { ToolDeclaration } from '../model/declaration.ts';
import type { Continued } from '../model/event/declarations.ts';
import { isSameDeclaration } from './identical.ts';
import type { CompareDeclarations, DeclarationObservation } from './in-force.ts';
import type { Scope } from './scope.ts';

/** Ways in which one tool is declared that are told apart; what comes after them counts as a way of its own. */
const variantLimit = 8;

/**
 * Recordings of requests: each declares its own tools, and only the history that it repeats, or a response that it names, tells whether
 * two of them belong to one conversation.
 */
export interface Conversations {
  /** A list that is new: which of its tools are declared in another way than before? */
  learn(tools: readonly ToolDeclaration[]): void;
  /** A request goes on from an earlier one: the tools that both declare, where they differ. Each change is told once a conversation. */
  follow(event: Continued, scopes: ReadonlyMap<string, Scope>): readonly DeclarationObservation[];
  /** Whether some tool is declared in ways that nothing ties together: whether a conversation saw it change cannot be told. */
  isUntold(): boolean;
}

/** The ways in which one tool is declared, each with the number of the group that conversations tie together. */
interface Variants {
  readonly ways: { readonly tool: ToolDeclaration; group: number }[];
  isBeyondLimit: boolean;
}

const none: readonly DeclarationObservation[] = [];

const keyOf = ({ server, name }: ToolDeclaration): string => JSON.stringify([server ?? null, name]);

export function openConversations(compare: CompareDeclarations): Conversations {
  const variants = new Map<string, Variants>();
  /** The run in which a conversation began. */
  const origins = new Map<string, string>();
  const told = new Set<string>();

  const isSame = (a: ToolDeclaration, b: ToolDeclaration): boolean => a === b || isSameDeclaration(a, b) || compare(a, b).length === 0;
  const wayOf = (tool: ToolDeclaration): { group: number } | undefined => {
    const known = variants.get(keyOf(tool));
    return known?.ways.find((way) => way.tool === tool) ?? known?.ways.find((way) => isSame(way.tool, tool));
  };
  const tie = (before: ToolDeclaration, after: ToolDeclaration): void => {
    const [old, now] = [wayOf(before)?.group, wayOf(after)?.group];
    for (const way of variants.get(keyOf(after))?.ways ?? []) if (way.group === now) way.group = old ?? way.group;
  };

  return {
    learn(tools) {
      for (const tool of tools) {
        const known = variants.get(keyOf(tool));
        if (known === undefined) variants.set(keyOf(tool), { ways: [{ tool, group: 0 }], isBeyondLimit: false });
        else if (wayOf(tool) !== undefined) continue;
        else if (known.ways.length < variantLimit) known.ways.push({ tool, group: known.ways.length });
        else known.isBeyondLimit = true;
      }
    },
    follow(event, scopes) {
      const [before, own] = [scopes.get(event.from), scopes.get(event.run)];
      const origin = origins.get(event.from) ?? event.from;
      origins.set(event.run, origin);
      if (before === undefined || own === undefined || before === own) return none;
      const observed: DeclarationObservation[] = [];
      for (const { tool: now } of [...own.tools.values()].flatMap((named) => [...named.values()])) {
        const old = before.tools.get(now.name)?.get(now.server)?.tool;
        if (old === undefined || old === now) continue;
        const differences = compare(old, now);
        if (differences.length === 0) continue;
        tie(old, now);
        const key = JSON.stringify([origin, keyOf(now), differences.map(({ pointer, what }) => [pointer, what])]);
        if (told.has(key)) continue;
        told.add(key);
        observed.push({ kind: 'changed', tool: now, before: old, isAnnounced: true, differences });
      }
      return observed;
    },
    isUntold: () =>
      [...variants.values()].some(({ ways, isBeyondLimit }) => isBeyondLimit || ways.some(({ group }) => group !== ways[0]?.group)),
  };
}
