import type { Executed, Proposed, Returned } from '../../model/event/calls.ts';
import type { LedgerEvent } from '../../model/event.ts';
import type { History } from '../kit/history.ts';
import { hear } from '../kit/host-verdict.ts';
import { emitUnread, type Sink } from '../kit/sink.ts';
import { showMessages } from './conversation.ts';
import { type ListNumbers, openDeclaring } from './declare.ts';
import { type Execution, readExecution } from './execution.ts';
import { type Answered, type Entry, openPairing, type Pairing } from './pairing.ts';
import { type Fact, hasOuterExecution, inTimeOrder, openRuns, type Trace } from './trace.ts';

interface Ran {
  readonly fact: Fact;
  readonly order: number;
  readonly execution: Execution;
}

/** What one trace of a file leaves for the next. */
export interface FileState {
  readonly history: History;
  readonly answered: Answered;
  readonly lists: ListNumbers;
}

/**
 * The events of a whole trace. A call that its messages and its tool's span both show is one call: proposed by the message,
 * executed and returned by the span, whose word on the outcome outranks the text that went back to the model.
 */
export function traceEvents(trace: Trace, { history, answered, lists }: FileState): readonly LedgerEvent[] {
  const facts = inTimeOrder(trace.facts);
  const run = openRuns(trace);
  const runOf = ({ span }: Fact): string => run(span);
  const entries: Entry[] = [];
  const sinkAt = (fact: Fact, order: number): Sink => ({
    record: fact.span.record,
    run: runOf(fact),
    emit: (event) => entries.push({ order, event, followers: [], isDropped: false }),
  });
  const declaring = openDeclaring(facts, runOf, lists);
  const executions: Ran[] = [];
  const begun = new Set<Fact>();
  for (const [order, fact] of facts.entries()) {
    const sink = sinkAt(fact, order);
    declaring.declare(fact, sink);
    if (fact.isTool) executions.push(...executionsOf(trace, { fact, order, begun }, sink));
    begun.add(fact);
    if (!fact.isAgent) showMessages(fact, history, sink);
  }
  // An agent's span begins before its requests and sums them up.
  for (const [index, fact] of facts.entries()) if (fact.isAgent) showMessages(fact, history, sinkAt(fact, facts.length + index));
  const pairing = openPairing(entries, answered);
  for (const ran of executions) addExecution(entries, pairing, { ran, run: runOf(ran.fact) });
  return [...entries]
    .sort((a, b) => a.order - b.order)
    .flatMap(({ event, followers, isDropped }) => (isDropped ? [] : [event, ...followers]));
}

interface Running extends Omit<Ran, 'execution'> {
  /** The spans that began before: only those can be around this one, even where parents lead in a circle. */
  readonly begun: ReadonlySet<Fact>;
}

function executionsOf(trace: Trace, { fact, order, begun }: Running, sink: Sink): readonly Ran[] {
  const execution = readExecution(fact.span);
  if (execution === 'merged') return [];
  if (execution === undefined) {
    emitUnread(sink, 'tool span without a tool');
    return [];
  }
  const isSame = (outer: Fact): boolean => {
    const around = begun.has(outer) ? readExecution(outer.span) : undefined;
    if (around === undefined || around === 'merged' || around.tool !== execution.tool) return false;
    return around.id === undefined || execution.id === undefined || around.id === execution.id;
  };
  return hasOuterExecution(trace, fact, isSame) ? [] : [{ fact, order, execution }];
}

function addExecution(entries: Entry[], pairing: Pairing, { ran, run }: { readonly ran: Ran; readonly run: string }): void {
  const { execution, order } = ran;
  const proposal = pairing.proposalOf(execution);
  const told = { ran, run: proposal?.event.run ?? run };
  const returned = returnedBy(told);
  pairing.dropResult(returned);
  // What the host refused or denied inside the tool's span did not run: the span shows only that it was asked for.
  const isStopped = returned.verdict !== undefined;
  if (proposal !== undefined) proposal.followers.push(...(isStopped ? [] : [executedBy(told)]), returned);
  else entries.push({ order, event: isStopped ? proposedBy(told) : executedBy(told), followers: [returned], isDropped: false });
}

interface Told {
  readonly ran: Ran;
  readonly run: string;
}

function baseOf({ ran: { fact, execution }, run }: Told) {
  return { record: fact.span.record, run, call: execution.id, callPointer: execution.idPointer, tool: execution.tool };
}

function askedBy(told: Told) {
  const { toolPointer, payload } = told.ran.execution;
  return { ...baseOf(told), toolPointer, payload };
}

const executedBy = (told: Told): Executed => ({
  ...askedBy(told),
  kind: 'executed',
  ...(told.ran.execution.outcome === 'tool_error' && { isTried: true }),
});
const proposedBy = (told: Told): Proposed => ({ ...askedBy(told), kind: 'proposed' });

function returnedBy(told: Told): Returned {
  const { outcome, structured, texts, words } = told.ran.execution;
  const heard = words.map((text) => hear(outcome, text)).find(({ verdict }) => verdict !== undefined) ?? hear(outcome, undefined);
  return { ...baseOf(told), kind: 'returned', ...heard, structured, texts, canBeStructured: structured !== undefined };
}
