import { isDigestOfText, isDigestOfValue } from '../digest/spellings.ts';
import { sliceOf } from '../json/slice.ts';
import type { GateName, UncheckedReason } from '../model/delta.ts';
import type { Payload } from '../model/event.ts';
import type { VerdictMismatch } from '../model/observation.ts';
import { countProposal } from './calls.ts';
import { settleInChain } from './chains.ts';
import { closeStory, isQuiet } from './close.ts';
import { followEffects } from './compensation.ts';
import type { Context } from './context.ts';
import { otherContract } from './contracts.ts';
import type { Run } from './run.ts';
import { eventSite } from './site.ts';
import { isRefusedByHost, isUndecided, type Stage, type Story } from './story.ts';
import { subjectOf } from './subject.ts';
import { increase } from './tally.ts';
import { verdictMismatch } from './verdicts.ts';

/** A call that went out and never came back; one that was stopped before owes no result. */
export function missing(context: Context, story: Story): void {
  if (story.kind !== 'call' || (story.returned !== undefined && story.outcome !== 'pending')) return;
  const start = story.proposed ?? story.executed;
  if (start === undefined) return;
  const isStopped = story.failure !== undefined || isUndecided(story) || story.gates.some((recorded) => recorded.verdict !== 'pass');
  if (story.executed === undefined && isStopped) return;
  context.observe({
    kind: 'missing-result',
    site: eventSite(start.record),
    subject: subjectOf(story),
    isOpenTail: story.isOpenTail,
    unless: story.executed === undefined ? 'executions' : undefined,
  });
}

/** A host that refuses is a gate of its own: told where no declaration of ours has an answer. */
function hearHost(context: Context, story: Story): void {
  if (story.kind !== 'call' || story.input?.answer.verdict !== 'unchecked' || !isRefusedByHost(story)) return;
  const said = story.returned ?? story.proposed;
  if (said !== undefined) context.observe({ kind: 'refused-by-host', site: eventSite(said.record), subject: subjectOf(story) });
}

/** Turns a story that is over into observations and counts. */
export function settle(context: Context, run: Run, story: Story): void {
  const { tally } = context;
  if (!story.isCounted) {
    countProposal(context, run, story);
    context.judge.weigh?.(story, { run: run.id, isClosedObjects: run.isClosedObjects });
  }
  hearHost(context, story);
  const mismatches: VerdictMismatch[] = [];
  for (const recorded of story.gates) {
    if (recorded.by === 'host') continue; // what a host refuses and we would pass is a note of its own
    const judged = recorded.judged ?? (recorded.gate === 'input' ? story.input : story.output);
    const mismatch = judged === undefined ? undefined : verdictMismatch(story, recorded, judged);
    if (mismatch !== undefined) mismatches.push(mismatch);
    const other = otherContract({ story, gate: recorded });
    if (other !== undefined) context.observe(other);
  }
  compareWithheld(context, run, { story, gate: 'input', before: story.ranFrom, after: story.executed });
  compareWithheld(context, run, { story, gate: 'output', before: story.returned, after: story.committed });
  if (story.released?.payload.form !== 'absent')
    compareWithheld(context, run, { story, gate: 'output', before: story.committed ?? story.returned, after: story.released });
  if (mismatches.length === 0 && isQuiet(story)) {
    followEffects(context, run, { story, observations: [] });
    settleInChain(context, run, { story, closing: undefined });
    return;
  }
  const closing = closeStory(story, mismatches);
  for (const observation of closing.observations) context.observe(observation);
  followEffects(context, run, { story, observations: closing.observations });
  for (const side of closing.sides) {
    if (side.deviations === 0) continue;
    tally.deviations[side.disposition] += side.deviations;
    tally.values[side.disposition]++;
  }
  settleInChain(context, run, { story, closing });
}

interface Withheld {
  readonly story: Story;
  readonly gate: GateName;
  readonly before: Stage | undefined;
  readonly after: Stage | undefined;
}

const reasonOf = ({ payload }: Stage): UncheckedReason | undefined => {
  if (payload.form === 'digest') return payload.withheld?.reason ?? 'content-withheld';
  return payload.form === 'opaque' ? payload.reason : undefined;
};

/** One equal digest shows two payloads to be equal; digests of the same name that differ show a difference; others say nothing. */
function compareDigests(one: Payload, other: Payload): 'equal' | 'apart' | { readonly before: string; readonly after: string } {
  const pairs = (one.digests ?? []).flatMap((before) => (other.digests ?? []).map((after) => ({ before, after })));
  const own = pairs.filter(({ before, after }) => before.of !== 'beside' && after.of !== 'beside');
  if (own.some(({ before, after }) => before.sha256 === after.sha256)) return 'equal';
  const named = own.find(({ before, after }) => before.pointer === after.pointer);
  return named === undefined ? 'apart' : { before: named.before.sha256, after: named.after.sha256 };
}

/** A value or a text at one stage proves the digest at another, where it is over a spelling of it that can be known. */
function isProven(held: Stage, named: Stage): boolean {
  const { payload, record } = held;
  const digests = (named.payload.digests ?? []).filter(({ of }) => of === 'payload');
  return digests.some(({ sha256 }) => {
    if (payload.form === 'text') return isDigestOfText(sha256, payload.text);
    return payload.form === 'value' && isDigestOfValue(sha256, payload.value, () => sliceOf(record.text, payload.pointer));
  });
}

/** Two stages of which one is a digest or a redaction: equal digests are equal, everything else was not compared, and is said to be so. */
function compareWithheld(context: Context, run: Run, { story, gate, before, after }: Withheld): void {
  if (before === undefined || after === undefined) return;
  const reason = reasonOf(after) ?? reasonOf(before);
  if (reason === undefined) return;
  const subject = subjectOf(story);
  const digests = compareDigests(before.payload, after.payload);
  if (digests === 'equal' || isProven(before, after) || isProven(after, before)) return;
  if (digests !== 'apart') {
    context.observe({
      kind: 'stage-difference',
      site: eventSite(after.record),
      subject,
      repair: 'changed',
      path: '',
      detail: 'the recorded digests differ',
      before: { stage: before.name, record: before.record, value: digests.before },
      after: { stage: after.name, record: after.record, value: digests.after },
      isDefault: false,
    });
    return;
  }
  increase(context.tally.reasons, `stage ${reason}`);
  if (run.isStrict) increase(context.tally.strictReasons, reason);
  const detail = `${before.name} and ${after.name} could not be compared: one of them is not recorded in full`;
  context.unchecked({ site: eventSite(after.record), subject, gate, reason, detail });
}
