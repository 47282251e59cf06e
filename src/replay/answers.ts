import type { Answered } from '../model/event/answers.ts';
import type { GateChecked } from '../model/event/calls.ts';
import type { AttemptFailed } from '../model/event/failures.ts';
import { ExactNumber } from '../model/json.ts';
import { joinChain } from './chains/join.ts';
import { stopAttempt } from './chains/stop.ts';
import { exhaust, owe } from './compensation.ts';
import type { Context } from './context.ts';
import { countStop } from './delivery/stops.ts';
import { answersProbe, followAnswer, followFailure, followGate } from './delivery.ts';
import { failingCalls, noteFailing, stopFailing } from './failing.ts';
import { findCall } from './find-call.ts';
import { recordGate, stepKey, stopWaiting } from './gates.ts';
import type { AnswerContract, Judged } from './judge.ts';
import { tellOrphan } from './orphans.ts';
import { followProtocol, isDeviating, modelBehavior } from './protocol.ts';
import type { Run } from './run.ts';
import { eventSite, valueSite, withheld } from './site.ts';
import { openStory, type Stage, type Story } from './story.ts';
import { subjectOf } from './subject.ts';
import { countOutput, countUnchecked } from './tally.ts';
import { isSeenByOther } from './withheld.ts';

type OfStep = { readonly step?: string | undefined; readonly instance?: string | undefined };

function contractOf(context: Context, run: Run, event: Answered): AnswerContract | undefined {
  if (event.contract !== undefined)
    return {
      schema: event.contract.schema,
      pointer: event.contract.pointer,
      name: event.contract.name ?? 'the answer',
      notation: event.contract.notation,
      record: event.contract.record ?? event.record,
    };
  return event.step === undefined ? undefined : contractOfStep(context, run, event.step);
}

export function contractOfStep(context: Context, run: Run, step: string): AnswerContract | undefined {
  const declared = context.judge.step(run.id, step);
  if (declared?.outputSchema === undefined) return undefined;
  return { schema: declared.outputSchema, pointer: declared.outputPointer, name: step, declaration: declared };
}

/** JSON-looking text, JSON, as declared: three promises; the highest one kept is counted once per answer with a contract. */
function countPromise(context: Context, judged: Judged): void {
  const { promises } = context.tally;
  if (judged.answer.verdict === 'pass') promises.schemaValid++;
  else if (judged.promise === 'json') promises.json++;
  else if (judged.promise === 'json-looking') promises.jsonLooking++;
}

interface Given {
  readonly event: Answered;
  readonly contract: AnswerContract | undefined;
}

function judgeAnswer(context: Context, run: Run, { event, contract }: Given): Judged {
  if (contract === undefined) {
    // free text owes no JSON; where it is JSON all the same, a commit is compared with it
    const { value } = context.judge.bare(withheld(event.payload), event.record);
    return { answer: { verdict: 'no-contract', notes: [] }, value, promise: 'none' };
  }
  const posture = { run: run.id, isClosedObjects: run.isClosedObjects };
  const judged = unlessCut(context.judge.answer(contract, withheld(event.payload), { record: event.record, posture }), event);
  countPromise(context, judged);
  countStop(context.tally, event, judged);
  return judged;
}

/** All of JSON says where it ends, except for a number: what was cut off may have been more of its digits. */
function unlessCut(judged: Judged, { isTruncated, payload, stopReason }: Answered): Judged {
  const isNumber = typeof judged.value === 'number' || judged.value instanceof ExactNumber;
  if (isTruncated !== true || !isNumber || payload.form !== 'text' || !/\d$/.test(payload.text)) return judged;
  const detail = `the answer was cut short (${stopReason ?? 'token limit'}), and its number may have gone on`;
  return { ...judged, answer: { verdict: 'unchecked', reason: 'opaque', detail, notes: [] } };
}

/** A model's answer, by the contract sent with the request or by its step's. A refusal keeps no promise and breaks none. */
export function answer(context: Context, run: Run, event: Answered): void {
  const key = stepKey(event);
  const earlier = run.answers.get(key);
  if (earlier !== undefined && earlier.attempt === event.attempt && isSeenByOther(context, run, { story: earlier, event })) return;
  if (earlier !== undefined) context.closeCall(run, key, earlier);
  const story = openStory('answer', {
    run: event.run,
    step: event.step,
    instance: event.instance,
    attempt: event.attempt,
    call: undefined,
    agent: event.agent,
    server: undefined,
    tool: undefined,
  });
  run.answers.set(key, story);
  story.isProbe = answersProbe(run, event);
  // a probe owes nothing to the step's contract: what is handed on of its answer does
  story.isInterim = isInterim(event);
  const owesNothing = story.isProbe || story.isInterim;
  const contract = owesNothing ? undefined : contractOf(context, run, event);
  story.answerSchema = contract?.schema;
  story.answerName = contract?.name ?? event.step;
  if (event.isRefusal === true) {
    if (!story.isProbe) joinChain(context, run, story);
    context.tally.output.errors++;
    if (contract !== undefined) countStop(context.tally, event, undefined);
    followAnswer(context, run, { story, event });
    return;
  }
  const judged = judgeAnswer(context, run, { event, contract });
  const stage: Stage = { name: 'returned', record: event.record, payload: event.payload, value: judged.value, by: event.by };
  story.returned = stage;
  if (!owesNothing) joinChain(context, run, story);
  story.output = { gate: 'output', stage, answer: withStop(judged, event) };
  countOutput(context.tally, judged.answer);
  noteUnchecked(context, run, story);
  followAnswer(context, run, { story, event });
}

/** Words beside calls are no answer; a text that is meant to be JSON, or a value, is one for whichever reason it stops. */
const isInterim = ({ isInterim: goesOn, payload }: Answered): boolean =>
  goesOn === true && (payload.form === 'absent' || payload.form === 'opaque' || isProse(payload));

const isProse = (payload: Answered['payload']): boolean => payload.form === 'text' && !/^\s*(?:[[{"]|```)/.test(payload.text);

/** What the provider says of the answer's end, where that explains a text that is no JSON. */
function stopWords({ isTruncated, isMalformedCall, stopReason }: Answered): string | undefined {
  if (isTruncated === true) return `the answer was cut short (${stopReason ?? 'token limit'})`;
  return isMalformedCall === true ? `the provider could not read the model's call (${stopReason ?? 'malformed call'})` : undefined;
}

/** A text cut at the token limit is no model of bad JSON: the stop reason is said first. */
function withStop(judged: Judged, event: Answered): Judged['answer'] {
  const words = stopWords(event);
  if (words === undefined || judged.answer.verdict !== 'fail') return judged.answer;
  const deltas = judged.answer.deltas.map((delta) =>
    delta.kind === 'not-json'
      ? {
          ...delta,
          detail: `${words}${delta.detail === undefined ? '' : `; ${delta.detail}`}`,
        }
      : delta,
  );
  return { ...judged.answer, deltas };
}

export function noteUnchecked(context: Context, run: Run, story: Story): void {
  const judgement = story.output;
  if (judgement === undefined || judgement.answer.verdict !== 'unchecked') return;
  const { reason, detail } = judgement.answer;
  countUnchecked(context.tally, 'output', { reason, isStrict: run.isStrict });
  context.unchecked({
    site: valueSite(judgement.stage.record, judgement.stage.payload.pointer),
    subject: subjectOf(story),
    gate: 'output',
    reason,
    detail,
  });
}

/** The story an event without much of a name belongs to: its call, else its step's open answer. */
export function storyOf(context: Context, run: Run, event: OfStep & { readonly call?: string | undefined }): Story | undefined {
  if (event.call !== undefined) return findCall(context, run, event)?.[1];
  return run.answers.get(stepKey(event));
}

/** Without an id an input gate speaks of the first call of its step that has neither been asked for nor run. */
const waitingCall = (run: Run, event: GateChecked): Story | undefined => run.waiting.get(stepKey(event))?.values().next().value;

/**
 * What a verdict is about. Where answers are not recorded it may be the next document of its step: when the last one was handed on and had its
 * verdict, or was of an earlier attempt.
 */
function judgedStory(context: Context, run: Run, event: GateChecked): Story | undefined {
  const story = storyOf(context, run, event);
  if (story === undefined || story.kind === 'call' || event.gate === 'input') return story;
  const isLater = event.attempt !== undefined && story.attempt !== undefined && event.attempt > story.attempt;
  const isOver = story.committed !== undefined || story.released !== undefined;
  const isJudged = story.returned === undefined && story.gates.some(({ gate }) => gate === 'output');
  if (!isLater && !(isOver && isJudged)) return story;
  context.closeCall(run, stepKey(event), story);
  return undefined;
}

/** A verdict for an earlier attempt at an answer than the one that stands: a pass of it lets nothing of the later one through. */
const isOutdated = (story: Story | undefined, event: GateChecked): boolean =>
  story?.kind === 'answer' && event.attempt !== undefined && story.attempt !== undefined && event.attempt < story.attempt;

export function gate(context: Context, run: Run, event: GateChecked): void {
  const isHost = event.by === 'host';
  if (isHost) context.tally.hostRefused++;
  const isNameless = event.gate === 'input' && event.call === undefined;
  if (isHost && isNameless) {
    // the provider's word for something it did not hand on as a call: there is no call it could be a gate of
    context.observe({ kind: 'refused-by-host', site: eventSite(event.record), subject: { run: run.id } });
    return;
  }
  const story = isNameless ? waitingCall(run, event) : judgedStory(context, run, event);
  if (isOutdated(story, event)) return;
  recordGate(context, run, { story, event });
  if (story !== undefined && event.verdict === 'fail') {
    noteFailing(run, story);
    stopAttempt(context, run, story);
    exhaust(context, run, { story, record: event.record });
  }
  followGate(context, run, { story, event });
}

/** A failed attempt; one that names its step and the input gate stopped the calls of that step that had not run. */
export function failAttempt(context: Context, run: Run, event: AttemptFailed): void {
  followFailure(context, run, event);
  const stories = storiesOf(context, run, event);
  if (stories.length === 0) tellOrphan(context, run, event);
  owe(context, run, { stories, event });
  for (const story of stories) {
    story.failure = event;
    stopFailing(run, story);
    followProtocol(context, run, { story, event });
    if (!isDeviationFailure(story, event)) continue;
    stopAttempt(context, run, story);
    if (story.chain !== undefined && isLast(event)) story.chain.isTerminal = true;
  }
}

/** An attempt may fail of other things as well: a tool's timeout, a denial. */
const isDeviationFailure = (story: Story, { failureClass }: AttemptFailed): boolean =>
  isDeviating(story) || (failureClass !== undefined && modelBehavior.has(failureClass));

const isLast = ({ route }: AttemptFailed): boolean => route === 'compensation' || route === 'abort';

/** A failure that names no call is about the answer of its step, or the calls that a gate failed, or that wait there for the input gate. */
function storiesOf(context: Context, run: Run, event: AttemptFailed): readonly Story[] {
  const story = storyOf(context, run, event);
  if (event.call !== undefined) return story === undefined ? [] : [story];
  const failing = failingCalls(run, event);
  if (event.gate === 'input' && event.step !== undefined) {
    const waiting = [...(run.waiting.get(stepKey(event)) ?? [])].filter(
      ({ attempt }) => attempt === undefined || event.attempt === undefined || attempt === event.attempt,
    );
    const stories = new Set([...failing, ...waiting]);
    for (const one of stories) stopWaiting(run, one);
    return [...stories];
  }
  const isOfAnswer = story !== undefined && (isDeviating(story) || story.isStopped);
  return isOfAnswer || failing.length === 0 ? [story].filter((one) => one !== undefined) : failing;
}
