import type { Execution } from './execution.ts';
import type { Answer, Telling, Tellings } from './tellings.ts';
import type { Fact, Trace } from './trace.ts';

/** The span of a tool, and what it tells. `order`: its place among all. */
export interface Ran {
  readonly fact: Fact;
  readonly order: number;
  readonly execution: Execution;
}

/** What is known of a trace before its calls are told. */
export interface Named {
  readonly trace: Trace;
  readonly tellings: Tellings;
  readonly orderOf: (fact: Fact) => number;
  readonly runOf: (fact: Fact) => string;
}

/** The executions of one tool that followed from one response, with what that response calls of it. */
export interface Turn {
  readonly run: string;
  readonly tool: string;
  readonly answers: readonly Answer[];
  readonly ran: readonly Ran[];
}

/** A turn for each tool and response, of the executions whose id no call has. */
export function openTurns(executions: readonly Ran[], named: Named): readonly Turn[] {
  const { all } = named.tellings;
  if (!all.some(({ answers }) => answers.some(hasNoId))) return [];
  const turns = new Map<Telling, Map<string, Turn & { readonly ran: Ran[] }>>();
  const tellingOf = openLatest(named);
  for (const ran of withoutCalls(executions, all)) {
    const telling = tellingAround(ran, named) ?? tellingOf(ran);
    if (telling === undefined) continue;
    const { tool } = ran.execution;
    const ofTelling = turns.get(telling) ?? new Map<string, Turn & { readonly ran: Ran[] }>();
    turns.set(telling, ofTelling);
    const known = ofTelling.get(tool);
    if (known === undefined) ofTelling.set(tool, { run: named.runOf(ran.fact), tool, answers: callsOf(telling, tool), ran: [ran] });
    else known.ran.push(ran);
  }
  return [...turns.values()].flatMap((ofTelling) => [...ofTelling.values()]);
}

const hasNoId = ({ step }: Answer): boolean => step.kind === 'call' && step.call.id === undefined && step.call.isIdOptional === true;

const callsOf = ({ answers }: Telling, tool: string): readonly Answer[] =>
  answers.filter(({ step }) => step.kind === 'call' && step.call.tool === tool);

/** Not those whose id a call has, or another execution: the same id once more is the same call once more. */
function withoutCalls(executions: readonly Ran[], all: readonly Telling[]): readonly Ran[] {
  const known = new Set(
    all.flatMap(({ answers }) => answers.flatMap(({ step }) => (step.kind === 'call' && step.call.id !== undefined ? [step.call.id] : []))),
  );
  return executions.filter(({ fact, execution: { id } }) => {
    if (id === undefined) return fact.span.id !== undefined;
    const isKnown = known.has(id);
    known.add(id);
    return !isKnown;
  });
}

/** Levels between the span of a tool and that of the turn in which it was called. */
const nearby = 8;

function tellingAround({ fact }: Ran, { trace, tellings }: Named): Telling | undefined {
  let here = fact.span.parent;
  for (let level = 0; level < nearby && here !== undefined; level++) {
    const link = trace.links.get(here);
    if (link === undefined || link.isAgent || link.fact?.isTool === true) return undefined;
    const telling = link.fact === undefined ? undefined : tellings.about(link.fact);
    if (telling !== undefined) return telling;
    here = link.parent;
  }
  return undefined;
}

/** The last telling before an execution in its run; asked in the order of the executions. */
function openLatest({ tellings, orderOf, runOf }: Named): (ran: Ran) => Telling | undefined {
  const told = tellings.all
    .map((telling) => ({ telling, run: runOf(telling.leader), order: orderOf(telling.leader) }))
    .sort((a, b) => a.order - b.order);
  const latest = new Map<string, Telling>();
  let next = 0;
  return ({ fact, order }) => {
    for (let one = told[next]; one !== undefined && one.order <= order; one = told[++next]) latest.set(one.run, one.telling);
    return latest.get(runOf(fact));
  };
}
