import type { Answered, Committed, Released } from '../model/event/answers.ts';
import type { GateChecked } from '../model/event/calls.ts';
import type { AttemptFailed, RecoveryAuthorized } from '../model/event/failures.ts';
import type { Planned, ProviderCalled } from '../model/event/providers.ts';
import type { Persisted } from '../model/event/runs.ts';
import type { Context } from './context.ts';
import { rememberAuthorization } from './delivery/authorizations.ts';
import {
  ask,
  attemptAt,
  beginAnswer,
  branchOf,
  countFailure,
  failAnswer,
  noteProbe,
  passAnswer,
  rememberFailed,
  takeProbe,
} from './delivery/branch.ts';
import { followContract } from './delivery/contract.ts';
import { checkRelease, dropDocument, noteCommit, noteGate, notePersisted } from './delivery/early.ts';
import { checkCapabilities, rememberPlan } from './delivery/plans.ts';
import { recoverByAnswer, recoverByRequest, settle } from './delivery/recovery.ts';
import { endRepaired, followRepair } from './delivery/repairs.ts';
import { checkSize, dropSent } from './delivery/size.ts';
import { stepKey } from './gates.ts';
import type { Run } from './run.ts';
import { eventSite } from './site.ts';
import type { Story } from './story.ts';
import { subjectOf } from './subject.ts';

// Ledger.md §5, sentence by sentence, and where each is judged:
//
// | the law                                                       | here                                                              |
// |---------------------------------------------------------------|-------------------------------------------------------------------|
// | the highest promise kept, and why it stopped there; stop      | stops.ts: counts only; the gate's own finding says the difference |
// | reasons are classified before the schema is asked             |                                                                   |
// | validated-document: nothing is released before the output     | early.ts: one finding a release. No gate: only where gates are    |
// | gate passed, the commit is recorded and evidence.persisted    | recorded and a contract exists. No commit: unless the run says    |
// | covers it                                                     | that it records none. Evidence: no run can say that it records    |
// |                                                               | none, and the mode promises it, so it is always asked             |
// | stream: partial release is delivery                           | not asked; relabelling is committed-despite-deviation             |
// | max_bytes                                                     | size.ts: the bytes of a text, and of a JSON value what every      |
// |                                                               | spelling has at least; of parts all since the last answer         |
// | a mandatory capability that is unknown or absent makes the    | plans.ts, proof.ts: an ordinary request to a candidate that was   |
// | candidate ineligible; a declared probe is not drift           | refused, or of whom no one entry shows all of it together         |
// |                                                               | (unproven); a request sent without it (downgraded). Where nobody  |
// |                                                               | planned, what was in effect in the request is all the evidence.   |
// |                                                               | A probe whose answer is handed on was none                        |
// | one contract digest from plan to provider call (as sent) to   | contract.ts: against the declared schema, else the plan's; each   |
// | gate to release                                               | other digest once, where it first stands. A release names none    |
// | a failed answer followed by another model, account or region  | recovery.ts: the gate fails it (recorded or recomputed), or it    |
// |                                                               | stopped at a refusal, a limit or a malformed call. An account or  |
// |                                                               | region that is not said is not another                            |
// |                                                               | One that was itself unauthorised is no measure: going back from   |
// |                                                               | it to the last lawful one is no further recovery                  |
// | or by a repaired text                                         | repairs.ts: committed or released, and the value of none of the   |
// |                                                               | failed answers. `by` says who saw a value, not who made it        |
// | needs recovery.authorized, which names the attempt …          | authorizations.ts: of the step, for that attempt or for none, and |
// |                                                               | of the kind that is needed: a retry goes to nobody else           |
// | … the remaining limits                                        | limits.ts: attempts that needed it, and what these cost; a limit  |
// |                                                               | of another kind is an unread part of the record                   |
// | … and who may see the data                                    | exposure.ts: lists of providers, models, accounts, regions        |
// | re-asking inside the declared critique bound needs none       | recovery.ts: nor does it use up a limit; where no bound is        |
// |                                                               | declared, none is enforced                                        |
// | a failed branch still has a history                           | branch.ts, costs.ts: attempts counted, costs added exactly        |
//
// Steps are the unit: an answer of no step belongs to no branch, and what follows it is no recovery of it.

export { openDelivery, type RunDelivery } from './delivery/state.ts';

export function plan(context: Context, run: Run, event: Planned): void {
  followContract(context, run, { event, place: 'plan', sha256: event.contractSha256 });
  rememberPlan(context, run, event);
}

/** A declared probe asks what a candidate can do: it answers nothing, and is held against nothing. */
export function callProvider(context: Context, run: Run, event: ProviderCalled): void {
  if (event.isProbe) {
    if (event.step !== undefined) noteProbe(branchOf(run, event), event);
    return;
  }
  followContract(context, run, { event, place: 'request', sha256: event.contractSha256 });
  checkCapabilities(context, run, event);
  if (event.step === undefined) return;
  const branch = branchOf(run, event);
  const attempt = ask(branch, event);
  recoverByRequest(context, run, { branch, attempt, event });
}

export function authorizeRecovery(context: Context, run: Run, event: RecoveryAuthorized): void {
  rememberAuthorization(run, event);
  endRepaired(context, run, event);
}

export function persist(_context: Context, run: Run, event: Persisted): void {
  notePersisted(run, event);
}

/** An answer with a contract fails at its gate, or at what its provider says of its end where no gate passes it all the same. */
function isFailing(story: Story, event: Answered): boolean {
  const verdict = story.output?.answer.verdict;
  if (verdict === 'fail') return true;
  const isCut = event.isRefusal === true || event.isTruncated === true || event.isMalformedCall === true;
  return isCut && story.answerSchema !== undefined && verdict !== 'pass';
}

/** Whether an answer is that of a declared probe; asked once of each. */
export function answersProbe(run: Run, event: Answered): boolean {
  const branch = event.step === undefined ? undefined : run.delivery.branches.get(stepKey(event));
  return branch !== undefined && takeProbe(branch, event);
}

/** An answer, judged: `story` holds what the gate says of it, and of a refusal nothing. */
export function followAnswer(context: Context, run: Run, { story, event }: { readonly story: Story; readonly event: Answered }): void {
  if (event.step === undefined) return;
  dropDocument(run, event);
  dropSent(run, event);
  const branch = branchOf(run, event);
  if (story.isProbe || story.isInterim) return; // it recovers nothing, and whoever follows it recovers nothing of it
  const attempt = beginAnswer(branch, event);
  recoverByAnswer(context, run, { branch, attempt, event });
  branch.current = attempt;
  if (!isFailing(story, event)) {
    passAnswer(branch);
    return;
  }
  failAnswer(context, branch, attempt);
  rememberFailed(branch, story.output?.stage.value);
}

/** A recorded verdict, already kept with its story. */
export function followGate(context: Context, run: Run, told: { readonly story: Story | undefined; readonly event: GateChecked }): void {
  const { story, event } = told;
  noteGate(context, run, told);
  const isOfAnswer = event.gate === 'output' && event.call === undefined && event.step !== undefined && event.by !== 'host';
  if (!isOfAnswer || story?.isProbe === true) return;
  followContract(context, run, { event, place: 'gate', sha256: event.schemaSha256 });
  const branch = branchOf(run, event);
  if (event.verdict === 'fail') {
    failAnswer(context, branch, attemptAt(branch, event.attempt));
    rememberFailed(branch, story?.output?.stage.value);
  } else if (event.verdict === 'pass' && branch.asked.size > 0) {
    // the answer to this request is not recorded, and its gate passed it: the failed one before it is over
    if (!attemptAt(branch, event.attempt).isFailed) passAnswer(branch);
  }
}

/** A failure that names no call: of an answer, where it says that the output gate stopped it, or of a request that nobody answered. */
export function followFailure(context: Context, run: Run, event: AttemptFailed): void {
  if (event.call !== undefined || event.step === undefined || event.gate === 'input') return;
  if (run.answers.get(stepKey(event))?.isProbe === true) return;
  const branch = branchOf(run, event);
  const isOfAnswer = event.gate === 'output';
  if (!isOfAnswer && branch.asked.size === 0) return;
  const attempt = attemptAt(branch, event.attempt);
  if (isOfAnswer) failAnswer(context, branch, attempt);
  else if (!attempt.isAnswered) countFailure(context, attempt);
}

/** The run ended: requests that nobody answered have cost what they cost. In an open run the answer may still say otherwise. */
export function closeDelivery(context: Context, run: Run, { isClosed }: { readonly isClosed: boolean }): void {
  if (!isClosed) return;
  for (const { asked, current } of run.delivery.branches.values())
    for (const attempt of [...asked.values(), ...(current === undefined ? [] : [current])]) settle(context, run, attempt);
}

interface HandedOn {
  readonly story: Story;
  readonly event: Committed;
  /** The same value was committed before: what covers that commit covers this one. */
  readonly isAgain: boolean;
}

export function followCommit(context: Context, run: Run, told: HandedOn): void {
  if (!told.isAgain) noteCommit(context, run, told);
  if (told.story.isProbe) tellProbe(told.story, told.event);
  else followRepair(context, run, { ...told, stage: told.story.committed });
}

/** A declared probe is excused from what a request owes, because it answers nothing: told once, where its answer is handed on. */
function tellProbe(story: Story, event: Committed | Released): void {
  if (story.observations.some(({ kind }) => kind === 'probe-handed-on')) return;
  const subject = { ...subjectOf(story), attempt: event.attempt ?? story.attempt };
  story.observations.push({ kind: 'probe-handed-on', site: eventSite(event.record), subject, isReleased: event.kind === 'released' });
}

/** A release, whole or in part; `story` is what it releases, and a part is no stage of it. */
export function followRelease(context: Context, run: Run, told: { readonly story: Story | undefined; readonly event: Released }): void {
  checkRelease(context, run, told);
  checkSize(context, run, told);
  const { story, event } = told;
  if (story?.isProbe === true) tellProbe(story, event);
  else if (story !== undefined && event.isPartial !== true) followRepair(context, run, { story, event, stage: story.released });
}
