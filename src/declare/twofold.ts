import { isEqual } from '../json/equal.ts';
import type { ToolDeclaration } from '../model/declaration.ts';
import type { JsonValue } from '../model/json.ts';

// One list, or what a user gives, may declare a name twice, and not alike: which of the two is in force is not known, and nothing is judged by
// either.

const twofold = new WeakSet<ToolDeclaration>();

export const isTwofold = (tool: ToolDeclaration): boolean => twofold.has(tool);

const isSame = (one: JsonValue | undefined, other: JsonValue | undefined): boolean =>
  one === undefined || other === undefined ? one === other : isEqual(one, other);

const areAlike = (one: ToolDeclaration, other: ToolDeclaration): boolean =>
  one === other || (isSame(one.inputSchema, other.inputSchema) && isSame(one.outputSchema, other.outputSchema));

/** Each name of a server once; one that is declared in two ways is marked. The objects of the others stay the same. */
export function withoutTwofold(tools: readonly ToolDeclaration[]): readonly ToolDeclaration[] {
  const found = new Map<string, { tool: ToolDeclaration; isTwofold: boolean }>();
  for (const tool of tools) {
    const key = JSON.stringify([tool.server ?? null, tool.name]);
    const known = found.get(key);
    if (known === undefined) found.set(key, { tool, isTwofold: false });
    else if (!areAlike(known.tool, tool)) known.isTwofold = true;
  }
  if (found.size === tools.length) return tools;
  return [...found.values()].map(({ tool, isTwofold: isMarked }) => {
    if (!isMarked) return tool;
    const own = { ...tool };
    twofold.add(own);
    return own;
  });
}
