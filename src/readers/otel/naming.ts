import type { Payload } from '../../model/payload.ts';
import { argumentKey } from '../kit/argument-key.ts';
import type { MessageCall } from '../kit/sink.ts';
import type { Answer } from './tellings.ts';
import { type Named, openTurns, type Ran, type Turn } from './turns.ts';

/** How the executions of a trace are told. */
export interface Names {
  /** The id under which one is told, where it has a call of a response. */
  readonly ids: ReadonlyMap<Ran, string>;
  /** Those that could be of several calls: they are told without an id, so that they are paired by order, and said to be. */
  readonly loose: ReadonlySet<Ran>;
  /** Those of which nothing says which call of several they are, where not all of them ran: which of them did is not told. */
  readonly unsure: ReadonlySet<Ran>;
}

/** A call that has no id yet. */
interface Open {
  readonly answer: Answer;
  readonly call: MessageCall;
}

/**
 * Gives calls without ids those of their executions: Google's ADK makes an id for a call after it told the response, and executes it with that. A
 * call belongs to the span of its turn and has the name of its tool; of several, equal arguments tell which. What is left of each is the same call
 * with other arguments, where one is left of each.
 */
export function nameCalls(executions: readonly Ran[], named: Named): Names {
  const ids = new Map<Ran, string>();
  const give = ({ answer }: Open, ran: Ran): void => {
    // the span of an execution that has no id is as good a name for it
    const id = ran.execution.id ?? ran.fact.span.id ?? '';
    answer.given = id;
    ids.set(ran, id);
  };
  const turns = openTurns(executions, named);
  for (const turn of turns) pairEqual(openCalls(turn.answers), turn.ran, give);
  const unsure = new Set<Ran>();
  for (const turn of turns) {
    const calls = openCalls(turn.answers);
    const ran = leftOf(turn, ids);
    if (ran.length >= calls.length) pairUnknown(calls, ran, give);
    else for (const one of ran) if (one.execution.payload.form === 'opaque') unsure.add(one);
  }
  const left = turns.flatMap((turn) => leftOf(turn, ids));
  // spans that nothing ties to a turn may lie beside those of another one
  if (left.length > 0) pairEqual(openCalls(named.tellings.all.flatMap(({ answers }) => answers)), left, give);
  const loose = new Set<Ran>();
  const waiting = countOpen(named);
  for (const turn of turns) {
    const calls = openCalls(turn.answers);
    const ran = leftOf(turn, ids).filter((one) => !unsure.has(one));
    const isOnly = calls.length === 1 && ran.length === 1;
    // an open call of another turn would be taken for the one that is meant
    const isBeside = (waiting.get(keyOf(turn)) ?? 0) > calls.length;
    if (isOnly || isBeside) for (const [index, call] of calls.entries()) for (const one of ran.slice(index, index + 1)) give(call, one);
    else if (calls.length > 0) for (const one of ran) loose.add(one);
  }
  return { ids, loose, unsure };
}

type Give = (open: Open, ran: Ran) => void;

function openCalls(answers: readonly Answer[]): readonly Open[] {
  return answers.flatMap((answer) => {
    const { step, given } = answer;
    const isOpen = step.kind === 'call' && step.call.isIdOptional === true && step.call.id === undefined && given === undefined;
    return isOpen ? [{ answer, call: step.call }] : [];
  });
}

const leftOf = ({ ran }: Turn, ids: ReadonlyMap<Ran, string>): readonly Ran[] => ran.filter((one) => !ids.has(one));

const argumentsOf = (tool: string, payload: Payload): string => `${tool}\n${argumentKey(payload)}`;

/** In their order where several are equal. */
function pairEqual(calls: readonly Open[], executions: readonly Ran[], give: Give): void {
  const waiting = new Map<string, Open[]>();
  for (const open of [...calls].reverse()) {
    if (open.call.payload.form === 'opaque') continue;
    const key = argumentsOf(open.call.tool, open.call.payload);
    const queue = waiting.get(key);
    if (queue === undefined) waiting.set(key, [open]);
    else queue.push(open);
  }
  for (const ran of executions) {
    const { tool, payload } = ran.execution;
    const open = payload.form === 'opaque' ? undefined : waiting.get(argumentsOf(tool, payload))?.pop();
    if (open !== undefined) give(open, ran);
  }
}

/** Where the arguments of one of the two are not recorded, the order decides, and nothing is compared. */
function pairUnknown(calls: readonly Open[], executions: readonly Ran[], give: Give): void {
  const known = calls.filter(({ call }) => call.payload.form !== 'opaque').reverse();
  const unknown = calls.filter(({ call }) => call.payload.form === 'opaque').reverse();
  for (const ran of executions) {
    const open = ran.execution.payload.form === 'opaque' ? (known.pop() ?? unknown.pop()) : unknown.pop();
    if (open !== undefined) give(open, ran);
  }
}

const keyOf = ({ run, tool }: Pick<Turn, 'run' | 'tool'>): string => `${run}\n${tool}`;

/** How many calls of a tool are open in a run. */
function countOpen({ tellings, runOf }: Named): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { leader, answers } of tellings.all) {
    for (const { call } of openCalls(answers)) {
      const key = keyOf({ run: runOf(leader), tool: call.tool });
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  return counts;
}
