import type { CallWrapper, GivenWorkflow } from '../declare/declared.ts';
import { indexEffects } from '../declare/effects.ts';
import { isEqual } from '../json/equal.ts';
import type { DeclarationDifference, ToolDeclaration, ToolEffect } from '../model/declaration.ts';
import type { JsonValue } from '../model/json.ts';
import { compareText } from '../model/order.ts';

// What a workflow file declares besides its tools and steps: by what a run is judged, and what it owes. No value is refused or accepted by it, so
// that it breaks neither callers nor readers by itself; what it does to a run, the run decides.

type Setting = readonly [pointer: string, value: JsonValue | undefined];

/** What two workflow files say otherwise. */
export interface SettingDifferences {
  /** What holds for the whole workflow, by its places in the file (ledger.md §7). */
  readonly workflow: readonly DeclarationDifference[];
  /** What a tool does to the world, and what undoes it. */
  ofTool(before: ToolDeclaration, after: ToolDeclaration): readonly DeclarationDifference[];
}

/** A list of tools says nothing of settings: only two workflow files can say different things. */
export function compareSettings(before: GivenWorkflow, after: GivenWorkflow): SettingDifferences {
  if (!isWorkflowFile(before) || !isWorkflowFile(after)) return { workflow: [], ofTool: () => [] };
  const [old, now] = [indexEffects(before), indexEffects(after)];
  const effectOf = (index: typeof old, { server, name }: ToolDeclaration): readonly Setting[] => [
    ['/effects', effectValue(index?.of(server, name))],
  ];
  return {
    workflow: between(workflowSettings(before), workflowSettings(after)),
    ofTool: (one, other) => between(effectOf(old, one), effectOf(now, other)),
  };
}

function workflowSettings({ sources, strip, wrappers, isStrict, maxIterations, isClosedObjects }: GivenWorkflow): readonly Setting[] {
  return [
    ['/global_config/closed_objects', isClosedObjects],
    ['/global_config/max_iterations', maxIterations],
    ['/global_config/strict_mode', isStrict],
    ['/names/strip', listOf([...strip].sort(compareText))],
    ['/names/wrappers', listOf([...(wrappers ?? [])].sort((a, b) => compareText(a.tool, b.tool)).map(wrapperValue))],
    ['/scope', sources.some(({ scope }) => scope === 'closed') ? 'closed' : undefined],
  ];
}

const isWorkflowFile = ({ workflows }: GivenWorkflow): boolean => workflows !== undefined && workflows.length > 0;

/** An empty list declares what none does. */
const listOf = (values: readonly JsonValue[]): JsonValue | undefined => (values.length === 0 ? undefined : values);

const wrapperValue = (rule: CallWrapper): JsonValue =>
  Object.fromEntries(Object.entries(rule).filter((entry): entry is [string, string] => entry[1] !== undefined));

function effectValue(effect: ToolEffect | undefined): JsonValue | undefined {
  if (effect === undefined) return undefined;
  return effect.compensateWith === undefined ? {} : { compensate_with: effect.compensateWith };
}

function between(before: readonly Setting[], after: readonly Setting[]): readonly DeclarationDifference[] {
  const now = new Map(after);
  return before.flatMap(([pointer, old]) => difference(pointer, old, now.get(pointer)));
}

function difference(pointer: string, before: JsonValue | undefined, after: JsonValue | undefined): readonly DeclarationDifference[] {
  if (before === after || (before !== undefined && after !== undefined && isEqual(before, after))) return [];
  const sides = { ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
  return [{ pointer, what: 'a setting, no shape: what it does to a run is not decided here', effect: 'undecidable', ...sides }];
}
