import type { GateName } from '../model/delta.ts';
import type { AttemptFailed, CritiqueEngaged } from '../model/event/failures.ts';
import type { RunOpened } from '../model/event/runs.ts';
import type { Observation } from '../model/observation.ts';
import { keptSite } from './compensation/effect.ts';
import type { Context } from './context.ts';
import { criticisedKey, critiqueKey } from './critiques.ts';
import { isRecoveryAllowed } from './delivery/authorizations.ts';
import { stepKey } from './gates.ts';
import type { Run } from './run.ts';
import { eventSite } from './site.ts';
import type { RecordedGate, Story } from './story.ts';
import { subjectOf } from './subject.ts';

// The failure protocol of ledger.md §1: deviation → failure event of the model-behavior class with the structural delta →
// critique within the declared bound, or, under strict_mode, compensation and nothing else.

/** Either gate, asked again, fails it. */
export const isDeviating = (story: Story): boolean => story.input?.answer.verdict === 'fail' || story.output?.answer.verdict === 'fail';

/** Ours could not judge: then the record's own word is all there is. */
const isUnjudged = (story: Story, gate: GateName): boolean => {
  const verdict = story[gate]?.answer.verdict;
  return verdict === undefined || verdict === 'unchecked' || verdict === 'no-contract';
};

/** The recorded fail of a gate that is not asked again, since its value or its declaration is not recorded. */
export const failedUnjudged = (story: Story): RecordedGate | undefined =>
  story.gates.find(({ by, gate, verdict }) => by === 'gate' && verdict === 'fail' && isUnjudged(story, gate));

/** A failure that calls itself a deviation, of what is not judged. */
const isToldDeviation = (story: Story, { failureClass, gate }: AttemptFailed): boolean =>
  modelBehavior.has(failureClass ?? '') && (gate === 'input' || gate === 'output') && isUnjudged(story, gate);

export const modelBehavior: ReadonlySet<string> = new Set(['model_behavior', 'model-behavior']);

/** A tool's own result that breaks its own schema may also be recorded as the tool's failure. */
function isRightClass(story: Story, failureClass: string): boolean {
  if (modelBehavior.has(failureClass)) return true;
  const isFailed = (gate: GateName): boolean => story[gate]?.answer.verdict === 'fail' || failedUnjudged(story)?.gate === gate;
  const isOwnResult = story.kind === 'call' && !isFailed('input') && isFailed('output');
  return isOwnResult && failureClass === 'tool';
}

/** Critiques that the step instance may still have; undefined where no bound is declared. */
export function critiquesLeft(run: Run, one: Parameters<typeof critiqueKey>[0] | Story): number | undefined {
  if (run.maxIterations === undefined) return undefined;
  // outside of steps a chain is what critiques are counted for, and this is the first attempt of one
  if (one.step === undefined && 'chain' in one && one.chain === undefined) return run.maxIterations;
  return Math.max(0, run.maxIterations - (run.critiques.get(critiqueKey(one)) ?? 0));
}

/** It deviates, by our judgement or by the record's own. */
export const isFaulty = (story: Story): boolean =>
  isDeviating(story) ||
  story.gates.some(({ by, verdict }) => by === 'gate' && verdict === 'fail') ||
  (story.failure !== undefined && modelBehavior.has(story.failure.failureClass ?? ''));

/** Whether as many attempts deviated as are declared, this one among them: a plane need not record its critiques as events. */
export function isExhausted(run: Run, story: Story): boolean {
  const faults = (story.chain?.faults ?? 0) + (story.isStopped ? 0 : 1);
  return run.maxIterations !== undefined && faults > run.maxIterations && !isRecoveryAllowed(run, story);
}

/** The same by the number of the attempt: one that is not recorded may have failed of something else than a deviation. */
const isLastByNumber = (run: Run, number: number): boolean => run.maxIterations !== undefined && number > run.maxIterations;

/** The routes a deviation may take; undefined where no bound is declared, and any will do. */
function rightRoutes(run: Run, story: Story, event: AttemptFailed): readonly string[] | undefined {
  if (run.isStrict) return ['compensation'];
  const left = critiquesLeft(run, story);
  if (left === undefined) return undefined;
  if (left === 0 || isExhausted(run, story)) return ['compensation', 'abort'];
  return isLastByNumber(run, event.attempt ?? story.attempt ?? 1) ? ['critique', 'compensation', 'abort'] : ['critique'];
}

/** Holds a recorded failure against the protocol: its delta, its class, its route. */
export function followProtocol(context: Context, run: Run, told: { readonly story: Story; readonly event: AttemptFailed }): void {
  const { story, event } = told;
  if (!isDeviating(story) && failedUnjudged(story) === undefined && !isToldDeviation(story, event)) return;
  const base = { site: eventSite(event.record), subject: subjectOf(story) };
  const { failureClass, route } = event;
  if (!event.hasDelta) context.observe({ kind: 'failure-without-delta', ...base });
  if (failureClass !== undefined && !isRightClass(story, failureClass))
    context.observe({ kind: 'wrong-class', ...base, recorded: failureClass });
  const expected = rightRoutes(run, story, event);
  if (route === undefined || expected === undefined) return;
  if (expected.includes(route)) {
    if (route === 'abort') run.effects.aborted.push({ ...base, site: keptSite(event.record) });
    return;
  }
  const wrong: Observation = { kind: 'wrong-route', ...base, recorded: route, expected: expected.join(' or ') };
  run.wrongRoutes.set(critiqueKey(story), wrong);
  run.effects.dueTo ??= wrong;
  context.observe(wrong);
}

/** A deviation is terminal there: nothing but compensation follows it, whatever route is recorded. */
function tellStrictCritique(context: Context, run: Run, { key, event }: { readonly key: string; readonly event: CritiqueEngaged }): void {
  // after the end of its run that is what is wrong, and so is a route that was told
  if (!run.hasStopped || run.isAfterEnd || run.wrongRoutes.has(key)) return;
  const subject = { run: run.id, step: event.step, instance: event.instance, attempt: event.attempt, call: event.call };
  const wrong: Observation = {
    kind: 'wrong-route',
    site: eventSite(event.record),
    subject,
    recorded: 'critique',
    expected: 'compensation',
  };
  run.wrongRoutes.set(key, wrong);
  run.effects.dueTo ??= wrong;
  context.observe(wrong);
}

/** One more way back: counted for the step instance, and too many where a bound is declared. */
export function engageCritique(context: Context, run: Run, event: CritiqueEngaged): void {
  const key = criticisedKey(context, run, event);
  if (run.isStrict) tellStrictCritique(context, run, { key, event });
  const before = run.critiques.get(key) ?? 0;
  const isOfSibling = event.call !== undefined && event.iteration === before && run.criticised.get(key) !== event.call;
  if (event.call !== undefined) run.criticised.set(key, event.call);
  if (isOfSibling) return; // one way back for several calls of an attempt, told of each
  const count = Math.max(before + 1, event.iteration ?? 0);
  run.critiques.set(key, count);
  // after the end of its run that is what is wrong
  if (run.maxIterations === undefined || count <= run.maxIterations || run.isAfterEnd) return;
  const subject = { run: run.id, step: event.step, instance: event.instance, attempt: event.attempt, call: event.call };
  const cause = run.wrongRoutes.get(key);
  const exceeded: Observation = {
    kind: 'iterations-exceeded',
    site: eventSite(event.record),
    subject,
    cause,
    count,
    bound: run.maxIterations,
  };
  run.exceeded.set(stepKey(event), exceeded);
  context.observe(exceeded);
}

/** What a run is judged by. */
export interface Posture {
  isStrict: boolean;
  maxIterations: number | undefined;
  isClosedObjects: boolean;
}

/** What a run that ended was judged by, and how far it had counted. */
export interface Ended extends Readonly<Posture> {
  readonly lastSeq: number | undefined;
}

/** The posture a run opens with, in place of the one that is given for runs that declare none. */
export function takePosture(posture: Posture, event: RunOpened): void {
  if (event.isStrict !== undefined) posture.isStrict = event.isStrict;
  if (event.maxIterations !== undefined) posture.maxIterations = event.maxIterations;
  if (event.isClosedObjects === true) posture.isClosedObjects = true;
}

/**
 * A run declares its posture once: opened again with another one, it changed the law it is judged by, which is told. It may bind itself
 * further by that, and sheds nothing: who could loosen a run would judge it.
 */
export function comparePosture(context: Context, posture: Posture & { readonly opened: RunOpened | undefined }, event: RunOpened): void {
  const isOther = event.isStrict !== undefined && event.isStrict !== posture.isStrict;
  const isBoundMoved = event.maxIterations !== undefined && event.maxIterations !== posture.maxIterations;
  const isOpened = event.isClosedObjects === false && posture.opened?.isClosedObjects === true;
  if (isOther || isBoundMoved || isOpened)
    context.observe({ kind: 'strictness-changed', site: eventSite(event.record), subject: { run: event.run } });
  posture.isStrict ||= event.isStrict === true;
  posture.isClosedObjects ||= event.isClosedObjects === true;
  if (event.maxIterations !== undefined)
    posture.maxIterations = Math.min(posture.maxIterations ?? event.maxIterations, event.maxIterations);
}
