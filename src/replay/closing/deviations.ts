import type { Delta } from '../../model/delta.ts';
import type { Disposition } from '../../model/finding.ts';
import type { Observation } from '../../model/observation.ts';
import { eventSite, siteOfDelta, valueSite } from '../site.ts';
import type { Judgement, Story } from '../story.ts';
import { subjectOf } from '../subject.ts';

/** The name that ran instead is the best word for what a lenient system made of an invented one. */
function withSubstitute(delta: Delta, story: Story): Delta {
  const ran = story.executed?.tool;
  if (delta.kind !== 'invented-tool' || ran === undefined || ran === story.tool) return delta;
  const { hint: _nearest, ...rest } = delta; // what ran is a better word than what looks alike
  return { ...rest, repair: ran };
}

interface Judged {
  readonly story: Story;
  readonly judgement: Judgement;
  readonly disposition: Disposition;
}

export function deviations({ story, judgement, disposition }: Judged): readonly Observation[] {
  const { answer, stage, gate } = judgement;
  const subject = subjectOf(story);
  const site = (delta: Delta) =>
    delta.kind === 'invented-tool' || delta.kind === 'tool-not-offered'
      ? valueSite(stage.record, stage.toolPointer ?? '')
      : siteOfDelta(stage.record, stage.payload, delta);
  const failing =
    answer.verdict === 'fail'
      ? answer.deltas.map(
          (delta): Observation => ({
            kind: 'deviation',
            gate,
            subject,
            disposition,
            delta: withSubstitute(delta, story),
            recovery: story.isStopped ? story.recovery : undefined,
            site: site(delta),
          }),
        )
      : [];
  return [...failing, ...answer.notes.map((delta): Observation => ({ kind: 'remark', gate, subject, delta, site: site(delta) }))];
}

export interface Causes {
  readonly input: Observation | undefined;
  readonly output: Observation | undefined;
}

export const firstDeviation = (observations: readonly Observation[]): Observation | undefined =>
  observations.find((observation) => observation.kind === 'deviation');

/** A deviating call that ran, or was answered with success. */
export function executedDespite(story: Story, input: readonly Observation[]): readonly Observation[] {
  const cause = firstDeviation(input);
  if (cause === undefined) return [];
  const ran = story.executed ?? (story.outcome === 'ok' ? story.returned : undefined);
  if (ran === undefined || ran.isTried === true) return [];
  const evidence = story.executed === undefined ? 'inferred' : 'recorded';
  return [{ kind: 'executed-despite-deviation', site: eventSite(ran.record), subject: subjectOf(story), cause, evidence }];
}

export function committedDespite(story: Story, output: readonly Observation[]): readonly Observation[] {
  const cause = firstDeviation(output);
  const kept = story.committed ?? story.released;
  if (cause === undefined || kept === undefined) return [];
  const isReleasedOnly = story.committed === undefined ? true : undefined;
  const base = { site: eventSite(kept.record), subject: subjectOf(story), cause };
  return [{ kind: 'committed-despite-deviation', ...base, evidence: 'recorded', isReleasedOnly }];
}
