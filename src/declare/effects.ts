import { appendToken } from '../json/pointer.ts';
import type { ToolDeclaration, ToolEffect } from '../model/declaration.ts';
import { isJsonObject } from '../model/json.ts';
import type { GivenWorkflow } from './declared.ts';
import { nearestName } from './nearest.ts';
import { refuse } from './refused.ts';
import { expectObject, expectText, type Part, partAt, refusePart } from './shape.ts';

/**
 * `effects` of an entry of `tools` (ledger.md §7): which of its tools do something to the world, and which tool undoes it. A name that the
 * entry's list does not hold is an unknown key: an effect nobody finds would be one that is silently never asked about.
 */
export function readEffects(part: Part | undefined, tools: readonly ToolDeclaration[]): readonly ToolEffect[] {
  if (part === undefined) return [];
  if (!isJsonObject(part.value)) return refusePart(part, 'effects must be an object from tool names to their compensation');
  refuseUnknown(part, Object.keys(part.value), new Set(tools.map(({ name }) => name)));
  return Object.entries(part.value).flatMap(([name, value]) => {
    const effect: Part = { document: part.document, pointer: appendToken(part.pointer, name), value };
    expectObject(effect, `the effects of ${JSON.stringify(name)}`, ['compensate_with']);
    const compensateWith = expectText(partAt(effect, 'compensate_with'), 'compensate_with');
    return tools.filter((tool) => tool.name === name).map(({ server }) => effectOf({ server, tool: name, compensateWith }, tools));
  });
}

function refuseUnknown(part: Part, asked: readonly string[], listed: ReadonlySet<string>): void {
  const unknown = asked.find((name) => !listed.has(name));
  if (unknown === undefined) return;
  const nearest = nearestName(unknown, [...listed]);
  const hint = nearest === undefined ? '' : `; did you mean ${JSON.stringify(nearest)}?`;
  refuse(
    part.document.source,
    `effects names ${JSON.stringify(unknown)}, which this entry's list of tools does not hold${hint}`,
    part.document.place(appendToken(part.pointer, unknown), 'key'),
  );
}

function effectOf(effect: ToolEffect, tools: readonly ToolDeclaration[]): ToolEffect {
  const isOwn = tools.some(({ name, server }) => name === effect.compensateWith && server === effect.server);
  return isOwn && effect.server !== undefined ? { ...effect, compensateServer: effect.server } : effect;
}

/** Declared effects, ready to be asked. */
export interface EffectIndex {
  /** Undefined: none is declared for the tool, or which tool is meant cannot be told. */
  of(server: string | undefined, tool: string): ToolEffect | undefined;
  /** Whether a tool of that name undoes any effect. */
  undoes(tool: string): boolean;
}

type ByServer = Map<string | undefined, ToolEffect | undefined>;

/**
 * Identity as for a call: a declaration without a server answers for every server, a name without one for the only given tool that has it.
 * Undefined where no effect is declared at all.
 */
export function indexEffects(workflow: GivenWorkflow | undefined): EffectIndex | undefined {
  const effects = workflow?.effects ?? [];
  if (effects.length === 0) return undefined;
  const named = new Map<string, ByServer>();
  for (const effect of effects) {
    const known: ByServer = named.get(effect.tool) ?? new Map();
    named.set(effect.tool, known.set(effect.server, effect));
  }
  // tools without an effect that share a name with one that has: a bare name means neither
  for (const { name, server } of (workflow?.sources ?? []).flatMap(({ tools }) => tools)) {
    const known = named.get(name);
    if (known?.has(server) === false) known.set(server, undefined);
  }
  const undoers = new Set(effects.map(({ compensateWith }) => compensateWith));
  return {
    of(server, tool) {
      const known = named.get(tool);
      if (known === undefined) return undefined;
      if (known.has(server)) return known.get(server);
      if (known.has(undefined)) return known.get(undefined);
      return server === undefined && known.size === 1 ? known.values().next().value : undefined;
    },
    undoes: (tool) => undoers.has(tool),
  };
}
