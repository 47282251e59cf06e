import type { Committed, Released } from '../../model/event/answers.ts';
import type { GateChecked } from '../../model/event/calls.ts';
import type { Persisted } from '../../model/event/runs.ts';
import type { ReleasedEarly } from '../../model/observation/delivery.ts';
import type { Context } from '../context.ts';
import { recordsGates, stepKey } from '../gates.ts';
import type { Run } from '../run.ts';
import { eventSite } from '../site.ts';
import type { Story } from '../story.ts';

/** How far the record has been made safe: the highest covered `seq`, and how often it was. */
export interface Safe {
  through: number;
  count: number;
}
export const nothingSafe = (): Safe => ({ through: -1, count: 0 });

interface Commit {
  readonly seq: number | undefined;
  /** How often evidence had been made safe by then, in its run and for all runs: only what comes after it can cover it. */
  readonly count: number;
  readonly countForAll: number;
}
/** What a document waits for, as far as it is recorded. Kept only in steps that promise validated documents. */
interface Document {
  isPassed: boolean;
  commit: Commit | undefined;
}
export interface RunDocuments {
  readonly ofSteps: Map<string, Document>;
  readonly ofCalls: Map<string, Document>;
}
export const openDocuments = (): RunDocuments => ({ ofSteps: new Map(), ofCalls: new Map() });

type OfValue = Pick<Committed, 'step' | 'instance' | 'call'>;
interface Told<Event> {
  readonly story: Story | undefined;
  readonly event: Event;
}

const stepOf = ({ story, event }: Told<OfValue>): string | undefined => event.step ?? story?.step;

function isPromised(context: Context, run: Run, step: string | undefined): boolean {
  return step !== undefined && context.judge.terms(run.id, step).delivery === 'validated-document';
}

const documentOf = ({ delivery: { documents } }: Run, event: OfValue): Document | undefined =>
  event.call === undefined ? documents.ofSteps.get(stepKey(event)) : documents.ofCalls.get(event.call);

function startDocument({ delivery: { documents } }: Run, event: OfValue): Document {
  const document: Document = { isPassed: false, commit: undefined };
  if (event.call === undefined) documents.ofSteps.set(stepKey(event), document);
  else documents.ofCalls.set(event.call, document);
  return document;
}

/** Another answer is another document: what its predecessor passed is nothing to it. */
export function dropDocument(run: Run, event: OfValue): void {
  if (run.delivery.documents.ofSteps.size > 0) run.delivery.documents.ofSteps.delete(stepKey(event));
}

/** The last verdict counts; one after a commit is about the next document. */
export function noteGate(context: Context, run: Run, told: Told<GateChecked>): void {
  const { event } = told;
  if (event.gate !== 'output' || !isPromised(context, run, stepOf(told))) return;
  const known = documentOf(run, event);
  const document = known === undefined || known.commit !== undefined ? startDocument(run, event) : known;
  document.isPassed = event.verdict === 'pass';
}

export function noteCommit(context: Context, run: Run, told: Told<Committed>): void {
  const { event } = told;
  if (!isPromised(context, run, stepOf(told))) return;
  const document = documentOf(run, event) ?? startDocument(run, event);
  document.commit = { seq: event.seq, count: run.delivery.safe.count, countForAll: context.safe.count };
}

/** Nothing can be safe that is not recorded yet: a claim about what comes later is cut at the last `seq` seen. */
export function notePersisted(run: Run, { throughSeq }: Persisted): void {
  const { safe } = run.delivery;
  safe.through = Math.max(safe.through, Math.min(throughSeq, run.lastSeq ?? throughSeq));
  safe.count++;
}

/** Said of no run: it may cover any of them, and is held against none. */
export function notePersistedForAll(context: Context, { throughSeq }: Persisted): void {
  context.safe.through = Math.max(context.safe.through, throughSeq);
  context.safe.count++;
}

function isCovered(context: Context, run: Run, { seq = 0, count, countForAll }: Commit): boolean {
  const { safe } = run.delivery;
  const isCoveredBy = ({ through }: Safe, isLater: boolean): boolean => isLater && through >= seq;
  return isCoveredBy(safe, safe.count > count) || isCoveredBy(context.safe, context.safe.count > countForAll);
}

/** A gate is owed where there is a contract that it could ask: the step's, or that of the tool that ran. */
function owesGate(context: Context, run: Run, told: Told<Released>): boolean {
  const step = stepOf(told);
  if (step !== undefined && context.judge.step(run.id, step)?.outputSchema !== undefined) return true;
  const judged = told.story?.output;
  return judged !== undefined && judged.answer.verdict !== 'no-contract';
}

function missingBefore(context: Context, run: Run, told: Told<Released>): ReleasedEarly['missing'] {
  const { story, event } = told;
  const document = documentOf(run, event);
  const missing: ReleasedEarly['missing'][number][] = [];
  const isPassed = document?.isPassed === true || (document === undefined && story?.isPassed.output === true);
  if (!isPassed && recordsGates(run) && owesGate(context, run, told)) missing.push('gate');
  const recordsCommits = run.records?.includes('commits') ?? true;
  if (document?.commit === undefined) {
    if (recordsCommits && story?.committed === undefined) missing.push('commit');
  } else if (!isCovered(context, run, document.commit)) missing.push('evidence');
  return missing;
}

/** In validated-document mode every release, whole or in part, waits for the gate, the commit and the evidence. */
export function checkRelease(context: Context, run: Run, told: Told<Released>): void {
  const { event } = told;
  const step = stepOf(told);
  if (!isPromised(context, run, step)) return;
  const missing = missingBefore(context, run, told);
  if (missing.length === 0) return;
  const { instance, attempt, call, agent } = event;
  const observation: ReleasedEarly = {
    kind: 'released-early',
    site: eventSite(event.record),
    subject: { run: run.id, step, instance, attempt, call, agent },
    isPartial: event.isPartial === true,
    missing,
  };
  // told with its story, where it has one: what it follows from is known when that is over
  const tell = (early: ReleasedEarly): void => {
    if (told.story === undefined) context.observe(early);
    else told.story.observations.push(early);
  };
  if (run.records !== undefined || !missing.includes('gate')) {
    tell(observation);
    return;
  }
  // whether this source records gates shows only at its end: one of the two remains
  tell({ ...observation, onlyWith: 'gates' });
  const others = missing.filter((one) => one !== 'gate');
  if (others.length > 0) tell({ ...observation, missing: others, unless: 'gates' });
}
