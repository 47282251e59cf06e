import type { GivenWorkflow } from '../declare/declared.ts';
import type { DeclarationObservation } from '../declare/in-force.ts';
import type { DeclarationChange } from '../model/observation/declarations.ts';
import type { DeclaringEvent } from '../replay/judge.ts';
import { stepSourceOf } from './contracts.ts';

const isBreaking = (effect: string): boolean => effect === 'breaking-for-callers' || effect === 'breaking-for-readers';

/**
 * What a declaring record did to the declarations before it, as observations at that record. `isListing` is false for sources whose
 * requests offer tools anew each time: what the next one does not offer was not removed, and each hands the model what it declares, which
 * announces a change.
 */
export function observeDeclarations(
  event: DeclaringEvent,
  observations: readonly DeclarationObservation[],
  told: Told,
): readonly DeclarationChange[] {
  return observations.flatMap((observation) => {
    if (isOfStep(observation)) return [changeOfStep(event, observation, told.given)];
    const isOfList = observation.kind === 'added' || observation.kind === 'removed';
    return isOfList && !told.isListing ? [] : [changeOf(event, observation, told)];
  });
}

interface Told {
  readonly given: GivenWorkflow | undefined;
  readonly isListing: boolean;
}

type StepObservation = Extract<DeclarationObservation, { readonly kind: 'step-changed' | 'step-mismatch' }>;

/** A run declares a step once; whatever it says of it again, nobody announced. */
function changeOfStep(
  event: DeclaringEvent,
  { kind, step, differences }: StepObservation,
  given: GivenWorkflow | undefined,
): DeclarationChange {
  const isChange = kind === 'step-changed';
  return {
    kind: isChange ? 'declaration-changed' : 'declaration-mismatch',
    site: { record: event.record, pointer: step.outputPointer, part: 'value' },
    subject: { run: event.run, step: step.step },
    change: 'changed',
    isAnnounced: false,
    isCompatible: differences.every((difference) => !isBreaking(difference.effect)),
    changes: differences,
    against: isChange ? 'the declaration before it' : (stepSourceOf(given, step.step) ?? 'the given declaration'),
  };
}

const isOfStep = (observation: DeclarationObservation): observation is StepObservation =>
  observation.kind === 'step-changed' || observation.kind === 'step-mismatch';

function changeOf(
  event: DeclaringEvent,
  observation: Exclude<DeclarationObservation, StepObservation>,
  { given, isListing }: Told,
): DeclarationChange {
  const { tool } = observation;
  const declared =
    event.kind === 'declared' ? event.tools.find(({ name }) => name === tool.name) : event.kind === 'continued' ? tool : undefined;
  const base = {
    site: { record: event.record, pointer: toolPointer(declared?.inputPointer), part: 'value' as const },
    subject: { run: event.run, server: tool.server, tool: tool.name },
    change: observation.kind === 'mismatch' ? ('changed' as const) : observation.kind,
  };
  switch (observation.kind) {
    case 'added':
    case 'removed':
      return {
        ...base,
        kind: 'declaration-changed',
        isAnnounced: observation.isAnnounced,
        // nobody called what was not there; whoever calls what is gone is turned away
        isCompatible: observation.kind === 'added',
        changes: [],
        against: 'the list before it',
      };
    case 'changed':
    case 'mismatch':
      return {
        ...base,
        kind: observation.kind === 'changed' ? 'declaration-changed' : 'declaration-mismatch',
        isAnnounced: observation.kind === 'changed' && (observation.isAnnounced || !isListing),
        isByRequest: isListing ? undefined : true,
        isCompatible: observation.differences.every((difference) => !isBreaking(difference.effect)),
        changes: observation.differences,
        against: observation.kind === 'changed' ? 'the declaration before it' : sourceOf(given, observation.given.name),
      };
  }
}

/** The tool object that holds the input schema. */
const toolPointer = (inputPointer: string | undefined): string =>
  inputPointer === undefined ? '' : inputPointer.slice(0, Math.max(0, inputPointer.lastIndexOf('/')));

const sourceOf = (given: GivenWorkflow | undefined, name: string): string =>
  given?.sources.find((source) => source.tools.some((tool) => tool.name === name))?.source ?? 'the given declaration';
