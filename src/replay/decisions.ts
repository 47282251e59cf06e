import type { Decided } from '../model/event.ts';
import { storyOf } from './answers.ts';
import type { Context } from './context.ts';
import { tellOrphan } from './orphans.ts';
import type { Run } from './run.ts';

/** A decision about a call, kept with it: what it rests on is judged by the policy layer, not here. */
export function decide(context: Context, run: Run, event: Decided): void {
  context.tally.decisions++;
  const { record, decision, by } = event;
  const story = storyOf(context, run, event);
  if (story === undefined) tellOrphan(context, run, event);
  else story.decisions.push({ record, decision, by });
}
