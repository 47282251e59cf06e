import { isEqual } from '../json/equal.ts';
import type { Delta, GateName } from '../model/delta.ts';
import type { AttemptFailed } from '../model/event/failures.ts';
import type { Disposition } from '../model/finding.ts';
import type { JsonValue } from '../model/json.ts';
import type { VerdictMismatch } from '../model/observation/gates.ts';
import type { Observation } from '../model/observation.ts';
import { inputPairs } from './authorization/pairs.ts';
import { modelBehavior } from './protocol.ts';
import { eventSite, siteOfDelta, valueSite } from './site.ts';
import { readingDifference, stageDifferences } from './stages.ts';
import { isRefusedByHost, isUndecided, type Judgement, type Stage, type Story } from './story.ts';
import { subjectOf } from './subject.ts';

const hasRecordedFail = (story: Story, gate: 'input' | 'output'): boolean =>
  story.failure !== undefined || story.gates.some((recorded) => recorded.gate === gate && recorded.verdict === 'fail');

/** What became of a deviation in the arguments (ledger.md §1). */
function inputDisposition(story: Story): Disposition {
  if (story.executed !== undefined || story.outcome === 'ok') return 'accepted';
  if (story.outcome === 'refused' || hasRecordedFail(story, 'input')) return 'refused';
  if (story.outcome === 'tool_error' || story.outcome === 'protocol_error') return 'errored';
  return 'unknown';
}

/** What became of a deviation in a result or an answer. */
function outputDisposition(story: Story): Disposition {
  if (story.committed !== undefined || story.released !== undefined) return 'accepted';
  return hasRecordedFail(story, 'output') ? 'refused' : 'unknown';
}

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

function deviations({ story, judgement, disposition }: Judged): readonly Observation[] {
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

interface Causes {
  readonly input: Observation | undefined;
  readonly output: Observation | undefined;
}

const firstDeviation = (observations: readonly Observation[]): Observation | undefined =>
  observations.find((observation) => observation.kind === 'deviation');

/** A deviating call that ran, or was answered with success. */
function executedDespite(story: Story, input: readonly Observation[]): readonly Observation[] {
  const cause = firstDeviation(input);
  if (cause === undefined) return [];
  const ran = story.executed ?? (story.outcome === 'ok' ? story.returned : undefined);
  if (ran === undefined) return [];
  const evidence = story.executed === undefined ? 'inferred' : 'recorded';
  return [{ kind: 'executed-despite-deviation', site: eventSite(ran.record), subject: subjectOf(story), cause, evidence }];
}

function committedDespite(story: Story, output: readonly Observation[]): readonly Observation[] {
  const cause = firstDeviation(output);
  const kept = story.committed ?? story.released;
  if (cause === undefined || kept === undefined) return [];
  const isReleasedOnly = story.committed === undefined ? true : undefined;
  const base = { site: eventSite(kept.record), subject: subjectOf(story), cause };
  return [{ kind: 'committed-despite-deviation', ...base, evidence: 'recorded', isReleasedOnly }];
}

const isOrphan = ({ kind }: Observation): boolean => kind === 'orphan-execution';

const isFailedBefore = (story: Story, gate: 'input' | 'output'): boolean =>
  story.gates.some((recorded) => recorded.gate === gate && recorded.verdict === 'fail');

/** Nothing says that the gate was asked, or it said no and we would have said yes (the rule needs a source that records gates). */
function ungated(story: Story, causes: Causes, mismatches: readonly VerdictMismatch[]): readonly Observation[] {
  const found: Observation[] = [];
  const subject = subjectOf(story);
  const { executed, committed } = story;
  const causeOf = (gate: GateName): Observation | undefined => causes[gate] ?? mismatches.find((mismatch) => mismatch.gate === gate);
  const orphan = story.observations.find(isOrphan);
  if (executed !== undefined && story.isUngatedExecution && !(isFailedBefore(story, 'input') && causes.input !== undefined))
    found.push({
      kind: 'ungated-execution',
      site: eventSite(executed.record),
      subject,
      cause: causeOf('input') ?? orphan,
      isFailed: isFailedBefore(story, 'input'),
    });
  if (committed !== undefined && story.isUngatedCommit && !(isFailedBefore(story, 'output') && causes.output !== undefined))
    found.push({
      kind: 'ungated-commit',
      site: eventSite(committed.record),
      subject,
      cause: causeOf('output'),
      isFailed: isFailedBefore(story, 'output'),
    });
  return found;
}

/** A gate that passes what deviates follows from the deviation; one that fails what is as declared stands for itself. */
const explained = (mismatch: VerdictMismatch, causes: Causes): VerdictMismatch => {
  const cause = mismatch.recomputed === 'fail' ? causes[mismatch.gate] : undefined;
  return cause === undefined ? mismatch : { ...mismatch, cause };
};

const schemaOf = (story: Story, which: 'inputSchema' | 'outputSchema'): JsonValue | undefined =>
  story.found?.kind === 'declared' ? story.found.tool[which] : story.answerSchema;

function changes(story: Story, causes: Causes): readonly Observation[] {
  const subject = subjectOf(story);
  const found: Observation[] = [];
  const isStrict = story.found?.kind === 'declared' && story.found.tool.isStrict === true;
  const causeOf = (own: Observation | undefined): Observation | undefined => own ?? story.clash;
  const compare = (
    before: Stage | undefined,
    after: Stage | undefined,
    told: { cause: Observation | undefined; schema: JsonValue | undefined },
  ): void => {
    if (before === undefined || after === undefined) return;
    const pair = { before, after, schema: told.schema, isStrict };
    found.push(...stageDifferences(pair, { subject, cause: causeOf(told.cause) }));
    const unread = readingDifference(pair, { subject, cause: told.cause });
    if (unread !== undefined) found.push(unread);
  };
  for (const { before, after, isFollowing } of inputPairs(story)) {
    const cause = causes.input ?? (isFollowing === true ? story.digestsApart : undefined);
    compare(before, after, { cause, schema: schemaOf(story, 'inputSchema') });
  }
  for (const { before, after } of story.earlierHandings)
    compare(before, after, { cause: causes.output, schema: schemaOf(story, 'outputSchema') });
  compare(story.returned, story.committed, { cause: causes.output, schema: schemaOf(story, 'outputSchema') });
  compare(story.committed ?? story.returned, story.released, { cause: causes.output, schema: schemaOf(story, 'outputSchema') });
  return found;
}

/** Every deviation owes a failure event (the rule asks only where the source records failures). */
function unrecordedFailure(story: Story, causes: Causes): readonly Observation[] {
  const cause = causes.input ?? causes.output;
  if (cause === undefined || story.failure !== undefined) return [];
  const gate = causes.input === undefined ? 'output' : 'input';
  const failed = story.gates.find((recorded) => recorded.gate === gate && recorded.verdict === 'fail');
  const stage = gate === 'input' ? story.input?.stage : story.output?.stage;
  const record = failed?.record ?? stage?.record;
  return record === undefined
    ? []
    : [{ kind: 'unrecorded-failure', site: eventSite(record), subject: subjectOf(story), cause, isOpenTail: story.isOpenTail }];
}

/** A call that satisfies its declaration was refused as invalid; after a decision the refusal may be the policy's. */
function rejectedThoughValid(story: Story): readonly Observation[] {
  const failure = failedThoughValid(story);
  if (failure !== undefined)
    return [{ kind: 'rejected-though-valid', site: eventSite(failure.record), subject: subjectOf(story), gate: failure.gate }];
  if (!isRefusedByHost(story) || isUndecided(story) || story.input?.answer.verdict !== 'pass' || story.returned === undefined) return [];
  return [{ kind: 'rejected-though-valid', site: eventSite(story.returned.record), subject: subjectOf(story) }];
}

/** A recorded failure says that a gate stopped it, no gate is recorded that did, and asked again it passes. */
function failedThoughValid(story: Story): (AttemptFailed & { readonly gate: GateName }) | undefined {
  const { failure, gates, call, attempt } = story;
  if (failure === undefined || !modelBehavior.has(failure.failureClass ?? '')) return undefined;
  const { gate } = failure;
  if (gate !== 'input' && gate !== 'output') return undefined;
  // a failure of a step speaks of all the calls that wait there, and of an attempt of no other
  const isOwn =
    call === undefined ? attempt === undefined || failure.attempt === undefined || attempt === failure.attempt : failure.call === call;
  const isTold = gates.some((recorded) => recorded.gate === gate && recorded.verdict !== 'pass');
  return isOwn && !isTold && story[gate]?.answer.verdict === 'pass' ? { ...failure, gate } : undefined;
}

export interface Closing {
  readonly observations: readonly Observation[];
  /** One for each value that was judged: proposals that were rewritten, what stood for the call in the end, its result. */
  readonly sides: readonly { readonly deviations: number; readonly disposition: Disposition }[];
}

const countOf = (observations: readonly Observation[]): number =>
  observations.filter((observation) => observation.kind === 'deviation').length;

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
  return isClean(story.input) && isClean(story.output) && isUneventful(story);
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
  const found = deviations({ story, judgement: { ...stray, answer: { ...stray.answer, notes: [] } }, disposition: 'accepted' });
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
