import type { Decided } from '../model/event/calls.ts';
import type { DeniedCall } from '../model/observation/pairs.ts';
import { positionOf, type SourceRecord } from '../model/record.ts';
import { storyOf } from './answers.ts';
import { leaveChain } from './chains/join.ts';
import type { Context } from './context.ts';
import { tellOrphan } from './orphans.ts';
import type { Run } from './run.ts';
import { eventSite } from './site.ts';
import type { Story } from './story.ts';
import { subjectOf } from './subject.ts';
import { increase } from './tally.ts';

const isHostWord = (by: string | undefined): by is 'host' | 'human' | 'hook' => by === 'host' || by === 'human' || by === 'hook';

/** A decision about a call, kept with it: what it rests on is judged by the policy layer, not here. */
export function decide(context: Context, run: Run, event: Decided): void {
  context.tally.decisions++;
  const { record, decision, by } = event;
  const story = storyOf(context, run, event);
  if (story === undefined) tellOrphan(context, run, event);
  else if (decision === 'deny') tellDenial(context, run, { story, record, by: isHostWord(by) ? by : 'policy' });
  story?.decisions.push({ record, decision, by });
}

/** A result says that its call was denied: a recorded decision, counted among the host's own. */
export function denyCall(
  context: Context,
  run: Run,
  denial: { readonly story: Story; readonly record: SourceRecord; readonly by: 'host' | 'human' | 'hook'; readonly isTold: boolean },
): void {
  const { story, record, by, isTold } = denial;
  increase(context.tally.denied, by);
  if (isTold) tellDenial(context, run, denial);
  else leaveChain(run, story);
  story.decisions.push({ record, decision: 'deny', by });
}

/** It ran although the last decision before it says no; a call may be allowed after all. */
export function tellDisobeyed(context: Context, story: Story): void {
  const { executed, decisions } = story;
  if (executed === undefined || decisions.length === 0) return;
  const last = decisions.findLast(({ record }) => positionOf(record) < positionOf(executed.record));
  if (last?.decision !== 'deny') return;
  context.observe({ kind: 'denied-but-executed', site: eventSite(executed.record), subject: subjectOf(story), line: last.record.line });
}

/** Told once a call, where it is said first. A denial engages no critique: the call is no attempt. */
function tellDenial(
  context: Context,
  run: Run,
  { story, record, by }: { readonly story: Story; readonly record: SourceRecord; readonly by: DeniedCall['by'] },
): void {
  leaveChain(run, story);
  if (story.kind !== 'call' || story.decisions.some(({ decision }) => decision === 'deny')) return;
  context.observe({ kind: 'denied-call', site: eventSite(record), subject: subjectOf(story), by });
}
