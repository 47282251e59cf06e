import { isEqual } from '../../json/equal.ts';
import { inputPairs } from '../authorization/pairs.ts';
import { failedUnjudged } from '../protocol.ts';
import { isRefusedByHost, type Judgement, type Stage, type Story } from '../story.ts';
import { failedThoughValid } from './gates.ts';

const isClean = (judgement: Judgement | undefined): boolean =>
  judgement === undefined || (judgement.answer.verdict !== 'fail' && judgement.answer.notes.length === 0);

/** Whether both stages hold the same, or one of them holds nothing to compare. */
function isKept(before: Stage | undefined, after: Stage | undefined): boolean {
  if (before === undefined || after === undefined) return true;
  const isSameTool =
    before.tool === undefined || after.tool === undefined || (before.tool === after.tool && before.server === after.server);
  return isSameTool && (before.value === undefined || after.value === undefined || isEqual(before.value, after.value));
}

/** True when nothing about a story can be observed: nearly every story of a healthy record, so this comes first. */
export function isQuiet(story: Story): boolean {
  const owesFailure = story.failure === undefined && story.gates.length > 0 && failedUnjudged(story) !== undefined;
  return isClean(story.input) && isClean(story.output) && isUneventful(story) && !hasUnjudged(story) && !owesFailure;
}

/** The value that stood before a gate is not recorded, and that of a stage after it is. */
function hasUnjudged({ input, output, effective, executed, returned, committed, released }: Story): boolean {
  const isFirst = (before: Stage | undefined, after: Stage | undefined): boolean =>
    before !== undefined && before.value === undefined && after?.value !== undefined;
  return (
    (input?.answer.verdict === 'unchecked' && isFirst(effective, executed)) ||
    (output?.answer.verdict === 'unchecked' && (isFirst(returned, committed) || isFirst(committed ?? returned, released)))
  );
}

/** True when all there is to say of a story can be said now: its gates had an answer, and nothing that is recorded says otherwise. */
export function isAtRest(story: Story): boolean {
  const isAnswered = (judgement: Judgement | undefined): boolean =>
    judgement === undefined || judgement.answer.verdict === 'pass' || judgement.answer.verdict === 'no-contract';
  // what was authorised before it was proposed is still to be compared with that
  const isBound = story.authorizations.every(({ from }) => from !== undefined);
  return (
    isBound &&
    isAnswered(story.input) &&
    isAnswered(story.output) &&
    story.gates.every(({ verdict }) => verdict === 'pass') &&
    isUneventful(story)
  );
}

/** What stands beside the gates' own answers: rewrites, reruns, passes that are missing, differences between stages. */
function isUneventful(story: Story): boolean {
  return (
    story.observations.length === 0 &&
    story.rewritten.length === 0 &&
    story.earlierRuns.length === 0 &&
    story.earlierHandings.length === 0 &&
    !story.isUngatedExecution &&
    !story.isUngatedCommit &&
    !isRefusedByHost(story) &&
    failedThoughValid(story) === undefined &&
    (story.authorizations.length === 0
      ? isKept(story.ranFrom, story.executed)
      : inputPairs(story).every(({ before, after }) => isKept(before, after))) &&
    isKept(story.returned, story.committed) &&
    isKept(story.committed ?? story.returned, story.released)
  );
}
