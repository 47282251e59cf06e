import type { GateAnswer } from '../model/delta.ts';
import type { GateChecked } from '../model/event/calls.ts';
import type { Context } from './context.ts';
import { lateAnswer } from './late-gates.ts';
import type { Run } from './run.ts';
import { placeOf } from './site.ts';
import { isDigestOfStage } from './stage-digests.ts';
import type { Judgement, RecordedGate, Story } from './story.ts';

type OfStep = { readonly step?: string | undefined; readonly instance?: string | undefined };
type OfCall = OfStep & { readonly call?: string | undefined };

/** One answer at a time is open per step and instance. */
export const stepKey = (event: OfStep): string => `${event.step ?? ''}\u0000${event.instance ?? ''}`;

const looseKey = (event: OfCall): string => (event.call === undefined ? stepKey(event) : `\u0000${event.call}`);

/** Only calls that an event without an id can mean are kept: of a step, or without an id themselves. */
export function startWaiting(run: Run, story: Story): void {
  if (story.step === undefined && story.call !== undefined) return;
  const key = stepKey(story);
  const waiting = run.waiting.get(key);
  if (waiting === undefined) run.waiting.set(key, new Set([story]));
  else waiting.add(story);
}

/** It was asked for, ran, was answered or failed: it is left out, so that no step's list grows with its history. */
export function stopWaiting(run: Run, story: Story): void {
  if (run.waiting.size === 0) return;
  const key = stepKey(story);
  const waiting = run.waiting.get(key);
  if (waiting?.delete(story) === true && waiting.size === 0) run.waiting.delete(key);
}

function hold(story: Story, recorded: RecordedGate): void {
  story.gates.push(recorded);
  if (recorded.verdict === 'pass') story.isPassed[recorded.gate] = true;
}

/** It says that it judged the arguments as they were before their amendment: its verdict is about those, and lets nothing of the amended ones through. */
function judgedBefore(story: Story | undefined, { gate, subjectSha256 }: GateChecked): Judgement | undefined {
  if (gate !== 'input' || subjectSha256 === undefined || story?.proposed === undefined || story.effective?.name !== 'amended')
    return undefined;
  if (isDigestOfStage(subjectSha256, story.effective) || !isDigestOfStage(subjectSha256, story.proposed)) return undefined;
  const failed = story.rewritten.find(({ stage }) => stage === story.proposed);
  return failed ?? { gate, stage: story.proposed, answer: notAsked };
}

/** What a gate passed before it was amended is not kept: nothing is said of a verdict about it. */
const notAsked: GateAnswer = { verdict: 'unchecked', reason: 'opaque', detail: 'amended since', notes: [] };

/** A recorded verdict, kept beside what we say of the value that stands before the gate at this moment. */
export function recordGate(
  context: Context,
  run: Run,
  { story, event }: { readonly story: Story | undefined; readonly event: GateChecked },
): void {
  const earlier = judgedBefore(story, event);
  const judged = earlier ?? (event.gate === 'input' ? story?.input : story?.output);
  const subject = event.subjectSha256;
  const recorded: RecordedGate = {
    gate: event.gate,
    by: event.by ?? 'gate',
    call: event.call,
    record: placeOf(event.record),
    verdict: event.verdict,
    delta: event.delta,
    schemaSha256: event.schemaSha256,
    otherSubject: subject === undefined || (judged !== undefined && isDigestOfStage(subject, judged.stage)) ? undefined : subject,
    judged,
    late: event.by === 'host' || earlier !== undefined ? undefined : lateAnswer(context, run, { story, gate: event.gate }),
  };
  if (story !== undefined) {
    if (earlier === undefined) hold(story, recorded);
    else story.gates.push(recorded);
    stopWaiting(run, story);
    return;
  }
  const loose = run.looseGates.get(looseKey(event)) ?? [];
  loose.push(recorded);
  run.looseGates.set(looseKey(event), loose);
}

/**
 * Verdicts recorded before anything else of a story was: it may begin with its execution or its commit. A step whose answers are not recorded
 * may have had several of them judged: the last verdict is about what it hands on.
 */
export function adoptGates(run: Run, story: Story, event: OfCall): void {
  const key = looseKey(event);
  const loose = run.looseGates.get(key) ?? [];
  for (const recorded of story.kind === 'call' ? loose : loose.slice(-1)) hold(story, recorded);
  run.looseGates.delete(key);
}

/** False only where a run itself says that it records none; what the input shows decides for all others. */
export const recordsGates = (run: Run): boolean => run.records?.includes('gates') ?? true;
