import type { RunClosed, RunOpened } from '../model/event/runs.ts';
import type { LedgerEvent } from '../model/event.ts';
import { unreachable } from '../model/unreachable.ts';
import { amend } from './amended.ts';
import { answer, failAttempt, gate } from './answers.ts';
import { authorize } from './authorization/authorize.ts';
import { propose } from './calls.ts';
import { endTurn } from './chains/end.ts';
import { compensate } from './compensation.ts';
import type { Context } from './context.ts';
import { decide } from './decisions.ts';
import { authorizeRecovery, callProvider, persist, plan } from './delivery.ts';
import { execute } from './executions.ts';
import { commit, release } from './handed-on.ts';
import type { DeclaringEvent } from './judge.ts';
import { comparePosture, engageCritique, takePosture } from './protocol.ts';
import { answerCall } from './results.ts';
import type { Run } from './run.ts';
import { eventSite } from './site.ts';

export function declare(context: Context, event: DeclaringEvent): void {
  if (event.kind === 'step-declared' && event.hasOwnStrictness === true)
    context.observe({
      kind: 'step-strictness',
      site: eventSite(event.record),
      subject: { run: event.run, step: event.declaration.step },
    });
  context.judge.declare(event);
}

function open(context: Context, run: Run, event: RunOpened): void {
  if (run.opened === undefined && !run.isResumed) takePosture(run, event);
  else comparePosture(context, run, event);
  if (run.isResumed && !run.isAfterEnd && run.opened === undefined)
    context.observe({
      kind: 'sequence-broken',
      fault: 'reopened',
      site: eventSite(event.record),
      subject: { run: run.id },
      seq: event.seq,
    });
  run.opened = event;
  run.records = event.records;
}

/** One event of an open run: the table of the machine. */
export function step(context: Context, run: Run, event: Exclude<LedgerEvent, RunClosed>): void {
  switch (event.kind) {
    case 'run-opened':
      open(context, run, event);
      return;
    case 'step-declared':
    case 'declared':
    case 'continued':
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
      gate(context, run, event);
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
    case 'critique-engaged':
      engageCritique(context, run, event);
      return;
    case 'authorized':
      authorize(context, run, event);
      return;
    case 'decided':
      decide(context, run, event);
      return;
    case 'compensation':
      compensate(context, run, event);
      return;
    case 'turn-begun':
      endTurn(context, run);
      return;
    case 'planned':
      plan(context, run, event);
      return;
    case 'provider-called':
      callProvider(context, run, event);
      return;
    case 'recovery-authorized':
      authorizeRecovery(context, run, event);
      return;
    case 'persisted':
      persist(context, run, event);
      return;
    case 'noted':
    case 'unrelated':
    case 'unread':
      return;
    default:
      unreachable(event);
      return;
  }
}
