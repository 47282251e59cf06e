import type { Answered, AttemptFailed, Committed, GateChecked, Released } from '../model/event.ts';
import { findCall } from './calls.ts';
import { joinChain, stopAttempt } from './chains.ts';
import { owe } from './compensation.ts';
import type { Context } from './context.ts';
import { countStop } from './delivery/stops.ts';
import { followAnswer, followCommit, followFailure, followGate, followRelease } from './delivery.ts';
import { adoptGates, recordGate, recordsGates, stepKey } from './gates.ts';
import type { AnswerContract, Judged } from './judge.ts';
import { tellOrphan } from './orphans.ts';
import { followProtocol, isDeviating, modelBehavior } from './protocol.ts';
import { judgeHandedOn } from './results.ts';
import type { Run } from './run.ts';
import { eventSite, valueSite, withheld } from './site.ts';
import { openStory, type Stage, type Story } from './story.ts';
import { subjectOf } from './subject.ts';
import { countOutput, countUnchecked } from './tally.ts';

type OfStep = { readonly step?: string | undefined; readonly instance?: string | undefined };

function contractOf(context: Context, run: Run, event: Answered): AnswerContract | undefined {
  if (event.contract !== undefined)
    return {
      schema: event.contract.schema,
      pointer: event.contract.pointer,
      name: event.contract.name ?? 'the answer',
      notation: event.contract.notation,
      record: event.record,
    };
  return event.step === undefined ? undefined : contractOfStep(context, run, event.step);
}

function contractOfStep(context: Context, run: Run, step: string): AnswerContract | undefined {
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
  const judged = context.judge.answer(contract, withheld(event.payload), { record: event.record, posture });
  countPromise(context, judged);
  countStop(context.tally, event, judged);
  return judged;
}

/** A model's answer, by the contract sent with the request or by its step's. A refusal keeps no promise and breaks none. */
export function answer(context: Context, run: Run, event: Answered): void {
  const key = stepKey(event);
  const earlier = run.answers.get(key);
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
  const contract = contractOf(context, run, event);
  story.answerSchema = contract?.schema;
  story.answerName = contract?.name ?? event.step;
  if (event.isRefusal === true) {
    joinChain(context, run, story);
    context.tally.output.errors++;
    if (contract !== undefined) countStop(context.tally, event, undefined);
    followAnswer(context, run, { story, event });
    return;
  }
  const judged = judgeAnswer(context, run, { event, contract });
  const stage: Stage = { name: 'returned', record: event.record, payload: event.payload, value: judged.value };
  story.returned = stage;
  joinChain(context, run, story);
  story.output = { gate: 'output', stage, answer: withStop(judged, event) };
  countOutput(context.tally, judged.answer);
  noteUnchecked(context, run, story);
  followAnswer(context, run, { story, event });
}

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

function noteUnchecked(context: Context, run: Run, story: Story): void {
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

/** A commit or release that no answer preceded: what is handed on is judged by its step's own declaration. */
function beginUnanswered(context: Context, run: Run, event: Committed | Released): Story {
  if (event.call !== undefined) return beginUnknownCall(context, run, event);
  const story = openStory('answer', { ...placeOf(event), call: undefined });
  adoptGates(run, story, event);
  const contract = event.step === undefined ? undefined : contractOfStep(context, run, event.step);
  story.answerSchema = contract?.schema;
  story.answerName = contract?.name ?? event.step;
  if (contract !== undefined) {
    const posture = { run: run.id, isClosedObjects: run.isClosedObjects };
    const judged = context.judge.answer(contract, withheld(event.payload), { record: event.record, posture });
    const stage: Stage = { name: event.kind, record: event.record, payload: event.payload, value: judged.value };
    story.output = { gate: 'output', stage, answer: judged.answer };
    countOutput(context.tally, judged.answer);
    noteUnchecked(context, run, story);
  }
  run.answers.set(stepKey(event), story);
  return story;
}

const placeOf = ({ run, step, instance, attempt, agent }: Committed | Released) => ({
  ...{ run, step, instance, attempt, agent },
  server: undefined,
  tool: undefined,
});

/** Of a call that is nowhere in the record: which tool's declaration it owes is not known. */
function beginUnknownCall(context: Context, run: Run, event: Committed | Released): Story {
  const story = openStory('call', { ...placeOf(event), call: event.call });
  adoptGates(run, story, event);
  const detail = 'handed on for a call that is not recorded: the tool that returned it is not known';
  const { value } = context.judge.bare(withheld(event.payload), event.record);
  const stage: Stage = { name: event.kind, record: event.record, payload: event.payload, value };
  story.output = { gate: 'output', stage, answer: { verdict: 'unchecked', reason: 'no-declaration', detail, notes: [] } };
  context.tally.output.unchecked++;
  noteUnchecked(context, run, story);
  run.calls.set(event.call ?? '', story);
  return story;
}

/** What is handed on belongs to its call or its step's answer; one that only hands on, and did so before, is another. */
function storyToHandOn(context: Context, run: Run, event: Committed | Released): Story | undefined {
  const known = storyOf(context, run, event);
  if (known === undefined) return run.isAfterEnd && event.call !== undefined ? undefined : beginUnanswered(context, run, event);
  const isOver = known.kind === 'answer' && known.returned === undefined && known[event.kind] !== undefined;
  if (!isOver) return known;
  context.closeCall(run, stepKey(event), known);
  return beginUnanswered(context, run, event);
}

/** Where nothing is declared for a value, no gate has anything to say of it. */
function hasContract({ kind, output }: Story): boolean {
  return output === undefined ? kind === 'call' : output.answer.verdict !== 'no-contract';
}

export function commit(context: Context, run: Run, event: Committed): void {
  const story = storyToHandOn(context, run, event);
  if (story === undefined) return; // its call may have been recorded before the end of the run, and the end is what was wrong
  const read = context.judge.bare(withheld(event.payload), event.record);
  if (story.kind === 'call' && story.output === undefined) judgeHandedOn(context, run, { story, event });
  story.committed = { name: 'committed', record: event.record, payload: event.payload, value: read.value };
  const isUngated = !story.isPassed.output && recordsGates(run) && hasContract(story);
  if (isUngated) story.isUngatedCommit = true;
  followCommit(context, run, { story, event });
  if (story.kind !== 'call') return;
  context.tally.committed++;
  if (isUngated) context.tally.ungatedCommits++;
}

export function release(context: Context, run: Run, event: Released): void {
  if (event.isPartial === true) {
    followRelease(context, run, { story: storyOf(context, run, event), event }); // a part is no stage: it cannot equal the whole
    return;
  }
  const story = storyToHandOn(context, run, event);
  if (story === undefined) return; // its call may have been recorded before the end of the run, and the end is what was wrong
  const read = context.judge.bare(withheld(event.payload), event.record);
  if (story.kind === 'call' && story.output === undefined) judgeHandedOn(context, run, { story, event });
  story.released = { name: 'released', record: event.record, payload: event.payload, value: read.value };
  followRelease(context, run, { story, event });
}

/** Without an id an input gate speaks of the first call of its step that has neither been asked for nor run. */
const waitingCall = (run: Run, event: GateChecked): Story | undefined => run.waiting.get(stepKey(event))?.values().next().value;

export function gate(context: Context, run: Run, event: GateChecked): void {
  const isHost = event.by === 'host';
  if (isHost) context.tally.hostRefused++;
  const isNameless = event.gate === 'input' && event.call === undefined;
  if (isHost && isNameless) {
    // the provider's word for something it did not hand on as a call: there is no call it could be a gate of
    context.observe({ kind: 'refused-by-host', site: eventSite(event.record), subject: { run: run.id } });
    return;
  }
  const story = isNameless ? waitingCall(run, event) : storyOf(context, run, event);
  recordGate(run, story, event);
  if (story !== undefined && event.verdict === 'fail') stopAttempt(context, run, { story, at: event.record });
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
    followProtocol(context, run, { story, event });
    if (!isDeviationFailure(story, event)) continue;
    stopAttempt(context, run, { story, at: event.record });
    if (story.chain !== undefined && isLast(event)) story.chain.isTerminal = true;
  }
}

/** An attempt may fail of other things as well: a tool's timeout, a denial. */
const isDeviationFailure = (story: Story, { failureClass }: AttemptFailed): boolean =>
  isDeviating(story) || (failureClass !== undefined && modelBehavior.has(failureClass));

const isLast = ({ route }: AttemptFailed): boolean => route === 'compensation' || route === 'abort';

/** A failure of the input gate that names only its step is about the calls waiting there. */
function storiesOf(context: Context, run: Run, event: AttemptFailed): readonly Story[] {
  if (event.call === undefined && event.gate === 'input' && event.step !== undefined) {
    const waiting = [...(run.waiting.get(stepKey(event)) ?? [])];
    run.waiting.delete(stepKey(event));
    return waiting;
  }
  const story = storyOf(context, run, event);
  return story === undefined ? [] : [story];
}
