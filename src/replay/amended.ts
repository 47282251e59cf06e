import { isEqual } from '../json/equal.ts';
import type { Amended } from '../model/event/calls.ts';
import type { Context } from './context.ts';
import { findCall } from './find-call.ts';
import { declaredSince } from './late-gates.ts';
import { tellOrphan } from './orphans.ts';
import type { Run } from './run.ts';
import { valueSite, withheld } from './site.ts';
import { type Stage, stageOf } from './story.ts';
import { subjectOf } from './subject.ts';

/** A rewrite that was recorded: the later stages must equal it, and the gate is asked again for it. */
export function amend(context: Context, run: Run, event: Amended): void {
  const story = findCall(context, run, event)?.[1];
  if (story === undefined) tellOrphan(context, run, event);
  if (story === undefined || story.effective === undefined) return;
  const at = { record: event.record, posture: { run: run.id, isClosedObjects: run.isClosedObjects } };
  // the rewrite is asked of what is in force where it stands
  const now = declaredSince(context, run, story);
  if (now !== undefined) story.found = { kind: 'declared', tool: now };
  const judged =
    story.found?.kind === 'declared'
      ? context.judge.input(story.found.tool, withheld(event.payload), at)
      : context.judge.bare(withheld(event.payload), event.record);
  const before = story.effective;
  story.isPassed.input = false; // a pass is for the bytes that were passed
  if (before.value !== undefined && judged.value !== undefined && isEqual(before.value, judged.value)) return;
  const stage: Stage = { ...stageOf('amended', event, judged.value), server: story.server, tool: story.tool };
  story.observations.push({
    kind: 'amendment',
    site: valueSite(event.record, event.payload.pointer),
    subject: subjectOf(story),
    by: event.by,
    before: { stage: before.name, record: before.record, value: before.value },
    after: { stage: 'amended', record: event.record, value: judged.value },
  });
  story.effective = stage;
  story.authorization = undefined; // an authorisation is for the bytes that were authorised
  if (story.found?.kind !== 'declared') return;
  if (story.input?.answer.verdict === 'fail') story.rewritten.push(story.input);
  story.input = { gate: 'input', stage, answer: judged.answer };
}
