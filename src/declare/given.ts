import type { StepDeclaration, ToolDeclaration } from '../model/declaration.ts';
import type { GivenWorkflow } from './declared.ts';
import type { CompareDeclarations, DeclarationObservation } from './in-force.ts';
import { parseTemplate, type Template } from './spelling.ts';
import { withoutTwofold } from './twofold.ts';

/** What the user gave, ready to be asked. */
export interface GivenIndex {
  /** By name, then by server. One that is declared in two ways is marked as such. */
  readonly tools: ReadonlyMap<string, ReadonlyMap<string | undefined, ToolDeclaration>>;
  readonly servers: ReadonlySet<string>;
  readonly steps: ReadonlyMap<string, StepDeclaration>;
  readonly templates: readonly Template[];
  /** True when every source that declares tools says that it declares all of them. */
  readonly isClosed: boolean;
  /** Sorted by code unit. */
  readonly names: readonly string[];
  /** The difference between a recorded declaration and the given one; undefined when none is given or they agree. */
  compareTo(recorded: ToolDeclaration, compare: CompareDeclarations): DeclarationObservation | undefined;
}

export function indexGiven(workflow: GivenWorkflow | undefined): GivenIndex {
  const sources = workflow?.sources ?? [];
  const declaring = sources.filter((source) => source.tools.length > 0);
  const tools = indexTools(withoutTwofold(declaring.flatMap((source) => source.tools)));
  const compared = new WeakMap<ToolDeclaration, { readonly observation: DeclarationObservation | undefined }>();
  return {
    tools,
    servers: new Set([...tools.values()].flatMap((named) => [...named.keys()]).filter((server) => server !== undefined)),
    steps: new Map(sources.flatMap((source) => source.steps).map((step) => [step.step, step])),
    templates: (workflow?.strip ?? []).map(parseTemplate).filter((template) => template !== undefined),
    isClosed: declaring.length > 0 && declaring.every((source) => source.scope === 'closed'),
    names: [...tools.keys()].sort(),
    compareTo(recorded, compare) {
      const known = compared.get(recorded);
      if (known !== undefined) return known.observation;
      const observation = observeMismatch(recorded, counterpart(tools, recorded), compare);
      compared.set(recorded, { observation });
      return observation;
    },
  };
}

function indexTools(all: readonly ToolDeclaration[]): ReadonlyMap<string, ReadonlyMap<string | undefined, ToolDeclaration>> {
  const tools = new Map<string, Map<string | undefined, ToolDeclaration>>();
  for (const tool of all) {
    const named = tools.get(tool.name) ?? new Map<string | undefined, ToolDeclaration>();
    if (!named.has(tool.server)) named.set(tool.server, tool);
    tools.set(tool.name, named);
  }
  return tools;
}

/** The given declaration of the same tool: same server, or no server on one side and only one candidate. */
function counterpart(tools: GivenIndex['tools'], recorded: ToolDeclaration): ToolDeclaration | undefined {
  const named = tools.get(recorded.name);
  const exact = named?.get(recorded.server) ?? named?.get(undefined);
  if (exact !== undefined || recorded.server !== undefined) return exact;
  return named?.size === 1 ? named.values().next().value : undefined;
}

function observeMismatch(
  recorded: ToolDeclaration,
  given: ToolDeclaration | undefined,
  compare: CompareDeclarations,
): DeclarationObservation | undefined {
  if (given === undefined) return undefined;
  const differences = compare(given, withoutUngiven(recorded, given));
  return differences.length === 0 ? undefined : { kind: 'mismatch', tool: recorded, given, differences };
}

/** Only what the user gave is compared: a list in a provider's notation has no output schemas to disagree with. */
function withoutUngiven(recorded: ToolDeclaration, given: ToolDeclaration): ToolDeclaration {
  return {
    ...recorded,
    title: given.title === undefined ? undefined : recorded.title,
    description: given.description === undefined ? undefined : recorded.description,
    inputSchema: given.inputSchema === undefined ? undefined : recorded.inputSchema,
    outputSchema: given.outputSchema === undefined ? undefined : recorded.outputSchema,
  };
}
