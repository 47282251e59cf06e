import { isEqual } from '../json/equal.ts';
import type { Delta, GateAnswer } from '../model/delta.ts';
import type { Amended, Executed, Proposed } from '../model/event/calls.ts';
import { memberOf } from '../model/json.ts';
import type { Subject } from '../model/observation/base.ts';
import type { Observation } from '../model/observation.ts';
import type { Payload } from '../model/payload.ts';
import type { SourceRecord } from '../model/record.ts';
import { hashText } from '../text/hash.ts';
import { adoptAuthorizations } from './authorization/authorize.ts';
import { joinChain } from './chains/join.ts';
import type { Context } from './context.ts';
import { compareDigests } from './digests.ts';
import { noteFailing } from './failing.ts';
import { startWaiting } from './gates.ts';
import type { Found, Judged } from './judge.ts';
import { layDown, takeUp } from './keep.ts';
import { nearestName } from './names.ts';
import { tellOrphan, tellUnknownEffect } from './orphans.ts';
import type { Run } from './run.ts';
import { valueSite, withheld } from './site.ts';
import { type Judgement, openStory, type Stage, type Story, stageOf } from './story.ts';
import { subjectOf } from './subject.ts';
import { countInput, countUnchecked } from './tally.ts';

const failed = (delta: Delta, notes: readonly Delta[]): GateAnswer => ({ verdict: 'fail', deltas: [delta], notes });

function inventedTool(event: Proposed, known: readonly string[]): Delta {
  const nearest = nearestName(event.tool, known);
  return {
    kind: 'invented-tool',
    path: '',
    recorded: event.tool,
    detail:
      known.length === 0
        ? 'no tool is declared here'
        : `declared here: ${known.slice(0, 8).join(', ')}${known.length > 8 ? ` and ${known.length < 200 ? '' : 'at least '}${known.length - 8} more` : ''}`,
    ...(nearest === undefined ? {} : { repair: nearest, hint: `nearest declared name: ${nearest}` }),
  };
}

/** A few names, and how many more there are: a hostile list must not be repeated in every finding. */
const someOf = (names: readonly string[]): string =>
  names.length <= 8 ? names.join(' and ') : `${names.slice(0, 8).join(', ')} and ${names.length - 8} more`;

/** Tool identity first, then the arguments, against the tool's own declaration. */
export function judgeProposal(context: Context, run: Run, event: Proposed): { readonly found: Found; readonly judged: Judged } {
  const found = context.judge.find(run.id, { server: event.server, tool: event.tool, step: event.step, wrapper: event.wrapper });
  const bare = (): Judged => context.judge.bare(event.payload, event.record);
  const answered = (answer: GateAnswer): { readonly found: Found; readonly judged: Judged } => ({ found, judged: { ...bare(), answer } });
  switch (found.kind) {
    case 'declared': {
      const at = { record: event.record, posture: { run: run.id, isClosedObjects: run.isClosedObjects } };
      const judged = context.judge.input(found.tool, event.payload, at);
      const offered = event.offered ?? (event.step === undefined ? undefined : context.judge.step(run.id, event.step)?.tools);
      if (offered === undefined || event.isHistory === true || offered.includes(event.tool) || offered.includes(found.tool.name))
        return { found, judged };
      const delta: Delta = { kind: 'tool-not-offered', path: '', recorded: event.tool, declared: offered };
      const deltas = judged.answer.verdict === 'fail' ? [delta, ...judged.answer.deltas] : [delta];
      return { found, judged: { ...judged, answer: { verdict: 'fail', deltas, notes: judged.answer.notes } } };
    }
    case 'undeclared': {
      if (event.isProviderRun === true) return answered({ verdict: 'no-contract', notes: [] });
      if (event.isHistory === true)
        return answered({
          verdict: 'unchecked',
          reason: 'no-declaration',
          detail: 'a call of an earlier turn, whose tool is not declared in this request',
          notes: [],
        });
      const read = bare();
      const more = read.answer.verdict === 'fail' ? read.answer.deltas : [];
      const answer = failed(inventedTool(event, found.known), read.answer.notes);
      return {
        found,
        judged: { ...read, answer: answer.verdict === 'fail' ? { ...answer, deltas: [...answer.deltas, ...more] } : answer },
      };
    }
    case 'open': {
      const read = bare();
      // what could not be read keeps that reason; a declaration would not have helped
      if (event.isProviderRun === true || read.answer.verdict === 'fail' || read.answer.verdict === 'unchecked')
        return { found, judged: read };
      return answered({
        verdict: 'unchecked',
        reason: 'no-declaration',
        detail: `no declaration of ${event.tool} is in force here`,
        notes: read.answer.notes,
      });
    }
    case 'ambiguous':
      return answered({
        verdict: 'unchecked',
        reason: 'no-declaration',
        detail: `${event.tool} is declared by ${someOf(found.servers)}, and the call names no server`,
        notes: [],
      });
  }
}

export const toolStage = (name: Stage['name'], event: Proposed | Executed, value: Stage['value']): Stage => ({
  name,
  record: event.record,
  payload: event.payload,
  value,
  server: event.server,
  tool: event.tool,
  toolPointer: event.toolPointer,
  by: 'by' in event ? event.by : undefined,
});

/** What could not be read as a value is the same where its text or one of its digests is. */
function isSameUnread(a: Payload, b: Payload): boolean {
  if (a.form === 'digest' && b.form === 'digest') return compareDigests(a, b) === 'equal';
  return a.form === 'text' && b.form === 'text' && a.text === b.text;
}

/** Dates and counts of two events of a native ledger tell them apart, whatever else is the same in them. */
function isCountedAnew(before: SourceRecord, after: SourceRecord): boolean {
  if (memberOf(before.value, 'v') !== 1 || memberOf(after.value, 'v') !== 1) return false;
  return ['seq', 'ts', 'id'].some((name) => {
    const [earlier, later] = [memberOf(before.value, name), memberOf(after.value, name)];
    return earlier !== undefined && later !== undefined && earlier !== later;
  });
}

function isSameProposal(earlier: Story, event: Proposed, value: Stage['value']): boolean {
  const before = earlier.proposed;
  if (before === undefined || before.tool !== event.tool || before.server !== event.server) return false;
  // another attempt, or another step, is another call whatever it says
  if (earlier.attempt !== event.attempt || earlier.step !== event.step || earlier.instance !== event.instance) return false;
  if (before.value === undefined || value === undefined) return isSameUnread(before.payload, event.payload);
  return isEqual(before.value, value);
}

type Admission = 'copy' | 'new' | Observation;

/** An id seen before: the same event copied (counted once), another call under a living id (said, and a clash), or an id used again. */
function admit(context: Context, run: Run, event: Proposed & { readonly call: string }, value: Stage['value']): Admission {
  const earlier = run.calls.get(event.call) ?? takeUp(context, run, event.call);
  const isKnown = earlier !== undefined || run.closedCalls.has(hashText(event.call));
  if (!isKnown) return 'new';
  const subject = pick(event);
  const site = valueSite(event.record, event.callPointer ?? '');
  if (earlier !== undefined) {
    const earlierLine = earlier.proposed?.record.line;
    // answered, or failed: what comes now under its id is another attempt
    const isOver = (earlier.returned !== undefined && earlier.outcome !== 'pending') || earlier.failure !== undefined;
    // two may have seen one proposal; once its call is over, what is dated or counted anew is another one
    const isAnother = isOver && earlier.proposed !== undefined && isCountedAnew(earlier.proposed.record, event.record);
    if (!isAnother && isSameProposal(earlier, event, value)) {
      context.observe({ kind: 'duplicate-event', site, subject, earlierLine });
      return 'copy';
    }
    const said: Observation = { kind: isOver ? 'id-reused' : 'duplicate-call', site, subject, earlierLine };
    context.observe(said);
    context.closeCall(run, event.call, earlier);
    return isOver ? 'new' : said;
  }
  context.observe({ kind: 'id-reused', site, subject });
  return 'new';
}

const pick = (
  event: Proposed,
): {
  readonly run: string;
  readonly call: string | undefined;
  readonly step: string | undefined;
  readonly agent: string | undefined;
  readonly server: string | undefined;
  readonly tool: string;
} => ({
  run: event.run,
  call: event.call,
  step: event.step,
  agent: event.agent,
  server: event.server,
  tool: event.tool,
});

const hasId = (event: Proposed): event is Proposed & { readonly call: string } => event.call !== undefined;

/** A call cut at the token limit is not what the model meant to write: the stop is said first, before what is not there or not JSON. */
function withCut(answer: GateAnswer, { isTruncated, stopReason }: Proposed): GateAnswer {
  if (isTruncated !== true || answer.verdict !== 'fail') return answer;
  const words = `the call was cut short (${stopReason ?? 'token limit'})`;
  const isOfCut = ({ kind }: Delta): boolean => kind === 'not-json' || kind === 'missing-field';
  const deltas = answer.deltas.map((delta) =>
    isOfCut(delta) ? { ...delta, detail: delta.detail === undefined ? words : `${words}; ${delta.detail}` } : delta,
  );
  return { ...answer, deltas };
}

/** A proposal that is recorded after its own execution, as concurrent writers leave it: one call, not two. */
function proposeLate(
  context: Context,
  story: Story,
  late: { readonly event: Proposed; readonly found: Found; readonly judged: Judged },
): void {
  const stage = toolStage('proposed', late.event, late.judged.value);
  if (story.returned === undefined) story.isUnasked = false;
  story.found = late.found;
  story.proposed = stage;
  story.effective = stage;
  story.ranFrom = stage;
  for (const authorization of story.authorizations) authorization.from ??= stage;
  story.input = { gate: 'input', stage, answer: late.judged.answer };
  context.tally.proposed++;
}

/**
 * A history showed the call before, where nobody knew what was in force when it was made. Its response knows: what it says is placed there, and
 * a failure that was said stays said.
 */
function proposeShown(context: Context, run: Run, event: Proposed): void {
  const { found, judged } = judgeProposal(context, run, event);
  const story = shownCall(context, run, event, judged.value);
  if (story === undefined && judged.answer.verdict === 'fail') {
    // the history held its result as well: it is over, and was judged by what was in force there
    const answer: GateAnswer = { verdict: 'unchecked', reason: 'disagreement', detail: refusedLater, notes: [] };
    countInputOf(context, run, { judgement: { gate: 'input', stage: toolStage('proposed', event, judged.value), answer }, about: event });
    return;
  }
  if (story?.input === undefined || story.input.answer.verdict === 'fail' || judged.answer.verdict === 'unchecked') return;
  story.found = found;
  story.input = { gate: 'input', stage: toolStage('proposed', event, judged.value), answer: withCut(judged.answer, event) };
}

const refusedLater = 'an earlier record shows this call answered; what its own request offered and declared refuses it';

/** Of calls without an id it is the first of the same words whose response has not come. */
function shownCall(context: Context, run: Run, event: Proposed, value: Stage['value']): Story | undefined {
  if (event.call !== undefined) return run.calls.get(event.call) ?? takeUp(context, run, event.call);
  for (const story of run.calls.values())
    if (story.call === undefined && story.input?.stage === story.proposed && isSameProposal(story, event, value)) return story;
  return undefined;
}

export function propose(context: Context, run: Run, event: Proposed): void {
  if (event.wasShown === true) {
    proposeShown(context, run, event);
    return;
  }
  const { found, judged } = judgeProposal(context, run, event);
  if (run.opened !== undefined) run.hasProposals = true;
  layDown(context, run);
  const ran = event.call === undefined ? undefined : run.calls.get(event.call);
  if (ran?.executed !== undefined && ran.proposed === undefined && ran.tool === event.tool) {
    proposeLate(context, ran, { event, found, judged });
    return;
  }
  const admission = hasId(event) ? admit(context, run, event, judged.value) : 'new';
  if (admission === 'copy') return;
  if (event.compensates !== undefined) tellUnknownEffect(context, run, { event, about: event.compensates });
  const story = openStory('call', event);
  const stage = toolStage('proposed', event, judged.value);
  story.found = found;
  story.proposed = stage;
  story.effective = stage;
  story.clash = admission === 'new' ? undefined : admission;
  story.isProviderRun = event.isProviderRun === true;
  story.compensates = event.compensates;
  story.input = { gate: 'input', stage, answer: withCut(judged.answer, event) };
  run.calls.set(event.call ?? `\u0000${run.unnamed++}`, story);
  context.tally.proposed++;
  adoptAuthorizations(context, run, story);
  joinChain(context, run, story);
  startWaiting(run, story);
  if (story.input.answer.verdict === 'fail') noteFailing(run, story);
}

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

/** Whether a result without an id could as well belong to another open call: it was paired by order, which is a custom and no proof. */
export function isAmbiguous(run: Run, event: { readonly call?: string | undefined; readonly tool?: string | undefined }): boolean {
  if (event.call !== undefined) return false;
  let open = 0;
  for (const story of run.calls.values()) {
    if (story.call !== undefined || story.returned !== undefined || (event.tool !== undefined && story.tool !== event.tool)) continue;
    open++;
    if (open > 1) return true;
  }
  return false;
}

/** The newest open call with that id; without ids, the earliest unanswered call of that name. */
export function findCall(
  context: Context,
  run: Run,
  event: { readonly call?: string | undefined; readonly tool?: string | undefined },
): [string, Story] | undefined {
  if (event.call !== undefined) {
    const story = run.calls.get(event.call) ?? takeUp(context, run, event.call);
    return story === undefined ? undefined : [event.call, story];
  }
  if (run.unnamed === 0) return undefined; // every call has an id: a result without one means none of them
  for (const [key, story] of run.calls) {
    const isOpen = story.call === undefined && story.returned === undefined;
    if (isOpen && (event.tool === undefined || story.tool === event.tool)) return [key, story];
  }
  return undefined;
}

/** A rewrite that was recorded: the later stages must equal it, and the gate is asked again for it. */
export function amend(context: Context, run: Run, event: Amended): void {
  const story = findCall(context, run, event)?.[1];
  if (story === undefined) tellOrphan(context, run, event);
  if (story === undefined || story.effective === undefined) return;
  const at = { record: event.record, posture: { run: run.id, isClosedObjects: run.isClosedObjects } };
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
