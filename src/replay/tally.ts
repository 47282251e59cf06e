import type { GateAnswer, GateName, UncheckedReason } from '../model/delta.ts';
import type { Disposition } from '../model/finding.ts';
import { addSpending, type Spending } from './delivery/costs.ts';

/** Counts of a part of an audit. Every field but the longest chain is a sum, so that parts merge by adding. */
export interface Tally {
  proposed: number;
  passed: number;
  failed: number;
  unchecked: number;
  noContract: number;
  executed: number;
  returned: number;
  committed: number;
  /** Executions without an earlier recorded input pass: unexplained only where the source records gates. */
  ungatedExecutions: number;
  /** Commits of calls without an earlier recorded output pass: likewise. */
  ungatedCommits: number;
  orphanResults: number;
  output: { passed: number; failed: number; unchecked: number; noContract: number; errors: number };
  /** Unchecked answers by `gate reason`. */
  reasons: Map<string, number>;
  /** Unchecked answers in runs that declare strict_mode, by reason. */
  strictReasons: Map<string, number>;
  promises: { jsonLooking: number; json: number; schemaValid: number };
  deviations: Record<Disposition, number>;
  /** Calls, results and answers that hold deviations, by disposition. */
  values: Record<Disposition, number>;
  recovered: number;
  /** Attempt chains by how they ended, and the attempts of the longest. */
  chains: Map<string, number>;
  longestChain: number;
  /** Calls that the host refused as invalid, or of a tool it does not know. */
  hostRefused: number;
  /** Recorded policy decisions and authorisations: counted, and not judged here. */
  decisions: number;
  authorizations: number;
  /** Calls that a result says were denied, by whom: host, human, hook. */
  denied: Map<string, number>;
  runs: number;
  strictRuns: number;
  /** Answers with a contract that did not keep the highest promise, by what stopped them. */
  stops: Map<string, number>;
  /** Failed attempts at an answer of a step, and what is recorded of their cost. */
  failedAttempts: number;
  failedCost: Spending;
}

const noDispositions = (): Record<Disposition, number> => ({ refused: 0, errored: 0, accepted: 0, unknown: 0 });

export function emptyTally(): Tally {
  return {
    proposed: 0,
    passed: 0,
    failed: 0,
    unchecked: 0,
    noContract: 0,
    executed: 0,
    returned: 0,
    committed: 0,
    ungatedExecutions: 0,
    ungatedCommits: 0,
    orphanResults: 0,
    output: { passed: 0, failed: 0, unchecked: 0, noContract: 0, errors: 0 },
    reasons: new Map(),
    strictReasons: new Map(),
    promises: { jsonLooking: 0, json: 0, schemaValid: 0 },
    deviations: noDispositions(),
    values: noDispositions(),
    recovered: 0,
    chains: new Map(),
    longestChain: 0,
    hostRefused: 0,
    decisions: 0,
    authorizations: 0,
    denied: new Map(),
    runs: 0,
    strictRuns: 0,
    stops: new Map(),
    failedAttempts: 0,
    failedCost: new Map(),
  };
}

/** What the reasons begin with for which an authorisation could not be compared: a question of binding, not of a value's structure. */
export const bindingOf = 'binding ';

export function increase(counts: Map<string, number>, key: string, by = 1): void {
  counts.set(key, (counts.get(key) ?? 0) + by);
}

const addCounts = (into: Map<string, number>, from: ReadonlyMap<string, number>): void => {
  for (const [key, count] of from) increase(into, key, count);
};

const flatCounts = [
  'proposed',
  'passed',
  'failed',
  'unchecked',
  'noContract',
  'executed',
  'returned',
  'committed',
  'ungatedExecutions',
  'ungatedCommits',
  'orphanResults',
  'recovered',
  'hostRefused',
  'decisions',
  'authorizations',
  'runs',
  'strictRuns',
  'failedAttempts',
] as const;
const outputCounts = ['passed', 'failed', 'unchecked', 'noContract', 'errors'] as const;
const promiseCounts = ['jsonLooking', 'json', 'schemaValid'] as const;
const dispositionNames = ['refused', 'errored', 'accepted', 'unknown'] as const;

/** Adds `from` to `into`. */
export function addTally(into: Tally, from: Tally): void {
  for (const name of flatCounts) into[name] += from[name];
  for (const name of outputCounts) into.output[name] += from.output[name];
  for (const name of promiseCounts) into.promises[name] += from.promises[name];
  for (const name of dispositionNames) {
    into.deviations[name] += from.deviations[name];
    into.values[name] += from.values[name];
  }
  addCounts(into.reasons, from.reasons);
  addCounts(into.strictReasons, from.strictReasons);
  addCounts(into.stops, from.stops);
  addSpending(into.failedCost, from.failedCost);
  addCounts(into.denied, from.denied);
  addCounts(into.chains, from.chains);
  into.longestChain = Math.max(into.longestChain, from.longestChain);
}

export function countUnchecked(
  tally: Tally,
  gate: GateName,
  asked: { readonly reason: UncheckedReason; readonly isStrict: boolean },
): void {
  increase(tally.reasons, `${gate} ${asked.reason}`);
  if (asked.isStrict) increase(tally.strictReasons, asked.reason);
}

export function countInput(tally: Tally, answer: GateAnswer): void {
  switch (answer.verdict) {
    case 'pass':
      tally.passed++;
      break;
    case 'fail':
      tally.failed++;
      break;
    case 'unchecked':
      tally.unchecked++;
      break;
    case 'no-contract':
      tally.noContract++;
      break;
  }
}

export function countOutput(tally: Tally, answer: GateAnswer): void {
  switch (answer.verdict) {
    case 'pass':
      tally.output.passed++;
      break;
    case 'fail':
      tally.output.failed++;
      break;
    case 'unchecked':
      tally.output.unchecked++;
      break;
    case 'no-contract':
      tally.output.noContract++;
      break;
  }
}
