import type { Carry } from '../model/carry.ts';
import type { LedgerEvent } from '../model/event.ts';
import type { Observation } from '../model/observation.ts';
import { hashText } from '../text/hash.ts';
import { finishChains } from './chains/end.ts';
import type { DeclaredEffects } from './compensation/effect.ts';
import { closeEffects, type RunEnd } from './compensation.ts';
import type { Context, ToldChain, UncheckedNote } from './context.ts';
import { notePersistedForAll, nothingSafe } from './delivery/early.ts';
import { closeDelivery } from './delivery.ts';
import { stopFailing } from './failing.ts';
import { stopWaiting } from './gates.ts';
import type { Judge } from './judge.ts';
import { heldInFull, openShared, releaseAnswered } from './keep.ts';
import { tellOrphanGates } from './orphans.ts';
import type { Ended, Posture } from './protocol.ts';
import { isAfterword, isOfNoRun, isRegistration } from './registration.ts';
import { openRuns } from './resting.ts';
import { openRun, type Run } from './run.ts';
import { followSequence, isWrittenTwice } from './sequence.ts';
import { missing, settle } from './settle.ts';
import { rememberShown } from './shown.ts';
import { eventSite } from './site.ts';
import type { Story } from './story.ts';
import { declare, step } from './table.ts';
import { emptyTally, type Tally } from './tally.ts';
import { passUnnamed } from './unnamed.ts';

export interface MachineSettings {
  readonly judge: Judge;
  /** What the reader of this input can carry. */
  readonly carries: readonly Carry[];
  /** The posture and settings of runs that declare none themselves. */
  readonly given: {
    readonly isStrict: boolean;
    readonly isClosedObjects: boolean;
    readonly maxIterations: number | undefined;
    /** Undefined: none are declared. */
    readonly effects?: DeclaredEffects | undefined;
  };
  /** Answered calls of open runs that may be held in full; absent: as many as memory easily holds. */
  readonly heldInFull?: number | undefined;
  observe(observation: Observation): void;
  unchecked(note: UncheckedNote): void;
  chain(told: ToldChain): void;
  /** Whether the counts of all runs, also of those that other parts own, could be one count of the file. Absent: they could. */
  countsFile?(): boolean;
  /** Whether the source records where a run ends: else nobody wonders that it does not. */
  readonly recordsEnds?: boolean | undefined;
  /** Told once per run, when its posture is known. */
  posture(run: Run): void;
}

/** The replay machine of one input: events in, observations out; it keeps only what is still open. */
export interface Machine {
  readonly tally: Tally;
  push(event: LedgerEvent): void;
  /** The input ended: what is open stays open, and is said to be. */
  end(): void;
}

/** What can still be recorded of a call once its result is, whatever a run says that it records. */
const afterResult: ReadonlySet<Carry> = new Set(['gates', 'commits', 'failures']);

/** Stages of a call between its proposal and its result, and after it. */
const stages: ReadonlySet<Carry> = new Set(['gates', 'executions', 'commits', 'authorizations', 'failures']);

export function openMachine(settings: MachineSettings): Machine {
  /** Runs that ended: opened again, they count on, and their posture is still the one they declared. */
  const closedRuns = new Map<number, Ended>();
  const tally = emptyTally();
  const context: Context = {
    judge: settings.judge,
    tally,
    effects: canTellRetries(settings) ? settings.given.effects : undefined,
    safe: nothingSafe(),
    kept: { names: openShared(), tools: openShared(), held: 0, limit: settings.heldInFull ?? heldInFull },
    hasStages: settings.recordsEnds !== false || settings.carries.some((word) => stages.has(word)),
    clock: { now: 0 },
    observe: settings.observe,
    unchecked: settings.unchecked,
    chain: settings.chain,
    countsFile: settings.countsFile ?? (() => true),
    closeCall: (run, key, story) => closeOne(run, key, story),
    expectsMore: settings.carries.some((word) => afterResult.has(word)),
  };

  const closeOne = (run: Run, key: string, story: Story): void => {
    stopWaiting(run, story);
    stopFailing(run, story);
    if (story.kind === 'call') run.calls.delete(key);
    else run.answers.delete(key);
    if (story.call !== undefined && story.kind === 'call') run.closedCalls.add(hashText(story.call));
    passUnnamed(run, story);
    rememberShown(run, story);
    settle(context, run, story);
  };

  const begin = (id: string, place: Run['firstPlace']): Run => {
    const run = openRun(id, place);
    run.isStrict = settings.given.isStrict;
    run.isClosedObjects = settings.given.isClosedObjects;
    run.maxIterations = settings.given.maxIterations;
    return run;
  };
  const runs = openRuns(begin);

  /** The run an event belongs to; an event after the run's end opens it again, aloud. */
  const runOf = (event: LedgerEvent): Run => {
    const known = runs.get(event.run);
    if (known !== undefined) return known;
    const run = begin(event.run, event.record);
    runs.set(run);
    settings.judge.openRun(run.id);
    const hash = hashText(event.run);
    run.isResumed = closedRuns.has(hash);
    const ended = closedRuns.get(hash);
    run.lastSeq = ended?.lastSeq;
    if (ended !== undefined) inherit(run, ended);
    run.isAfterEnd = run.isResumed && event.kind !== 'run-opened';
    if (!run.isResumed) tally.runs++;
    if (run.isAfterEnd)
      context.observe({
        kind: 'sequence-broken',
        fault: 'after-end',
        site: eventSite(event.record),
        subject: { run: event.run },
        seq: event.seq,
      });
    return run;
  };

  /** It ended; what is counted of it after its end goes on with the same count. */
  const isOver = ({ run, seq }: LedgerEvent): boolean => {
    const ended = runs.has(run) ? undefined : closedRuns.get(hashText(run));
    if (ended === undefined) return false;
    if (seq !== undefined) closedRuns.set(hashText(run), { ...ended, lastSeq: Math.max(seq, ended.lastSeq ?? 0) });
    return true;
  };

  const closeRun = (run: Run, end: RunEnd): void => {
    for (const stories of [run.calls, run.answers]) {
      for (const [key, story] of stories) {
        story.isOpenTail = !end.isClosed;
        missing(context, story);
        closeOne(run, key, story);
      }
    }
    if (end.isClosed) tellOrphanGates(context, run);
    releaseAnswered(context, run);
    finishChains(context, run, end);
    closeEffects(context, run, end);
    closeDelivery(context, run, end);
    if (run.isStrict && !run.isResumed) tally.strictRuns++;
    if (!end.isClosed && settings.recordsEnds !== false && run.opened !== undefined && !run.isSuspended)
      context.observe({ kind: 'run-open', site: eventSite(run.opened.record), subject: { run: run.id } });
    settings.posture(run);
    runs.delete(run.id);
    settings.judge.closeRun(run.id);
  };

  return {
    tally,
    push(event) {
      context.clock.now++;
      if (event.kind === 'unrelated' || event.kind === 'unread') {
        // what is not read is counted by its run all the same
        const counted = event.seq === undefined ? undefined : runs.get(event.run);
        if (counted !== undefined && event.seq !== undefined) followSequence(context, counted, event, event.seq);
        return;
      }
      if (isRegistration(event)) {
        declare(context, event);
        return;
      }
      if (isOfNoRun(event)) {
        if (event.kind === 'persisted') notePersistedForAll(context, event);
        if (!runs.has('')) return;
      }
      if (isAfterword(event) && isOver(event)) return;
      const run = runOf(event);
      runs.turnTo(run);
      const earlierLine = run.lastRecord?.line;
      if (isWrittenTwice(run, event)) {
        const subject = { run: run.id, call: 'call' in event ? event.call : undefined, step: event.step };
        context.observe({ kind: 'duplicate-event', site: eventSite(event.record), subject, earlierLine });
        return;
      }
      if (event.seq !== undefined) followSequence(context, run, event, event.seq);
      // what was registered while it paused is in force when it is taken up again
      if (run.isSuspended && event.kind === 'run-opened') settings.judge.openRun(run.id);
      run.isSuspended = event.kind === 'run-closed' && event.outcome === 'suspended';
      if (run.isSuspended) return;
      if (event.kind === 'run-closed') {
        closedRuns.set(hashText(event.run), { lastSeq: run.lastSeq, ...postureOf(run) });
        closeRun(run, { isClosed: true, outcome: event.outcome });
        return;
      }
      step(context, run, event);
    },
    end() {
      for (const id of runs.ids()) {
        const run = runs.get(id);
        if (run !== undefined) closeRun(run, { isClosed: false });
      }
    },
  };
}

/** Attempts and compensations are events of the protocol: a source without them says nothing of what was undone, or tried again. */
const canTellRetries = ({ carries }: MachineSettings): boolean => carries.includes('attempts');

const postureOf = ({ isStrict, maxIterations, isClosedObjects }: Readonly<Posture>): Posture => ({
  isStrict,
  maxIterations,
  isClosedObjects,
});

/** Opened again, it is still bound by what it declared before. */
function inherit(run: Run, { isStrict, maxIterations, isClosedObjects }: Readonly<Posture>): void {
  run.isStrict = isStrict;
  run.maxIterations = maxIterations;
  run.isClosedObjects = isClosedObjects;
}
