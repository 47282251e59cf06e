import type { AttemptFailed, Compensation } from '../model/event/failures.ts';
import type { Site, Subject } from '../model/observation/base.ts';
import type { Observation } from '../model/observation.ts';
import { positionOf, type SourceRecord } from '../model/record.ts';
import { doubtOf, effectOf, endOf, hasDeviated, keptSite, type MadeEffect, ranAs, type Undoing, undoingOf } from './compensation/effect.ts';
import { type Fate, fatesOf, type ToldCompensation } from './compensation/fate.ts';
import { type FailedAttempt, type Rerun, repeatedByRetry, repeatedExecutions, rerunsOf, undoneTwice } from './compensation/repeated.ts';
import { uncompensated } from './compensation/uncompensated.ts';
import type { Context } from './context.ts';
import { stepKey } from './gates.ts';
import { tellUnknownEffect } from './orphans.ts';
import { critiquesLeft, isDeviating, isExhausted, modelBehavior } from './protocol.ts';
import type { Run } from './run.ts';
import type { Stage, Story } from './story.ts';

// Effects and their compensation (ledger.md §1, §4, §6, §7). Only tools with declared `effects` are asked about.
//
// An effect is made      by a call that was answered with success. The tool's own error and a refusal say that it did not happen, and so does
//                        a call that was cancelled, or answered with an error of the protocol, and that nothing says had run. Of all others
//                        that ran nobody knows: a timeout, an unknown or pending outcome, no result at all. What is not known to be made is
//                        not owed, and where it would be, and nothing undid it, that is said: an effect may stand (a note).
// It must be undone      strict_mode: every effect of a run in which anything deviates at either gate, by our judgement or the record's.
//                        Normal mode: every effect before the last failure that is terminal, and the effect of the failing call itself.
//                        Terminal: an attempt.failed routed to compensation; a deviation that is aborted, since abort is the way of a run
//                        without effects; one that finds its critiques exhausted, as they are recorded or by the attempts that were
//                        stopped. A run that goes beyond its bound, and completes, has made something of its effects: what it did wrong
//                        is said there. In both modes: only once the run is closed.
// It is undone           by a later call of its `compensate_with` tool that names it in `compensates`, or begins while its compensation is
//                        started and neither completed nor failed; that is `done` in the sense above, and passes both of its own gates.
//                        Nothing undoes an effect without `compensate_with`: where it would be owed it stands, and that is said (a note).
//
// missing      no such call                                                                         at the effect
// failed       it ended in an error, or the record's last word is compensation.failed               at that event
// invalid      it deviates from its own declaration (the cause)                                     at its execution
// wrong-tool   another tool was called for it                                                       at its execution
// unproven     compensation.completed and no call that did it, or one of unknown outcome: where calls are recorded, a word is no
//              evidence of an effect undone                                                         at that event
// wrong-order  undone before an effect that was made after it; once per run                         at the undoing
//
// An effect is repeated  by a second execution of one proposal that was answered with success; by an equal call in a later
//                        attempt of the same step and instance, or, where attempts are not numbered, proposed after a failure of the
//                        earlier call or of the step itself. The earlier one was answered with success and not undone in between.
//                        And undoing twice what was made once makes another effect: both answered with success, in a run that is closed.

/** What a run did to the world, and what became of it: of calls with effects, and of failures, a place each. */
export interface RunEffects {
  readonly made: MadeEffect[];
  readonly undoings: Undoing[];
  readonly told: ToldCompensation[];
  readonly failures: FailedAttempt[];
  readonly reruns: Rerun[];
  /** Executions after which something else than a deviation failed: nobody knows what they did. */
  readonly excused: WeakSet<Stage>;
  hasDeviated: boolean;
  /** Failures that nothing may follow but compensation, by their offsets. */
  readonly terminal: Set<number>;
  /** Likewise, and routed to one more critique all the same. */
  readonly beyond: Set<number>;
  /** Exhausted, and aborted: right only where no effect was made. */
  readonly aborted: { readonly site: Site; readonly subject: Subject }[];
  /** What went wrong so that effects stay: a wrong route, a deviation that nothing stopped, a verdict that is not the declaration's. */
  dueTo: Observation | undefined;
}

export const openEffects = (): RunEffects => ({
  made: [],
  undoings: [],
  told: [],
  failures: [],
  reruns: [],
  excused: new WeakSet(),
  hasDeviated: false,
  terminal: new Set(),
  beyond: new Set(),
  aborted: [],
  dueTo: undefined,
});

/** An effect is being undone, was, or could not be. */
export function compensate(context: Context, run: Run, event: Compensation): void {
  const { phase, forCall, record } = event;
  tellUnknownEffect(context, run, { event, about: forCall });
  if (context.effects === undefined) return;
  run.effects.told.push({ phase, forCall, site: keptSite(record), offset: positionOf(record) });
}

interface Over {
  readonly story: Story;
  /** What was observed of it. */
  readonly observations: readonly Observation[];
}

/** A deviation that was neither refused nor answered with an error, or a gate that was wrong about a value. */
const isUnstopped = (observation: Observation): boolean =>
  observation.kind === 'verdict-mismatch' ||
  (observation.kind === 'deviation' && (observation.disposition === 'accepted' || observation.disposition === 'unknown'));

/** Whether a second execution of the call is looked at as an effect made twice: as soon as it is answered with success. */
export function asksReruns(context: Context, run: Run, story: Story): boolean {
  const named = ranAs(context, run, story);
  if (named === undefined || named.isAmbiguous || story.compensates !== undefined) return false;
  return context.effects?.of(named.server, named.tool) !== undefined && doubtOf(story) === undefined;
}

/** A story that is over: it may have made an effect, or undone one. */
export function followEffects(context: Context, run: Run, { story, observations }: Over): void {
  const { effects: declared } = context;
  if (declared === undefined) return;
  const { effects } = run;
  if (hasDeviated(story)) {
    effects.hasDeviated = true;
    effects.dueTo ??= observations.find(isUnstopped);
  }
  if (story.kind !== 'call') return;
  const named = ranAs(context, run, story);
  if (named === undefined) return;
  const ended = { story, observations, end: endOf(story, effects.excused) };
  const isUndoing = story.compensates !== undefined || declared.undoes(named.tool);
  const undoing = isUndoing ? undoingOf(ended, named) : undefined;
  if (undoing !== undefined) effects.undoings.push(undoing);
  const effect = story.compensates !== undefined || named.isAmbiguous ? undefined : declared.of(named.server, named.tool);
  if (effect === undefined || ended.end === 'failed' || ended.end === 'not-run') return;
  const made = effectOf(ended, effect, undoing);
  if (made !== undefined) effects.made.push(made);
  if (story.earlierRuns.length === 0 || made?.doubt !== undefined) return;
  for (const rerun of rerunsOf(story, { effect: effect.tool, excused: effects.excused })) effects.reruns.push(rerun);
}

/** A failed attempt: what it is about, and whether only compensation may follow. */
export function owe(context: Context, run: Run, told: { readonly stories: readonly Story[]; readonly event: AttemptFailed }): void {
  if (context.effects === undefined) return;
  const { effects } = run;
  const { event, stories } = told;
  const offset = positionOf(event.record);
  const isDeviation = stories.some(isDeviating) || event.gate !== undefined || modelBehavior.has(event.failureClass ?? '');
  effects.failures.push({ call: event.call, step: stepKey(event), offset });
  if (isDeviation) effects.hasDeviated = true;
  else for (const { executed } of stories) if (executed !== undefined) effects.excused.add(executed);
  if (event.route === 'compensation' || (isDeviation && event.route === 'abort')) effects.terminal.add(offset);
  else if (isDeviation && (critiquesLeft(run, stories[0] ?? event) === 0 || stories.some((story) => isExhausted(run, story))))
    (event.route === 'critique' ? effects.beyond : effects.terminal).add(offset);
}

/** An attempt was stopped beyond which none is declared, whether or not its failure is recorded. */
export function exhaust(context: Context, run: Run, told: { readonly story: Story; readonly record: SourceRecord }): void {
  if (context.effects !== undefined && isExhausted(run, told.story)) run.effects.beyond.add(positionOf(told.record));
}

/** The effects that have to be undone, by what the run is and how it ended. */
function owedOf({ effects, isStrict }: Run, fates: readonly Fate[], outcome: string | undefined): readonly Fate[] {
  // a run that says it was compensated says that there was something to undo
  if ((isStrict && effects.hasDeviated) || outcome === 'compensated') return fates;
  const terminal = outcome === 'completed' ? effects.terminal : new Set([...effects.terminal, ...effects.beyond]);
  let last = -1;
  for (const offset of terminal) last = Math.max(last, offset);
  return fates.filter(({ made }) => made.offset < last || (made.failedAt !== undefined && terminal.has(made.failedAt)));
}

/** How a run ends, or that it does not. */
export interface RunEnd {
  readonly isClosed: boolean;
  readonly outcome?: string | undefined;
}

/** The run is over, or the input is: a run that is still open may yet undo what it did. */
export function closeEffects(context: Context, run: Run, end: RunEnd): void {
  const { effects } = run;
  if (effects.made.length === 0) return;
  const fates = fatesOf(effects);
  const certain = fates.filter(({ made }) => made.doubt === undefined);
  for (const observation of repeatedByRetry(certain, effects.failures, ({ made }) => stepKey(made.subject))) context.observe(observation);
  for (const observation of repeatedExecutions(effects)) context.observe(observation);
  if (!end.isClosed) return;
  for (const observation of undoneTwice(fates)) context.observe(observation);
  const owed = owedOf(run, fates, end.outcome);
  const aborted = wronglyAborted(effects, owed);
  if (aborted !== undefined) context.observe(aborted);
  const dueTo = effects.dueTo ?? aborted;
  for (const observation of uncompensated(owed)) context.observe({ ...observation, cause: observation.cause ?? dueTo });
}

/** Exhausted: compensation if an effect stands, else abort. */
function wronglyAborted({ aborted }: RunEffects, owed: readonly Fate[]): Observation | undefined {
  const undoable = owed.filter(({ made }) => made.doubt === undefined && made.effect.compensateWith !== undefined);
  const stoodAt = ({ made, undone }: Fate, offset: number): boolean =>
    made.offset < offset && (undone === undefined || undone.offset > offset);
  const first = aborted.find(({ site }) => undoable.some((fate) => stoodAt(fate, positionOf(site.record))));
  return first === undefined ? undefined : { kind: 'wrong-route', ...first, recorded: 'abort', expected: 'compensation' };
}
