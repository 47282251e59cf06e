import type { GivenWorkflow } from '../declare/declared.ts';
import type { DeclarationObservation } from '../declare/in-force.ts';
import type { DeclarationChange } from '../model/observation.ts';
import type { DeclaringEvent } from '../replay/judge.ts';

const isBreaking = (effect: string): boolean => effect === 'breaking-for-callers' || effect === 'breaking-for-readers';

/** What a declaring record did to the declarations before it, as observations at that record. */
export function observeDeclarations(
  event: DeclaringEvent,
  observations: readonly DeclarationObservation[],
  given: GivenWorkflow | undefined,
): readonly DeclarationChange[] {
  const found: DeclarationChange[] = [];
  for (const observation of observations) {
    if (observation.kind !== 'changed' && observation.kind !== 'mismatch') continue;
    const { tool, differences } = observation;
    const index = event.kind === 'declared' ? event.tools.findIndex((candidate) => candidate.name === tool.name) : -1;
    const declared = event.kind === 'declared' ? event.tools[index] : undefined;
    found.push({
      kind: observation.kind === 'changed' ? 'declaration-changed' : 'declaration-mismatch',
      site: { record: event.record, pointer: toolPointer(declared?.inputPointer), part: 'value' },
      subject: { run: event.run, server: tool.server, tool: tool.name },
      isAnnounced: observation.kind === 'changed' && observation.isAnnounced,
      isCompatible: differences.every((difference) => !isBreaking(difference.effect)),
      changes: differences,
      against: observation.kind === 'changed' ? 'the declaration before it' : sourceOf(given, observation.given.name),
    });
  }
  return found;
}

/** The tool object that holds the input schema. */
const toolPointer = (inputPointer: string | undefined): string =>
  inputPointer === undefined ? '' : inputPointer.slice(0, Math.max(0, inputPointer.lastIndexOf('/')));

const sourceOf = (given: GivenWorkflow | undefined, name: string): string =>
  given?.sources.find((source) => source.tools.some((tool) => tool.name === name))?.source ?? 'the given declaration';
