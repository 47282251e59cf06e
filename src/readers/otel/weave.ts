import type { Executed, LedgerEvent, Returned } from '../../model/event.ts';
import type { History } from '../kit/history.ts';
import { namesInvalidCall, namesUnknownTool } from '../kit/invalid-call.ts';
import { emitUnread, type Sink } from '../kit/sink.ts';
import { showMessages } from './conversation.ts';
import { openDeclaring } from './declare.ts';
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
}

/**
 * The events of a whole trace. A call that its messages and its tool's span both show is one call: proposed by the message,
 * executed and returned by the span, whose word on the outcome outranks the text that went back to the model.
 */
export function traceEvents(trace: Trace, { history, answered }: FileState): readonly LedgerEvent[] {
  const facts = inTimeOrder(trace.facts);
  const run = openRuns(trace);
  const runOf = ({ span }: Fact): string => run(span);
  const entries: Entry[] = [];
  const sinkAt = (fact: Fact, order: number): Sink => ({
    record: fact.span.record,
    run: runOf(fact),
    emit: (event) => entries.push({ order, event, followers: [], isDropped: false }),
  });
  const declaring = openDeclaring(facts, runOf);
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
  const events = eventsOf(ran, proposal?.event.run ?? run);
  pairing.dropResult(events[1]);
  if (proposal !== undefined) proposal.followers.push(...events);
  else entries.push({ order, event: events[0], followers: [events[1]], isDropped: false });
}

function eventsOf({ fact, execution }: Ran, run: string): readonly [Executed, Returned] {
  const { id, idPointer, tool, toolPointer, payload, outcome, structured, texts } = execution;
  const base = { record: fact.span.record, run, call: id, callPointer: idPointer, tool };
  const failure = outcome === 'ok' ? '' : (texts[0]?.text ?? '');
  return [
    { ...base, kind: 'executed', toolPointer, payload },
    {
      ...base,
      kind: 'returned',
      outcome,
      structured,
      texts,
      canBeStructured: structured !== undefined,
      namesInvalidity: namesInvalidCall(failure) ? true : undefined,
      namesUnknownTool: namesUnknownTool(failure) ? true : undefined,
    },
  ];
}
