import type { Authorized } from '../../model/event/calls.ts';
import { hashText } from '../../text/hash.ts';
import type { Context, UncheckedNote } from '../context.ts';
import { findCall } from '../find-call.ts';
import type { Run } from '../run.ts';
import { valueSite } from '../site.ts';
import type { Stage, Story } from '../story.ts';
import { subjectOf } from '../subject.ts';
import { bindingOf, increase } from '../tally.ts';

/** What was signed for, and what ran after it. Whether the signature holds is not asked: this is a stage like any other, compared as one. */
export interface Authorization {
  readonly stage: Stage;
  /** What had to be authorised when it was; undefined: no proposal is recorded yet. */
  from: Stage | undefined;
  readonly runs: Stage[];
}

const isOver = ({ returned, outcome }: Story): boolean => returned !== undefined && outcome !== 'pending';

/** An authorisation of a call that is known, or of one that is not recorded yet: writers need not be in step. */
export function authorize(context: Context, run: Run, event: Authorized): void {
  context.tally.authorizations++;
  if (event.call === undefined) {
    leave(context, run, event, 'the authorisation names no call');
    return;
  }
  const story = findCall(context, run, event)?.[1];
  if (story !== undefined && !isOver(story)) {
    bind(context, story, event);
    return;
  }
  if (story !== undefined || run.closedCalls.has(hashText(event.call))) {
    leave(context, run, event, 'the authorisation is recorded after its call came back: nothing shows what it was for', story);
    return;
  }
  if (run.isAfterEnd) return; // its call may have been recorded before the end of the run, and the end is what was wrong
  const loose = run.looseAuthorizations.get(event.call);
  if (loose === undefined) run.looseAuthorizations.set(event.call, [event]);
  else loose.push(event);
}

/** Authorisations that stand before everything else of their call. */
export function adoptAuthorizations(context: Context, run: Run, story: Story): void {
  if (run.looseAuthorizations.size === 0 || story.call === undefined) return;
  for (const event of run.looseAuthorizations.get(story.call) ?? []) bind(context, story, event);
  run.looseAuthorizations.delete(story.call);
}

function bind(context: Context, story: Story, event: Authorized): void {
  const { record, payload, server, tool } = event;
  const { value } = context.judge.bare(payload, record);
  const authorization = { stage: { name: 'authorized', record, payload, value, server, tool }, from: story.effective, runs: [] } as const;
  story.authorization = { ...authorization, runs: [] };
  story.authorizations.push(story.authorization);
}

/** What runs runs under the last authorisation, until the call came back. */
export function runUnder(story: Story, stage: Stage): void {
  if (!isOver(story)) story.authorization?.runs.push(stage);
}

/** An authorisation that nothing can be compared with: counted and shown, since what is not compared is not in order. */
function leave(context: Context, run: Run, event: Authorized, detail: string, story?: Story): void {
  const { step, instance, attempt, agent, call } = event;
  const subject = story === undefined ? { run: run.id, step, instance, attempt, agent, call } : subjectOf(story);
  noteUnbound(context, { site: valueSite(event.record, event.payload.pointer), subject, gate: 'input', reason: 'opaque', detail });
}

/** Two stages that could not be compared. */
export function noteUncompared(context: Context, run: Run, note: UncheckedNote): void {
  increase(context.tally.reasons, `stage ${note.reason}`);
  if (run.isStrict) increase(context.tally.strictReasons, note.reason);
  context.unchecked(note);
}

/**
 * An authorisation that could not be compared. Most name a digest that only the call object proves, which is kept elsewhere: counted and shown,
 * and no question of structure, so that it makes no strict audit inconclusive.
 */
export function noteUnbound(context: Context, note: UncheckedNote): void {
  increase(context.tally.reasons, `${bindingOf}${note.reason}`);
  context.unchecked(note);
}
