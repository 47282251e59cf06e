import type { Committed, Released } from '../../model/event/answers.ts';
import type { RecoveryAuthorized } from '../../model/event/failures.ts';
import type { Context } from '../context.ts';
import { stepKey } from '../gates.ts';
import type { Run } from '../run.ts';
import { eventSite } from '../site.ts';
import type { Stage, Story } from '../story.ts';
import { subjectOf } from '../subject.ts';
import { allowedInstead } from './authorizations.ts';
import { isFailedValue, passAnswer } from './branch.ts';
import { useAttempt } from './limits.ts';
import { authorizationFor } from './recovery.ts';

/** An authorised repair ends the failed answer's own life: what is gated and committed from here on is another value, judged by itself. */
export function endRepaired(context: Context, run: Run, event: RecoveryAuthorized): void {
  if (event.way !== 'repair') return;
  const key = stepKey({ step: event.forStep ?? event.step, instance: event.instance });
  const failed = run.delivery.branches.get(key)?.failed;
  const story = run.answers.get(key);
  const isNamed = event.forAttempt === undefined || failed?.number === undefined || event.forAttempt === failed.number;
  if (failed !== undefined && story !== undefined && isNamed) context.closeCall(run, key, story);
}

interface HandedOn {
  readonly story: Story;
  readonly event: Committed | Released;
  readonly stage: Stage | undefined;
}

/**
 * What is handed on after a failed answer and is the value of none of its answers was made by somebody: a repaired text. Where the answer
 * that failed is not recorded, neither are those after it. With the repair the branch is over, whoever allowed it.
 */
export function followRepair(context: Context, run: Run, told: HandedOn): void {
  const { story, event, stage } = told;
  if (event.step === undefined || event.call !== undefined || stage?.value === undefined) return;
  const branch = run.delivery.branches.get(stepKey(event));
  if (branch?.failed?.isAnswered !== true || isFailedValue(branch, stage.value)) return;
  const at = { site: eventSite(event.record), subject: { ...subjectOf(story), attempt: event.attempt ?? story.attempt } };
  const asked = { step: event.step, instance: event.instance, way: 'repair' } as const;
  const authorization = authorizationFor(run, branch, asked);
  if (authorization === undefined) {
    const instead = allowedInstead(run, { ...asked, failed: branch.failed.number });
    story.observations.push({ kind: 'unauthorized-recovery', ...at, what: 'text', instead });
  } else useAttempt(context, { ...at, authorization });
  passAnswer(branch);
}
