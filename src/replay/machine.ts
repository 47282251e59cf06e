import type { Carry, LedgerEvent, RunClosed, RunOpened } from '../model/event.ts';
import type { Observation } from '../model/observation.ts';
import type { SourceRecord } from '../model/record.ts';
import { unreachable } from '../model/unreachable.ts';
import { answer, commit, failAttempt, gate, release, storyOf } from './answers.ts';
import { amend, execute, propose } from './calls.ts';
import type { Context, UncheckedNote } from './context.ts';
import { stopWaiting } from './gates.ts';
import type { DeclaringEvent, Judge } from './judge.ts';
import { engageCritique, reopen } from './protocol.ts';
import { answerCall } from './results.ts';
import { hashId, openRun, type Run } from './run.ts';
import { followSequence } from './sequence.ts';
import { hearRefusal, missing, settle } from './settle.ts';
import { eventSite } from './site.ts';
import type { Story } from './story.ts';
import { emptyTally, type Tally } from './tally.ts';

export interface MachineSettings {
  readonly judge: Judge;
  /** What the reader of this input can carry. */
  readonly carries: readonly Carry[];
  /** The posture and settings of runs that declare none themselves. */
  readonly given: { readonly isStrict: boolean; readonly isClosedObjects: boolean; readonly maxIterations: number | undefined };
  observe(observation: Observation): void;
  unchecked(note: UncheckedNote): void;
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

/** What can still be recorded of a call once its result is. */
const afterResult: ReadonlySet<Carry> = new Set(['gates', 'commits', 'failures']);

export function openMachine(settings: MachineSettings): Machine {
  const runs = new Map<string, Run>();
  const closedRuns = new Set<number>();
  const tally = emptyTally();
  const context: Context = {
    judge: settings.judge,
    tally,
    observe: settings.observe,
    unchecked: settings.unchecked,
    closeCall: (run, key, story) => closeOne(run, key, story),
    expectsMore: (run) => (run.records ?? settings.carries).some((word) => afterResult.has(word)),
  };

  const closeOne = (run: Run, key: string, story: Story): void => {
    stopWaiting(run, story);
    if (story.kind === 'call') run.calls.delete(key);
    else run.answers.delete(key);
    if (story.call !== undefined && story.kind === 'call') run.closedCalls.add(hashId(story.call));
    settle(context, run, story);
  };

  const begin = (id: string, record: SourceRecord): Run => {
    const run = openRun(id, record);
    run.isStrict = settings.given.isStrict;
    run.isClosedObjects = settings.given.isClosedObjects;
    run.maxIterations = settings.given.maxIterations;
    runs.set(id, run);
    return run;
  };

  /** The run an event belongs to; an event after the run's end opens it again, aloud. */
  const runOf = (event: LedgerEvent): Run => {
    const known = runs.get(event.run);
    if (known !== undefined) return known;
    const run = begin(event.run, event.record);
    run.isResumed = closedRuns.has(hashId(event.run));
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

  const closeRun = (run: Run, end: { readonly isClosed: boolean }): void => {
    for (const [key, story] of run.calls) {
      missing(context, story, !end.isClosed);
      closeOne(run, key, story);
    }
    for (const [key, story] of run.answers) closeOne(run, key, story);
    if (run.isStrict && !run.isResumed) tally.strictRuns++;
    if (!end.isClosed && run.opened !== undefined && !run.isSuspended)
      context.observe({ kind: 'run-open', site: eventSite(run.opened.record), subject: { run: run.id } });
    settings.posture(run);
    runs.delete(run.id);
    settings.judge.closeRun(run.id);
  };

  return {
    tally,
    push(event) {
      if (event.kind === 'unrelated' || event.kind === 'unread') return;
      if (isRegistration(event)) {
        declare(context, event);
        return;
      }
      // a session or a policy is announced for no run of its own
      if (event.kind === 'noted' && event.run === '' && !runs.has('')) return;
      const run = runOf(event);
      if (event.seq !== undefined) followSequence(context, run, event, event.seq);
      run.isSuspended = event.kind === 'run-closed' && event.outcome === 'suspended';
      if (run.isSuspended) return;
      if (event.kind === 'run-closed') {
        closedRuns.add(hashId(event.run));
        closeRun(run, { isClosed: true });
        return;
      }
      step(context, run, event);
    },
    end() {
      for (const run of [...runs.values()]) closeRun(run, { isClosed: false });
    },
  };
}

const isRegistration = (event: LedgerEvent): event is DeclaringEvent =>
  (event.kind === 'declared' || event.kind === 'step-declared' || event.kind === 'withdrawn') && event.isForAllRuns === true;

function declare(context: Context, event: DeclaringEvent): void {
  if (event.kind === 'step-declared' && event.hasOwnStrictness === true)
    context.observe({
      kind: 'step-strictness',
      site: eventSite(event.record),
      subject: { run: event.run, step: event.declaration.step },
    });
  context.judge.declare(event);
}

function open(context: Context, run: Run, event: RunOpened): void {
  reopen(context, run, event);
  run.opened = event;
  if (event.maxIterations !== undefined) run.maxIterations = event.maxIterations;
  run.records = event.records;
  if (event.isStrict !== undefined) run.isStrict = event.isStrict;
  if (event.isClosedObjects === true) run.isClosedObjects = true;
}

/** One event of an open run: the table of the machine. */
function step(context: Context, run: Run, event: Exclude<LedgerEvent, RunClosed>): void {
  switch (event.kind) {
    case 'run-opened':
      open(context, run, event);
      return;
    case 'step-declared':
    case 'declared':
    case 'withdrawn':
    case 'declarations-changed':
      declare(context, event);
      return;
    case 'proposed':
      propose(context, run, event);
      return;
    case 'amended':
      amend(context, run, event);
      return;
    case 'gate-checked':
      gate(run, event);
      return;
    case 'executed':
      execute(context, run, event);
      return;
    case 'returned':
      answerCall(context, run, event);
      return;
    case 'answered':
      answer(context, run, event);
      return;
    case 'committed':
      commit(context, run, event);
      return;
    case 'released':
      release(context, run, event);
      return;
    case 'attempt-failed':
      failAttempt(context, run, event);
      return;
    case 'noted': {
      if (event.what === 'critique.engaged') engageCritique(context, run, event);
      if (event.what === 'policy.decided') context.tally.decisions++;
      if (event.what === 'call.authorized') context.tally.authorizations++;
      if (event.what === 'host.refused') hearRefusal(context, run, event);
      const story = event.what === 'policy.decided' && event.decision !== 'allow' ? storyOf(run, event) : undefined;
      if (story !== undefined) story.hasDecision = true;
      return;
    }
    case 'unrelated':
    case 'unread':
      return;
    default:
      unreachable(event);
      return;
  }
}
