import { argumentKey } from '../kit/argument-key.ts';
import type { MessageStep } from './messages.ts';
import type { Fact, Trace } from './trace.ts';

/** A call or a result that a model answered with. */
export interface Answer {
  readonly fact: Fact;
  readonly step: MessageStep;
  /** The id that an execution gives to a call that has none. */
  given: string | undefined;
}

/** What is recorded of one request to a model, in one span or several: told once. */
export interface Telling {
  /** Where it stands. */
  readonly leader: Fact;
  /** Those that tell what was sent: the leader, or logs of one message each. */
  readonly facts: readonly Fact[];
  readonly answers: readonly Answer[];
}

/** Who tells the requests of a trace. */
export interface Tellings {
  readonly all: readonly Telling[];
  /** Undefined: it tells none, or only repeats what another span tells. */
  ledBy(fact: Fact): Telling | undefined;
  /** The telling that a span has to do with, its own or another's. */
  about(fact: Fact): Telling | undefined;
  isCopy(fact: Fact): boolean;
}

/**
 * Google's ADK tells a request in a span of its own, and once more in the span below it, that of its provider's client, and in what that logs. Logs
 * tell one message each.
 */
export function openTellings(trace: Trace, facts: readonly Fact[]): Tellings {
  const groups = new Map<Fact, { readonly facts: Fact[]; readonly copies: Fact[] }>();
  const leaders = new Map<Fact, Fact>();
  const firstLogs = new Map<string, Fact>();
  for (const fact of facts) {
    if (fact.messages === undefined) continue;
    const around = fact.isAgent ? undefined : outermost(trace, fact);
    const leader = around ?? logLeader(firstLogs, fact) ?? fact;
    leaders.set(fact, leader);
    const group = groups.get(leader) ?? { facts: [], copies: [] };
    groups.set(leader, group);
    if (around === undefined) group.facts.push(fact);
    else group.copies.push(fact);
  }
  const tellings = new Map([...groups].map(([leader, { facts: own, copies }]) => [leader, tellingOf(leader, own, copies)]));
  return {
    all: [...tellings.values()],
    ledBy: (fact) => tellings.get(fact),
    about: (fact) => tellings.get(leaders.get(fact) ?? fact),
    isCopy: (fact) => (leaders.get(fact) ?? fact) !== fact,
  };
}

/** Levels between a request and what repeats it. */
const nearby = 4;

/** The span farthest out that tells the request within which a span, or a log, repeats it. */
function outermost({ links }: Trace, { span }: Fact): Fact | undefined {
  let found: Fact | undefined;
  let here = span.parent;
  for (let level = 0; level < nearby && here !== undefined; level++) {
    const link = links.get(here);
    if (link === undefined || link.isAgent || link.fact?.isTool === true) break;
    if (link.fact?.isGoogle === true && link.fact.messages !== undefined && link.fact.span !== span) found = link.fact;
    here = link.parent;
  }
  return found;
}

/** The first log of the same span; undefined for what is no log, or belongs to no span. */
function logLeader(firstLogs: Map<string, Fact>, fact: Fact): Fact | undefined {
  const { isEvent, parent } = fact.span;
  if (!isEvent || parent === undefined) return undefined;
  const first = firstLogs.get(parent) ?? fact;
  firstLogs.set(parent, first);
  return first;
}

function tellingOf(leader: Fact, own: readonly Fact[], copies: readonly Fact[]): Telling {
  const answers = own.flatMap(answersOf);
  const counts = new Map<string, number>();
  for (const answer of answers) counts.set(keyOf(answer), (counts.get(keyOf(answer)) ?? 0) + 1);
  // Of a stream, the framework keeps the last piece, and the client all of them.
  const missing = fullest(copies).filter((answer) => {
    const count = counts.get(keyOf(answer)) ?? 0;
    counts.set(keyOf(answer), count - 1);
    return answer.step.kind === 'call' && count <= 0;
  });
  const read = missing.length === 0 ? answers : answers.filter(({ step }) => step.kind !== 'unread');
  return { leader, facts: own, answers: [...read, ...missing] };
}

const answersOf = (fact: Fact): readonly Answer[] => (fact.messages?.answered() ?? []).map((step) => ({ fact, step, given: undefined }));

const callsIn = (answers: readonly Answer[]): number => answers.filter(({ step }) => step.kind === 'call').length;

/** A span, and the logs of a span together, may each repeat the request: the one that tells most of it. */
function fullest(copies: readonly Fact[]): readonly Answer[] {
  const bySource = new Map<string, Answer[]>();
  for (const copy of copies) {
    const { isEvent, id, parent } = copy.span;
    const source = isEvent ? `logs of ${parent}` : `${id}`;
    const told = bySource.get(source) ?? [];
    bySource.set(source, told);
    for (const answer of answersOf(copy)) told.push(answer);
  }
  return [...bySource.values()].reduce<readonly Answer[]>((best, one) => (callsIn(one) > callsIn(best) ? one : best), []);
}

const keyOf = ({ step }: Answer): string => (step.kind === 'call' ? `${step.call.tool}\n${argumentKey(step.call.payload)}` : step.kind);
