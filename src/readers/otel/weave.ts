import type { Executed, Proposed, Returned } from '../../model/event/calls.ts';
import type { LedgerEvent } from '../../model/event.ts';
import type { History } from '../kit/history.ts';
import { emitUnread, type Sink } from '../kit/sink.ts';
import { unreadCalls } from '../kit/unread-calls.ts';
import { showMessages } from './conversation.ts';
import { type ListNumbers, openDeclaring } from './declare.ts';
import { readExecution } from './execution.ts';
import { heardIn } from './heard.ts';
import { type Names, nameCalls } from './naming.ts';
import { type Answered, type Entry, openPairing, type Pairing } from './pairing.ts';
import { openTellings } from './tellings.ts';
import { type Fact, hasOuterExecution, inTimeOrder, openRuns, type Trace } from './trace.ts';
import type { Ran } from './turns.ts';

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
  const orders = new Map(facts.map((fact, order) => [fact, order]));
  const orderOf = (fact: Fact): number => orders.get(fact) ?? 0;
  const run = openRuns(trace);
  const runOf = ({ span }: Fact): string => run(span);
  const entries: Entry[] = [];
  const sinkAt = (fact: Fact, order: number): Sink => ({
    record: fact.span.record,
    run: runOf(fact),
    emit: (event) => entries.push({ order, event, followers: [], isDropped: false }),
  });
  const tellings = openTellings(trace, facts);
  const executions = executionsOf(trace, facts);
  const names = nameCalls(executions, { trace, tellings, orderOf, runOf });
  const declaring = openDeclaring(facts, runOf, lists);
  const show = (fact: Fact, order: number): void => {
    const telling = tellings.ledBy(fact);
    if (telling !== undefined) showMessages(telling, history, (one) => sinkAt(one, order));
  };
  for (const [order, fact] of facts.entries()) {
    const sink = sinkAt(fact, order);
    if (!tellings.isCopy(fact) || tellings.about(fact)?.leader.tools === undefined) declaring.declare(fact, sink);
    if (fact.isTool && readExecution(fact.span) === undefined) emitUnread(sink, `${unreadCalls} tool span without a tool`);
    if (!fact.isAgent) show(fact, order);
  }
  // An agent's span begins before its requests and sums them up.
  for (const [index, fact] of facts.entries()) if (fact.isAgent) show(fact, facts.length + index);
  const pairing = openPairing(entries, answered);
  // an id says which call it is: the others are left what is left
  const byId = executions.filter(({ execution }) => execution.id !== undefined);
  for (const ran of new Set([...byId, ...executions])) {
    if (names.unsure.has(ran)) emitUnread(sinkAt(ran.fact, ran.order), `${unreadCalls} executions that could be of several calls`);
    else addExecution(entries, pairing, { ran, run: runOf(ran.fact), names });
  }
  return [...entries]
    .sort((a, b) => a.order - b.order)
    .flatMap(({ event, followers, isDropped }) => (isDropped ? [] : [event, ...followers]));
}

/** Spans of tools, without those that another one around them shows. */
function executionsOf(trace: Trace, facts: readonly Fact[]): readonly Ran[] {
  const executions: Ran[] = [];
  /** The spans that began before: only those can be around another one, even where parents lead in a circle. */
  const begun = new Set<Fact>();
  for (const [order, fact] of facts.entries()) {
    const execution = fact.isTool ? readExecution(fact.span) : undefined;
    if (execution !== undefined && execution !== 'merged') {
      const isSame = (outer: Fact): boolean => {
        const around = begun.has(outer) ? readExecution(outer.span) : undefined;
        if (around === undefined || around === 'merged' || around.tool !== execution.tool) return false;
        return around.id === undefined || execution.id === undefined || around.id === execution.id;
      };
      if (!hasOuterExecution(trace, fact, isSame)) executions.push({ fact, order, execution });
    }
    begun.add(fact);
  }
  return executions;
}

interface Adding {
  readonly ran: Ran;
  readonly run: string;
  readonly names: Names;
}

interface Told {
  readonly ran: Ran;
  readonly run: string;
  readonly call: string | undefined;
}

function addExecution(entries: Entry[], pairing: Pairing, { ran, run, names }: Adding): void {
  const isLoose = names.loose.has(ran);
  const id = isLoose ? undefined : (names.ids.get(ran) ?? ran.execution.id);
  const proposal = isLoose ? undefined : pairing.proposalOf({ ...ran.execution, id });
  const told: Told = { ran, run: proposal?.event.run ?? run, call: id ?? callOf(proposal) };
  const returned = returnedBy(told);
  // what runs on is answered by a message, later
  if (returned.outcome !== 'pending') pairing.dropResult(returned, proposal);
  // What the host refused or denied inside the tool's span did not run: the span shows only that it was asked for.
  const isStopped = returned.verdict !== undefined;
  if (proposal !== undefined) proposal.followers.push(...(isStopped ? [] : [executedBy(told)]), returned);
  else if (isLoose && isStopped) entries.push({ order: ran.order, event: returned, followers: [], isDropped: false });
  else entries.push({ order: ran.order, event: isStopped ? proposedBy(told) : executedBy(told), followers: [returned], isDropped: false });
}

/** A span without an id may show a call that has one. */
const callOf = (proposal: Entry | undefined): string | undefined => (proposal?.event.kind === 'proposed' ? proposal.event.call : undefined);

function baseOf({ ran: { fact, execution }, run, call }: Told) {
  const callPointer = call === execution.id ? execution.idPointer : undefined;
  return { record: fact.span.record, run, call, callPointer, tool: execution.tool };
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
  const heard = words.map((text) => heardIn(outcome, text)).find(({ verdict }) => verdict !== undefined) ?? heardIn(outcome, undefined);
  return { ...baseOf(told), kind: 'returned', ...heard, structured, texts, canBeStructured: structured !== undefined };
}
