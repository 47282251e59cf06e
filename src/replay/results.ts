import type { Delta } from '../model/delta.ts';
import type { Committed, Released } from '../model/event/answers.ts';
import type { HostVerdict, Outcome, Returned } from '../model/event/calls.ts';
import type { Payload } from '../model/payload.ts';
import { positionOf } from '../model/record.ts';
import { hashText } from '../text/hash.ts';
import { stopAttempt } from './chains/stop.ts';
import { exhaust } from './compensation.ts';
import type { Context } from './context.ts';
import { denyCall } from './decisions.ts';
import { noteFailing } from './failing.ts';
import { findCall, isAmbiguous } from './find-call.ts';
import { stopWaiting } from './gates.ts';
import type { Found, Judged } from './judge.ts';
import { holdAnswered } from './keep.ts';
import type { Run } from './run.ts';
import { isSamePayload } from './same.ts';
import { eventSite, valueSite, withheld } from './site.ts';
import { isRefusedByHost, type Judgement, printOf, type Stage, type Story, stageOf } from './story.ts';
import { subjectOf } from './subject.ts';
import { countOutput, countUnchecked } from './tally.ts';
import { isSeenByOther } from './withheld.ts';

/** A result without a living call: of one that closed before, or of one that was never made. */
function unpaired(context: Context, run: Run, event: Returned): void {
  const isKnown = event.call !== undefined && run.closedCalls.has(hashText(event.call));
  const subject = { run: event.run, call: event.call, step: event.step, agent: event.agent, tool: event.tool };
  const site = valueSite(event.record, event.callPointer ?? '');
  if (isKnown) {
    context.observe({ kind: 'duplicate-result', site, subject });
    return;
  }
  if (run.isAfterEnd) return; // its call may have been recorded before the end, and the end is what was wrong
  context.observe({ kind: 'orphan-result', site, subject });
  context.tally.orphanResults++;
  if (event.outcome !== 'ok' || !event.canBeStructured) return;
  context.tally.output.unchecked++;
  countUnchecked(context.tally, 'output', { reason: 'no-declaration', isStrict: run.isStrict });
  context.unchecked({
    site: eventSite(event.record),
    subject,
    gate: 'output',
    reason: 'no-declaration',
    detail: 'a result without a call: the tool that returned it is not known',
  });
}

/** The declaration of the tool that ran; it may be another one than was proposed. */
export function ranTool(context: Context, run: Run, story: Story): Found | undefined {
  const ran = story.executed;
  if (ran?.tool === undefined || (ran.tool === story.tool && ran.server === story.server)) return story.found;
  return context.judge.find(run.id, { server: ran.server ?? story.server, tool: ran.tool });
}

function judgeResult(context: Context, run: Run, event: Returned, story: Story): Judged {
  const found = ranTool(context, run, story);
  if (found?.kind === 'declared') return context.judge.result(found.tool, event, { run: run.id, isClosedObjects: run.isClosedObjects });
  const payload = event.structured;
  const read: Judged =
    payload === undefined
      ? { answer: { verdict: 'no-contract', notes: [] }, value: undefined, promise: 'none' }
      : context.judge.bare(payload, event.record);
  if (!event.canBeStructured || story.isProviderRun || read.answer.verdict === 'fail') return read;
  return {
    ...read,
    answer: {
      verdict: 'unchecked',
      reason: 'no-declaration',
      detail: `no declaration of ${story.executed?.tool ?? story.tool ?? 'the tool'} is in force here`,
      notes: read.answer.notes,
    },
  };
}

const errors: ReadonlySet<Outcome> = new Set(['tool_error', 'protocol_error', 'cancelled', 'timeout']);

/** A success, or a result of a source without an error flag whose tool declares what a success returns. */
function isToBeJudged(context: Context, run: Run, event: Returned, story: Story): boolean {
  if (event.outcome === 'ok') return true;
  if (event.outcome !== 'unknown') return false;
  const found = ranTool(context, run, story);
  return found?.kind === 'declared' && found.tool.outputSchema !== undefined;
}

/** Error results are exempt from the output gate and counted apart. */
function judgeOutcome(context: Context, run: Run, event: Returned, story: Story): void {
  const none: Payload = { form: 'absent', pointer: '/structured_content' };
  const payload = event.structured ?? none;
  if (!isToBeJudged(context, run, event, story)) {
    // a denial is no error of the tool: it is counted where hosts are heard; where no flag says which it is, nothing is said
    if (errors.has(event.outcome)) context.tally.output.errors++;
    if (event.outcome === 'unknown') context.tally.output.noContract++;
    story.returned = { name: 'returned', record: event.record, payload, value: undefined, by: event.by };
    return;
  }
  // what may have been an error owes nothing
  const judged = judgeResult(context, run, event.outcome === 'unknown' ? { ...event, canBeStructured: false } : event, story);
  const stage: Stage = { name: 'returned', record: event.record, payload, value: judged.value, by: event.by };
  story.returned = stage;
  countResult(context, run, { story, output: { gate: 'output', stage, answer: judged.answer } });
}

/** What is committed or released of a call whose result is not recorded, or was an error, is judged in the result's place. */
export function judgeHandedOn(
  context: Context,
  run: Run,
  { story, event }: { readonly story: Story; readonly event: Committed | Released },
): void {
  const found = ranTool(context, run, story);
  if (found?.kind !== 'declared') return;
  const payload = withheld(event.payload);
  const result: Returned = { ...event, kind: 'returned', outcome: 'ok', structured: payload, canBeStructured: true };
  const judged = context.judge.result(found.tool, result, { run: run.id, isClosedObjects: run.isClosedObjects });
  const stage = stageOf(event.kind, { record: event.record, payload }, judged.value);
  countResult(context, run, { story, output: { gate: 'output', stage, answer: judged.answer } });
}

function countResult(context: Context, run: Run, { story, output }: { readonly story: Story; readonly output: Judgement }): void {
  const { stage, answer } = output;
  story.output = output;
  if (answer.verdict === 'fail') noteFailing(run, story);
  countOutput(context.tally, answer);
  if (answer.verdict !== 'unchecked') return;
  countUnchecked(context.tally, 'output', { reason: answer.reason, isStrict: run.isStrict });
  context.unchecked({
    site: valueSite(stage.record, stage.payload.form === 'absent' ? '' : stage.payload.pointer),
    subject: subjectOf(story),
    gate: 'output',
    reason: answer.reason,
    detail: answer.detail,
  });
}

/** Where a list was listed and may have changed since, the host's own answer closes it: it knows no tool of that name. */
function believeHost(story: Story): void {
  const { input, tool } = story;
  if (story.found?.kind !== 'open' || !story.found.isListed || input === undefined || tool === undefined) return;
  const delta: Delta = { kind: 'invented-tool', path: '', recorded: tool, detail: 'the host answers that it knows no tool of that name' };
  story.input = { ...input, answer: { verdict: 'fail', deltas: [delta], notes: input.answer.notes } };
}

/** Refused, and neither a gate nor a decision says by whom: a gate of the host where the call deviates, else a decision of it. */
function impliedVerdict(story: Story, event: Returned): HostVerdict | undefined {
  if (event.outcome !== 'refused' || story.decisions.length > 0) return undefined;
  if (story.gates.some(({ verdict }) => verdict !== 'pass')) return undefined;
  return story.input?.answer.verdict === 'fail' ? { kind: 'invalid' } : { kind: 'denied', by: 'host' };
}

/** A success in the host's own words for an invalid call, and the call is one: the words are right, and the flag is not. */
const withRightWords = (story: Story, event: Returned): Returned =>
  event.contradicts !== undefined && story.input?.answer.verdict === 'fail'
    ? { ...event, outcome: 'refused', verdict: { kind: 'invalid' } }
    : event;

/** What the host said of the call becomes a recorded gate, or a recorded decision. */
function hearVerdict(
  context: Context,
  run: Run,
  story: Story,
  { event, verdict }: { readonly event: Returned; readonly verdict: HostVerdict },
): void {
  const { record } = event;
  if (verdict.kind === 'denied') {
    // a refusal that nobody wrote down as a decision is counted, and told where the decision itself is
    denyCall(context, run, { story, record, by: verdict.by, isTold: event.verdict !== undefined });
    return;
  }
  story.gates.push({
    gate: 'input',
    by: 'host',
    call: story.call,
    record,
    verdict: 'fail',
    delta: undefined,
    schemaSha256: undefined,
    otherSubject: undefined,
    judged: undefined,
  });
  context.tally.hostRefused++;
  if (verdict.kind === 'unknown-tool') believeHost(story);
}

/** The same result once more, as a resumed or forked session copies it. */
function isCopy(story: Story, event: Returned): boolean {
  const before = story.returned?.payload;
  const { structured, texts } = event;
  const isSame = structured === undefined || before === undefined ? before?.form === 'absent' : isSamePayload(before, structured);
  return event.outcome === story.outcome && isSame && printOf(texts) === (story.textsPrint ?? printOf(story.texts));
}

/** It ran again since its last result: what comes now is the result of that run. */
const hasRunSince = ({ executed, returned }: Story): boolean =>
  executed !== undefined && returned !== undefined && positionOf(executed.record) > positionOf(returned.record);

/** Nobody had waited for it, or nobody knew how it came out: what comes now is its first result. */
const isLate = (story: Story, event: Returned): boolean =>
  (story.outcome === 'timeout' || story.outcome === 'unknown') && event.outcome !== story.outcome;

const isError = ({ outcome }: Returned): boolean => outcome === 'tool_error' || outcome === 'protocol_error' || outcome === 'refused';

export function answerCall(context: Context, run: Run, answer: Returned): void {
  const found = findCall(context, run, answer);
  if (found === undefined) {
    unpaired(context, run, answer);
    return;
  }
  const [key, story] = found;
  const event = withRightWords(story, answer);
  const isOfRerun = hasRunSince(story);
  if (event.outcome === story.outcome && isSeenByOther(context, run, { story, event })) return;
  if (story.returned !== undefined && story.outcome !== 'pending' && !isOfRerun && !isLate(story, event)) {
    context.observe({
      kind: isCopy(story, event) ? 'duplicate-event' : 'duplicate-result',
      site: valueSite(event.record, event.callPointer ?? ''),
      subject: subjectOf(story),
      earlierLine: story.returned.record.line,
    });
    return;
  }
  if (isAmbiguous(run, event))
    context.observe({
      kind: 'ambiguous-pairing',
      site: eventSite(event.record),
      subject: subjectOf(story),
      earlierLine: story.proposed?.record.line,
    });
  if (story.returned === undefined || isOfRerun) context.tally.returned++;
  story.outcome = event.outcome;
  story.texts = event.texts;
  story.canBeStructured = event.canBeStructured;
  stopWaiting(run, story);
  if (event.contradicts !== undefined)
    context.observe({ kind: 'contradicted-status', site: eventSite(event.record), subject: subjectOf(story), words: event.contradicts });
  const verdict = event.verdict ?? impliedVerdict(story, event);
  if (verdict !== undefined) hearVerdict(context, run, story, { event, verdict });
  judgeOutcome(context, run, event, story);
  const isAnsweredInvalid = isError(event) && verdict?.kind !== 'denied' && story.input?.answer.verdict === 'fail';
  if (isRefusedByHost(story) || isAnsweredInvalid) {
    stopAttempt(context, run, story);
    exhaust(context, run, { story, record: event.record });
  }
  if (event.outcome === 'pending') return;
  if (context.expectsMore) holdAnswered(context, run, story);
  else context.closeCall(run, key, story);
}
