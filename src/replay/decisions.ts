import type { Decided } from '../model/event.ts';
import { storyOf } from './answers.ts';
import type { Context } from './context.ts';
import type { Run } from './run.ts';

/** A decision about a call, kept with it: what it rests on is judged by the policy layer, not here. */
export function decide(context: Context, run: Run, event: Decided): void {
  context.tally.decisions++;
  const { record, decision, by } = event;
  storyOf(context, run, event)?.decisions.push({ record, decision, by });
}
