import type { Disposition } from '../model/finding.ts';
import type { VerdictMismatch } from '../model/observation/gates.ts';
import type { Observation } from '../model/observation.ts';
import { committedDespite, deviations, executedDespite, firstDeviation } from './closing/deviations.ts';
import { changes } from './closing/differences.ts';
import { inputDisposition, outputDisposition } from './closing/disposition.ts';
import { explained, isOrphan, rejectedThoughValid, ungated, unrecordedFailure } from './closing/gates.ts';
import { eventSite } from './site.ts';
import type { Judgement, Story } from './story.ts';
import { subjectOf } from './subject.ts';

export interface Closing {
  readonly observations: readonly Observation[];
  /** One for each value that was judged: proposals that were rewritten, what stood for the call in the end, its result. */
  readonly sides: readonly { readonly deviations: number; readonly disposition: Disposition }[];
}

const countOf = (observations: readonly Observation[]): number =>
  observations.filter((observation) => observation.kind === 'deviation').length;

interface Said {
  readonly gate: Observation | undefined;
  readonly differences: readonly Observation[];
}

/**
 * A repaired text follows from what was wrong with the answer, a release without its gate from what became of the gate, and a second commit of
 * another value is the difference between one of the two and the answer.
 */
function withCause(observation: Observation, output: Observation | undefined, { gate, differences }: Said): Observation {
  if (output !== undefined && observation.kind === 'unauthorized-recovery') return { ...observation, cause: output };
  if (observation.kind === 'repeated-commit' && observation.isOther) {
    const cause = differences.find((one) => one.kind === 'stage-difference' && one.after.stage === 'committed');
    return cause === undefined ? observation : { ...observation, cause };
  }
  const isUngated = observation.kind === 'released-early' && observation.missing.includes('gate');
  const cause = output ?? gate;
  return isUngated && cause !== undefined ? { ...observation, cause } : observation;
}

/** It follows from the change between what had passed and this. */
function strayObservations(story: Story, stray: Judgement, differences: readonly Observation[]): readonly Observation[] {
  const { stage, gate } = stray;
  const change = differences.find((one) => one.kind === 'stage-difference' && one.after.record === stage.record);
  // another tool may have run: then it is its declaration that the arguments break
  const subject = { ...story, server: stage.server ?? story.server, tool: stage.tool ?? story.tool };
  const found = deviations({ story: subject, judgement: { ...stray, answer: { ...stray.answer, notes: [] } }, disposition: 'accepted' });
  const [first, ...others] = found.map((deviation) => ({ ...deviation, cause: change }));
  if (first === undefined) return [];
  return [
    first,
    ...others,
    {
      kind: gate === 'input' ? 'executed-despite-deviation' : 'committed-despite-deviation',
      ...{ site: eventSite(stage.record), subject: subjectOf(story), cause: first, evidence: 'recorded' },
      isReleasedOnly: stage.name === 'released' ? true : undefined,
    },
  ];
}

/** Turns a finished story into what was observed of it: deviations first, then what followed from them. */
export function closeStory(story: Story, found: readonly VerdictMismatch[], strays: readonly Judgement[]): Closing {
  const rewritten = story.rewritten.map((judgement) => deviations({ story, judgement, disposition: 'refused' }));
  const inputAnswer = { disposition: inputDisposition(story) };
  const outputAnswer = { disposition: outputDisposition(story) };
  const input = story.input === undefined ? [] : deviations({ story, judgement: story.input, ...inputAnswer });
  const output = story.output === undefined ? [] : deviations({ story, judgement: story.output, ...outputAnswer });
  const causes = { input: firstDeviation(input), output: firstDeviation(output) };
  const mismatches = found.map((mismatch) => explained(mismatch, causes));
  const unpassed = ungated(story, causes, mismatches);
  const gate = mismatches.find((mismatch) => mismatch.gate === 'output') ?? unpassed.find(({ kind }) => kind === 'ungated-commit');
  const differences = changes(story, causes);
  const strayed = strays.map((stray) => strayObservations(story, stray, differences));
  return {
    observations: [
      ...rewritten.flat(),
      ...input,
      ...output,
      ...executedDespite(story, input),
      ...committedDespite(story, output),
      ...unrecordedFailure(story, causes),
      ...mismatches,
      ...story.observations.filter(isOrphan), // said before what follows from it
      ...unpassed,
      ...differences,
      ...strayed.flat(),
      ...rejectedThoughValid(story),
      ...story.observations
        .filter((one) => !isOrphan(one))
        .map((observation) => withCause(observation, causes.output, { gate, differences })),
    ],
    sides: [
      ...rewritten.map((observations) => ({ deviations: countOf(observations), disposition: 'refused' as const })),
      { deviations: countOf(input), ...inputAnswer },
      { deviations: countOf(output), ...outputAnswer },
      ...strayed.map((observations) => ({ deviations: countOf(observations), disposition: 'accepted' as const })),
    ],
  };
}
