import type { Carry } from '../model/carry.ts';
import type { Severity } from '../model/finding.ts';
import { compareText } from '../model/order.ts';
import type { CallCounts, GateCoverage, LayerReport, OutputCounts, Summary } from '../model/report/counts.ts';
import type { ChainEnd } from '../model/report/stories.ts';
import type { Report } from '../model/report.ts';
import type { Tally } from '../replay/tally.ts';
import type { Rule } from '../rules/rule.ts';
import { carriesOf, type Joined } from './merge.ts';
import type { PartInput } from './part.ts';
import { countWhere } from './tally-findings.ts';

const carriedByAny = (inputs: readonly PartInput[], word: Carry): boolean => inputs.some((input) => carriesOf(input).includes(word));

/** Null where no input records the stage: "not recorded" is never 0. */
export function countCalls(joined: Joined): CallCounts {
  const { tally, inputs } = joined;
  const sumWhere = (word: Carry, count: (tally: Tally) => number): number =>
    inputs.filter((input) => carriesOf(input).includes(word)).reduce((sum, input) => sum + count(input.tally), 0);
  const has = (word: Carry): boolean => carriedByAny(inputs, word);
  const unproposed = unproposedCount(tally);
  return {
    proposed: tally.proposed === 0 && unproposed > 0 ? null : tally.proposed,
    ...(unproposed > 0 && { unproposed }),
    passed: tally.passed,
    failed: tally.failed,
    unchecked: tally.unchecked,
    ...(tally.authorizations > 0 && { authorized: tally.authorizations }),
    executed: has('executions') ? tally.executed : null,
    returned: tally.returned,
    committed: has('commits') ? tally.committed : null,
    unexplained: tally.orphanResults + sumWhere('gates', (counts) => counts.ungatedExecutions + counts.ungatedCommits),
  };
}

/** What only its execution shows (the span of a tool, say) is judged as a call, and nobody recorded that it was proposed. */
const unproposedCount = ({ proposed, passed, failed, unchecked, noContract }: Tally): number =>
  Math.max(0, passed + failed + unchecked + noContract - proposed);

export function countOutputs(tally: Tally): OutputCounts {
  const { passed, failed, unchecked, noContract, errors } = tally.output;
  return { passed, failed, unchecked, no_contract: noContract, errors };
}

function reasonsOf(tally: Tally, gate: string): Readonly<Record<string, number>> {
  const own = [...tally.reasons]
    .filter(([key]) => key.startsWith(`${gate} `))
    .map(([key, count]) => [key.slice(gate.length + 1), count] as const);
  return Object.fromEntries(own.sort(([a], [b]) => compareText(a, b)));
}

export function coverageOf(tally: Tally): { readonly input: GateCoverage; readonly output: GateCoverage } {
  return {
    input: {
      checked: tally.passed + tally.failed,
      unchecked: tally.unchecked,
      no_contract: tally.noContract,
      reasons: reasonsOf(tally, 'input'),
    },
    output: {
      checked: tally.output.passed + tally.output.failed,
      unchecked: tally.output.unchecked,
      no_contract: tally.output.noContract,
      reasons: reasonsOf(tally, 'output'),
    },
  };
}

export function summarize({ tally, counts }: Joined): Summary {
  const count = (severity: Severity): number => countWhere(counts, (kind) => kind.severity === severity);
  const sum = (counts: Tally['deviations']): number => counts.refused + counts.errored + counts.accepted + counts.unknown;
  return {
    broken: count('broken'),
    failure: count('failure'),
    note: count('note'),
    incidents: countWhere(counts, ({ severity, isRoot }) => severity !== 'note' && isRoot),
    deviations: {
      total: sum(tally.deviations),
      values: sum(tally.values),
      stopped: tally.values.refused + tally.values.errored,
      went_through: tally.values.accepted,
      ...tally.deviations,
      recovered: tally.recovered,
    },
  };
}

/** Attempts at what was stopped: how they ended, and the first of them one by one. Nothing where nothing was stopped. */
export function chainsOf({ tally, chains }: Joined): Pick<Report, 'chains'> {
  const total = [...tally.chains.values()].reduce((sum, count) => sum + count, 0);
  if (total === 0) return {};
  const count = (end: ChainEnd): number => tally.chains.get(end) ?? 0;
  const ends = {
    recovered: count('recovered'),
    exhausted: count('exhausted'),
    abandoned: count('abandoned'),
    accepted: count('accepted'),
    open: count('open'),
    unknown: count('unknown'),
  };
  return { chains: { total, ends, longest: tally.longestChain, rows: chains.map(({ row }) => row) } };
}

/** Findings that are counted and not listed, by code. Nothing where all of them are. */
export function omittedOf({ findings, counts }: Joined): Pick<Report, 'omitted'> {
  const further = new Map<string, number>();
  for (const { code, count } of counts) increaseBy(further, code, count);
  for (const { finding } of findings) increaseBy(further, finding.code, -1);
  const omitted = [...further].filter(([, count]) => count > 0).sort(([a], [b]) => compareText(a, b));
  return omitted.length === 0 ? {} : { omitted: Object.fromEntries(omitted) };
}

const increaseBy = (counts: Map<string, number>, key: string, by: number): void => void counts.set(key, (counts.get(key) ?? 0) + by);

interface Asked {
  readonly rules: readonly Rule[];
  readonly inputs: readonly PartInput[];
  /** Whether a workflow file says which tools have effects: no server is believed about that. */
  readonly hasEffects: boolean;
}

/** Rules that this audit is not given, or no input of it carries, enough for, and why. */
export function notAsked({ rules, inputs, hasEffects }: Asked): Report['not_asked'] {
  return rules.flatMap((rule) => {
    if (rule.observes.includes('declaration-changed') && inputs.some(({ isUntold }) => isUntold))
      return [
        {
          code: rule.code,
          because: 'requests declare a tool in several ways, and no repeated call tells which of them are one conversation',
        },
      ];
    if (rule.needsEffects === true && !hasEffects) return [{ code: rule.code, because: 'no effects are declared (workflow file)' }];
    const because = lackOf(rule.needs, inputs);
    return because === undefined ? [] : [{ code: rule.code, because }];
  });
}

/** What keeps a rule from being asked: of all inputs, or of some, where the others say nothing for them. */
function lackOf(needs: Rule['needs'], inputs: readonly PartInput[]): string | undefined {
  const lacking = needs.filter((word) => !carriedByAny(inputs, word));
  if (lacking.length > 0) return `no input records ${lacking.join(', ')}`;
  const own = inputs.filter(({ tally }) => tally.runs > 0);
  const without = own.filter((input) => needs.some((word) => !carriesOf(input).includes(word)));
  const [first] = without;
  if (first === undefined) return undefined;
  const missing = needs.filter((word) => without.some((input) => !carriesOf(input).includes(word)));
  return `${without.length} of ${own.length} inputs (the first: ${first.file}) do not record ${missing.join(', ')}`;
}

export function layersOf({ tally, counts }: Joined): Report['layers'] {
  const checked = tally.passed + tally.failed + tally.output.passed + tally.output.failed;
  const decisions = [...tally.denied.values()].reduce((sum, count) => sum + count, tally.decisions);
  const isFailed = counts.some(({ severity }) => severity !== 'note');
  const structure: LayerReport = {
    verdict: checked === 0 ? 'not-evidenced' : isFailed ? 'fail' : 'pass',
    evidence: checked === 1 ? '1 value checked against its declaration' : `${checked} values checked against their declarations`,
  };
  return {
    structure,
    policy: {
      verdict: 'not-evidenced',
      evidence:
        decisions === 0
          ? 'no decision recorded: structure says nothing about authorisation'
          : `decisions recorded: ${decisions}; they were not decided again, so nothing is said about authorisation`,
    },
    attestation: {
      verdict: 'not-evidenced',
      evidence:
        tally.authorizations === 0
          ? 'no binding recorded: nothing shows that what was approved is what ran'
          : `authorisations recorded: ${tally.authorizations}; what they name was compared, and no signature was checked: nothing shows who signed`,
    },
  };
}
