import type { GivenDeclarations, GivenWorkflow } from '../declare/declared.ts';
import type { Subject } from '../model/observation/base.ts';
import type { NameFault } from '../model/observation/declarations.ts';
import { likenessesOf } from './look-alike.ts';

/** A name fault and where the name stands. */
export interface FoundName {
  readonly kind: NameFault['kind'];
  readonly subject: Subject;
  readonly other: string;
  readonly file: string;
  /** Of the tool object's schema, or of the tool object itself. */
  readonly pointer: string;
}

interface Named {
  readonly server: string | undefined;
  readonly name: string;
  readonly file: string;
  readonly pointer: string;
}

const named = ({ source, tools }: GivenDeclarations): readonly Named[] =>
  tools.map(({ server, name, inputPointer }) => ({ server, name, file: source, pointer: inputPointer }));

const found = (kind: NameFault['kind'], { server, name, file, pointer }: Named, other: string): FoundName => ({
  kind,
  subject: { run: '', server, tool: name },
  other,
  file,
  pointer,
});

/** Names that cannot be told apart: by anybody, or by whoever reads quickly. */
export function nameFaults(given: GivenWorkflow): readonly FoundName[] {
  const tools = given.sources.flatMap(named);
  return [...collisions(tools), ...confusables(tools)];
}

/** One list is one server's; of two files without a server's name it cannot be said that they speak of one server. */
function collisions(tools: readonly Named[]): readonly FoundName[] {
  const seen = new Set<string>();
  return tools.flatMap((tool) => {
    const key = JSON.stringify([tool.server ?? null, tool.server === undefined ? tool.file : null, tool.name]);
    if (seen.has(key)) return [found('name-collision', tool, tool.name)];
    seen.add(key);
    return [];
  });
}

/** A model is offered the tools of all servers side by side: a look-alike on another server counts, the very same name does not. */
function confusables(tools: readonly Named[]): readonly FoundName[] {
  const first = new Map<string, string>();
  const told = new Set<string>();
  return tools.flatMap((tool) => {
    if (told.has(tool.name)) return [];
    told.add(tool.name);
    const likenesses = likenessesOf(tool.name);
    const other = likenesses.map((likeness) => first.get(likeness)).find((name) => name !== undefined && name !== tool.name);
    for (const likeness of likenesses) if (!first.has(likeness)) first.set(likeness, tool.name);
    return other === undefined ? [] : [found('confusable-name', tool, other)];
  });
}
