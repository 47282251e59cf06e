import type { GivenWorkflow } from '../declare/declared.ts';
import { declarationDifferences, stepDifferences } from '../delta/declarations.ts';
import { digestOf, sha256 } from '../digest/sha256.ts';
import { equalityKey } from '../json/equal.ts';
import type { DeclarationDifference, DeclarationEffect, StepDeclaration, ToolDeclaration } from '../model/declaration.ts';
import { isJsonArray, type JsonValue } from '../model/json.ts';
import { compareText } from '../model/order.ts';
import { compareSettings, type SettingDifferences } from './settings.ts';

/** One change of a declared tool or step. */
export interface DeclarationChange {
  /** 16 hex digits: the same for the same change in every run, whatever else changed and in whatever order. */
  readonly id: string;
  /** `workflow`: what holds for all of it. It has no name, since two versions of it are compared. */
  readonly of: 'tool' | 'step' | 'workflow';
  readonly server?: string | undefined;
  readonly name: string;
  readonly change: 'added' | 'removed' | 'changed';
  readonly effect: DeclarationEffect;
  /** JSON Pointer into the tool (`/inputSchema/…`, `/description`, `/effects`), the step (`/output/…`, `/tools`) or the workflow (`/global_config/…`). */
  readonly pointer: string;
  readonly what: string;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
  /** Taken out of the decision by the invocation. */
  readonly isAccepted: boolean;
}

export interface DeclarationChanges {
  /** The workflow, tools by server and name, then steps by name; inside each by pointer. */
  readonly changes: readonly DeclarationChange[];
  /** Tools and steps that are declared on both sides and say the same. */
  readonly unchanged: number;
  /** Accepted ids that no change has. */
  readonly unused: readonly string[];
}

export interface ComparedDeclarations {
  readonly before: GivenWorkflow;
  readonly after: GivenWorkflow;
  readonly accepted: readonly string[];
}

type Named = Pick<DeclarationChange, 'of' | 'server' | 'name' | 'change'>;

/** Compares everything two sides declare, tool by tool and step by step. A tool under another name is another tool. */
export function compareDeclarations({ before, after, accepted }: ComparedDeclarations): DeclarationChanges {
  const asked = new Set(accepted);
  const found: DeclarationChange[] = [];
  let unchanged = 0;
  const add = (named: Named, differences: readonly DeclarationDifference[]): void => {
    if (named.change === 'changed' && differences.length === 0) unchanged += 1;
    for (const difference of differences) found.push(changeOf(named, difference, asked));
  };
  const settings = compareSettings(before, after);
  if (settings.workflow.length > 0) add({ of: 'workflow', name: '', change: 'changed' }, settings.workflow);
  for (const pair of pairTools(toolsOf(before), toolsOf(after))) addTool(add, pair, settings);
  const [oldSteps, newSteps] = [stepsOf(before), stepsOf(after)];
  for (const name of [...new Set([...oldSteps.keys(), ...newSteps.keys()])].sort(compareText))
    addStep(add, oldSteps.get(name), newSteps.get(name));
  const used = new Set(found.map(({ id }) => id));
  return { changes: found, unchanged, unused: [...asked].filter((id) => !used.has(id)).sort(compareText) };
}

/** Both values are part of the identity: a text that was accepted is not accepted again with other words. */
function changeOf(named: Named, difference: DeclarationDifference, accepted: ReadonlySet<string>): DeclarationChange {
  const { pointer, what, effect, before, after } = difference;
  const ends = [before, after].map((value) => (value === undefined ? null : digestOf(unordered(pointer, value))));
  const id = sha256(JSON.stringify([named.of, named.server ?? null, named.name, pointer, what, effect, ...ends])).slice(0, 16);
  return {
    id,
    ...named,
    effect,
    pointer,
    what,
    ...(before !== undefined && { before }),
    ...(after !== undefined && { after }),
    isAccepted: accepted.has(id),
  };
}

const sets: ReadonlySet<string> = new Set(['required', 'enum', 'type', 'tools']);

/** A list whose order says nothing, in one order. */
function unordered(pointer: string, value: JsonValue): JsonValue {
  if (!isJsonArray(value) || !sets.has(pointer.slice(pointer.lastIndexOf('/') + 1))) return value;
  const keyed = value.map((item) => [equalityKey(item), item] as const);
  return keyed.sort(([a], [b]) => compareText(a, b)).map(([, item]) => item);
}

type Add = (named: Named, differences: readonly DeclarationDifference[]) => void;

function addTool(add: Add, [old, now]: Pair, settings: SettingDifferences): void {
  const { server, name } = now ?? old ?? { server: undefined, name: '' };
  const named = { of: 'tool', server: server ?? old?.server, name } as const;
  if (old !== undefined && now !== undefined)
    add({ ...named, change: 'changed' }, [...settings.ofTool(old, now), ...declarationDifferences(old, now)]);
  else if (now !== undefined)
    add({ ...named, change: 'added' }, [{ pointer: '', what: 'tool added', effect: 'compatible', after: wordsOf(now) }]);
  else if (old !== undefined)
    add({ ...named, change: 'removed' }, [{ pointer: '', what: 'tool removed', effect: 'breaking-for-callers', before: wordsOf(old) }]);
}

function addStep(add: Add, old: StepDeclaration | undefined, now: StepDeclaration | undefined): void {
  const named = { of: 'step', name: now?.step ?? old?.step ?? '' } as const;
  if (old !== undefined && now !== undefined) add({ ...named, change: 'changed' }, stepDifferences(old, now));
  else if (now !== undefined)
    add({ ...named, change: 'added' }, [{ pointer: '', what: 'step added', effect: 'compatible', ...after(now.outputSchema) }]);
  else if (old !== undefined) {
    const what = 'step removed: nothing is promised of its answer any more';
    add({ ...named, change: 'removed' }, [{ pointer: '', what, effect: 'breaking-for-readers', ...before(old.outputSchema) }]);
  }
}

const before = (value: JsonValue | undefined): { readonly before?: JsonValue } => (value === undefined ? {} : { before: value });
const after = (value: JsonValue | undefined): { readonly after?: JsonValue } => (value === undefined ? {} : { after: value });

/** What a tool says, without where it stood. */
function wordsOf({ title, description, annotations, inputSchema, outputSchema }: ToolDeclaration): JsonValue {
  const members = Object.entries({ title, description, annotations, inputSchema, outputSchema });
  const said: Record<string, JsonValue> = {};
  for (const [name, value] of members) if (value !== undefined) said[name] = value;
  return said;
}

type Tools = ReadonlyMap<string, ReadonlyMap<string | undefined, ToolDeclaration>>;

/** By name, then by server; of two declarations of one tool the first counts. */
function toolsOf({ sources }: GivenWorkflow): Tools {
  const tools = new Map<string, Map<string | undefined, ToolDeclaration>>();
  for (const tool of sources.flatMap((source) => source.tools)) {
    const named = tools.get(tool.name) ?? new Map<string | undefined, ToolDeclaration>();
    if (!named.has(tool.server)) named.set(tool.server, tool);
    tools.set(tool.name, named);
  }
  return tools;
}

function stepsOf({ sources }: GivenWorkflow): ReadonlyMap<string, StepDeclaration> {
  const steps = new Map<string, StepDeclaration>();
  for (const step of sources.flatMap((source) => source.steps)) if (!steps.has(step.step)) steps.set(step.step, step);
  return steps;
}

type Pair = readonly [old: ToolDeclaration | undefined, now: ToolDeclaration | undefined];

/** The same server and name; or the same name, where one side names no server and each has only this one left. */
function pairTools(before: Tools, after: Tools): readonly Pair[] {
  const pairs: Pair[] = [];
  for (const name of new Set([...before.keys(), ...after.keys()])) {
    const old = new Map(before.get(name));
    const now = new Map(after.get(name));
    for (const [server, tool] of old) {
      const same = now.get(server);
      if (same === undefined) continue;
      pairs.push([tool, same]);
      old.delete(server);
      now.delete(server);
    }
    pairs.push(...pairRest([...old.values()], [...now.values()]));
  }
  return pairs.sort((a, b) => comparePairs(a, b));
}

function pairRest(old: readonly ToolDeclaration[], now: readonly ToolDeclaration[]): readonly Pair[] {
  const [left, right] = [old[0], now[0]];
  const isOnly = old.length === 1 && now.length === 1 && left !== undefined && right !== undefined;
  if (isOnly && (left.server === undefined || right.server === undefined)) return [[left, right]];
  return [...old.map((tool): Pair => [tool, undefined]), ...now.map((tool): Pair => [undefined, tool])];
}

function comparePairs([a, x]: Pair, [b, y]: Pair): number {
  const [left, right] = [x ?? a, y ?? b];
  return compareText(left?.server ?? '', right?.server ?? '') || compareText(left?.name ?? '', right?.name ?? '');
}
