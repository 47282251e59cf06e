import type { Subject } from '../model/observation/base.ts';
import type { Context } from './context.ts';
import type { Run } from './run.ts';
import { valueSite } from './site.ts';
import type { Judgement, Story } from './story.ts';
import { subjectOf } from './subject.ts';
import { countInput, countUnchecked } from './tally.ts';

/** Counts the input gate's answer for a call, once, when its story is over: of a source that shows only what ran, for that. */
export function countProposal(context: Context, run: Run, story: Story): void {
  const judgement = story.rewritten[0] ?? story.input;
  if (judgement !== undefined) countInputOf(context, run, { judgement, about: story });
}

function countInputOf(context: Context, run: Run, { judgement, about }: { readonly judgement: Judgement; readonly about: Subject }): void {
  const { answer, stage } = judgement;
  countInput(context.tally, answer);
  if (answer.verdict !== 'unchecked') return;
  const { reason, detail } = answer;
  countUnchecked(context.tally, 'input', { reason, isStrict: run.isStrict });
  context.unchecked({ site: valueSite(stage.record, stage.payload.pointer), subject: subjectOf(about), gate: 'input', reason, detail });
}
