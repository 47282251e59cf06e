import type { GivenWorkflow } from '../declare/declared.ts';
import type { RunOpened } from '../model/event/runs.ts';
import type { DeclarationChange } from '../model/observation/declarations.ts';
import { eventSite } from '../replay/site.ts';

type Change = DeclarationChange['changes'][number];

/**
 * What a run says of its own posture, against the workflow file that is given (ledger.md §1: it fills gaps, and is compared). The run's word is in
 * force. One that binds itself less than the file does is told as a difference that matters, one that binds itself further as a note, and so is a run
 * of another workflow, of which the file says nothing.
 */
export function postureMismatch(event: RunOpened, given: GivenWorkflow | undefined): DeclarationChange | undefined {
  const [first] = given?.workflows ?? [];
  if (given === undefined || first === undefined) return undefined;
  const isOther = isOfOtherWorkflow(event, given);
  const changes = isOther ? [otherWorkflow(event, first.name)] : postureChanges(event, given);
  if (changes.length === 0) return undefined;
  return {
    kind: 'declaration-mismatch',
    site: eventSite(event.record),
    subject: { run: event.run },
    change: 'changed',
    isAnnounced: false,
    isCompatible: changes.every(({ effect }) => effect !== looser),
    changes,
    against: first.source,
  };
}

const looser = 'looser';
const stricter = 'stricter';

/** A file that names no workflow is for any. */
function isOfOtherWorkflow({ workflow }: RunOpened, { workflows = [] }: GivenWorkflow): boolean {
  return workflow !== undefined && workflows.every(({ name }) => name !== undefined && name !== workflow);
}

const otherWorkflow = ({ workflow }: RunOpened, name: string | undefined): Change => ({
  pointer: '/workflow',
  what: `the run is of the workflow ${workflow}, the file of ${name}`,
  effect: 'another workflow',
});

function postureChanges(event: RunOpened, given: GivenWorkflow): readonly Change[] {
  return [
    ...flagChanges('strict_mode', given.isStrict, event.isStrict),
    ...boundChanges(given.maxIterations, event.maxIterations),
    ...flagChanges('closed_objects', given.isClosedObjects, event.isClosedObjects),
  ];
}

function flagChanges(name: string, file: boolean | undefined, run: boolean | undefined): readonly Change[] {
  if (file === undefined || run === undefined || file === run) return [];
  return [{ pointer: `/global_config/${name}`, what: `${name} is ${run}, and ${file} in the file`, effect: file ? looser : stricter }];
}

function boundChanges(file: number | undefined, run: number | undefined): readonly Change[] {
  if (file === undefined || run === undefined || file === run) return [];
  const what = `max_iterations is ${run}, and ${file} in the file`;
  return [{ pointer: '/global_config/max_iterations', what, effect: run > file ? looser : stricter }];
}
