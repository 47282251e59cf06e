import type { Allowable } from '../model/delta.ts';
import type { Level } from '../model/finding.ts';
import type { Summary } from '../model/report/counts.ts';
import { foreignRecord } from '../readers/kit/foreign.ts';
import { contradictoryStream } from '../readers/kit/stream-faults.ts';
import { unreadCalls } from '../readers/kit/unread-calls.ts';
import { bindingOf, type Tally } from '../replay/tally.ts';
import type { Rule } from '../rules/rule.ts';
import { type Chosen, isAtLeast, levelOf } from './level.ts';
import type { Joined } from './merge.ts';
import type { PartInput } from './part.ts';
import { type CountedKind, countWhere } from './tally-findings.ts';

/** As readers name a response that was recorded while it came, and stops before its end. */
const cutStream = 'stream that stops before its end';

export interface Conclusion {
  readonly exit: 0 | 1 | 3;
  /** The closing line: what was found, and what the exit code says about it. */
  readonly line: string;
}

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`;

/** "5 deviations in 4 values: 2 values stopped, 2 went through". */
function deviationWords(summary: Summary, tally: Tally): string | undefined {
  const { total, values } = summary.deviations;
  if (total === 0) return undefined;
  const { refused, errored, accepted, unknown } = tally.values;
  const fates = [
    [refused, 'stopped'],
    [errored, 'answered with an error'],
    [accepted, 'went through'],
    [unknown, 'with no outcome recorded'],
  ] as const;
  const said = fates
    .filter(([count]) => count > 0)
    .map(([count, fate], index) => (index === 0 ? `${plural(count, 'value', 'values')} ${fate}` : `${count} ${fate}`));
  return `${plural(total, 'deviation', 'deviations')} in ${plural(values, 'value', 'values')}: ${said.join(', ')}`;
}

/** Failures that stand on their own, outside the structure of values: each kind by its own words. */
function otherWords(counts: readonly CountedKind[], rules: readonly Rule[]): readonly string[] {
  const own = counts.filter(({ severity, isRoot, isOfValue }) => severity !== 'note' && isRoot && !isOfValue);
  return rules.flatMap((rule) => {
    const count = countWhere(own, ({ code }) => code === rule.code);
    return count === 0 ? [] : [plural(count, ...rule.noun)];
  });
}

/** Why nothing can be concluded, if so. */
function inconclusive({ joined, chosen, allowed, isGiven }: Told): string | undefined {
  const { inputs, tally } = joined;
  const unknown = inputs.find((input) => input.format === null && input.records > 0);
  if (unknown !== undefined)
    return `${unknown.file}: no reader knows this format${unknown.nearest === undefined ? '' : ` (${unknown.nearest})`}; say --from FORMAT if you know it (twogates formats lists them); one value alone wants --tool NAME --declare D, or --schema S`;
  const empty = inputs.find((input) => input.records === 0);
  if (empty !== undefined) return `${empty.file}: no records${whyEmpty(empty)}`;
  // what ran or was committed may deviate where the value that stood before the gate is not recorded
  const deviant = Object.values(tally.values).reduce((sum, count) => sum + count, 0);
  const checked = tally.passed + tally.failed + tally.output.passed + tally.output.failed + deviant;
  // a ledger is appended to, and a crash leaves half a line: only a strict audit wants it whole
  const torn = allowed.includes('torn-record')
    ? undefined
    : tornWords(chosen.hasStrictRun ? inputs : inputs.filter(({ isGrowing }) => !isGrowing));
  if (checked === 0) return torn === undefined ? nothingChecked(tally, isGiven) : `${nothingChecked(tally, isGiven)}; ${torn}`;
  if (torn !== undefined) return `${torn} (give the whole file; --allow-unchecked torn-record accepts it as it is)`;
  const blurred = allowed.includes('torn-record') ? undefined : misreadWords(inputs, isOfPosture);
  if (blurred !== undefined) return blurred;
  if (!chosen.hasStrictRun) return undefined;
  const open = uncheckedCount(tally, chosen, allowed);
  if (open > 0) return `${plural(open, 'value', 'values')} in scope could not be checked (--allow-unchecked REASON accepts a reason)`;
  return allowed.includes('torn-record') ? undefined : misreadWords(inputs, isMisread);
}

/** A text holds 2^29 - 24 characters at most (V8); only lines are read one after the other. */
const wholeLimit = 2 ** 29 - 24;

function whyEmpty({ bytes, torn, nearest }: PartInput): string {
  if (bytes === 0) return ' (the file is empty)';
  if (torn !== undefined) return `: the only one, at line ${torn.line}, is cut short and was not read`;
  if (nearest !== undefined) return `: nothing in it reads as JSON, and ${nearest} (recordings are JSON or JSONL)`;
  if (bytes > wholeLimit)
    return ': it is one document, or one line, larger than can be read at once (512 MB); write one record a line (JSONL)';
  return ': no record stands in it, or nothing in it reads as JSON (recordings are JSON or JSONL)';
}

/** What the hosts in the record said themselves: true, and no verdict of ours. */
function hostWords({ hostRefused, denied }: Tally): string | undefined {
  const denials = [...denied.values()].reduce((sum, count) => sum + count, 0);
  const said = [
    ...(hostRefused === 0 ? [] : [`refused ${plural(hostRefused, 'call', 'calls')} as invalid`]),
    ...(denials === 0 ? [] : [`${hostRefused === 0 ? 'denied' : 'and denied'} ${plural(denials, 'call', 'calls')}`]),
  ];
  return said.length === 0 ? undefined : `the host itself ${said.join(' ')}`;
}

function nothingChecked(tally: Tally, isGiven: boolean): string {
  const { passed, failed, unchecked, noContract, errors } = tally.output;
  const hosts = hostWords(tally);
  if (tally.proposed + tally.executed + tally.returned + tally.orphanResults + passed + failed + unchecked + noContract + errors === 0)
    return hosts === undefined
      ? 'no call, result or answer is recorded here'
      : `${hosts}; besides, no call, result or answer is recorded here`;
  const refused = tally.stops.get('refused') ?? 0;
  if (refused > 0 && tally.proposed + tally.executed === 0)
    return `no gate gave pass or fail: the model refused ${plural(refused, 'answer', 'answers')}`;
  const others = [...tally.reasons.keys()].map((key) => key.slice(key.indexOf(' ') + 1)).filter((reason) => reason !== 'no-declaration');
  if (others.length > 0) return `no gate gave pass or fail: every value was left unchecked (${[...new Set(others)].sort().join(', ')})`;
  const nothing = `nothing recorded has a declaration to be checked against (${isGiven ? 'what --declare gives judges none of it' : '--declare gives one'})`;
  return hosts === undefined ? `no gate gave pass or fail: ${nothing}` : `${hosts}; besides, ${nothing}`;
}

/** The same of a response that was recorded while it came, and stops before its end. */
function streamWords(inputs: readonly PartInput[]): string | undefined {
  const cut = inputs.flatMap(({ file, unread, unreadFirst }) => {
    const count = unread.get(cutStream) ?? 0;
    return count === 0 ? [] : [{ count, at: `${file}:${unreadFirst.get(cutStream)?.line ?? 1}` }];
  });
  const [first] = cut;
  if (first === undefined) return undefined;
  const count = cut.reduce((sum, one) => sum + one.count, 0);
  const others = count === 1 ? '' : `, and ${count - 1} more do`;
  return `the stream at ${first.at} stops before its end${others}: what was not finished is not read`;
}

/** An input that ends in the middle of a record may go on in any way: what it says next is not passed. */
function tornWords(inputs: readonly PartInput[]): string | undefined {
  const torn = inputs.flatMap((input) => (input.torn === undefined ? [] : [`${input.file}:${input.torn.line}`]));
  const [first] = torn;
  if (first === undefined) return streamWords(inputs);
  if (torn.length === 1) return `the last record, ${first}, is cut short: 1 record not read`;
  return `the last records of ${torn.length} inputs are cut short, the first of them ${first}: ${torn.length} records not read`;
}

/**
 * What could not be read and may be the very thing that matters: events of a native ledger that have a known type and are no such events,
 * calls in records of another format, and streams that said two things. Unknown types are only counted.
 */
const isMisread = (format: string | null, kind: string): boolean =>
  (format === 'native' && / with(?:out)? /.test(kind)) ||
  kind.startsWith(foreignRecord) ||
  kind.startsWith(unreadCalls) ||
  kind === contradictoryStream;

/** Whether a run is strict decides what its findings are: unread it is neither. */
const isOfPosture: typeof isMisread = (format, kind) =>
  format === 'native' && /^run\.opened with (?:strict_mode that is no boolean|global_config that is no object)$/.test(kind);

function misreadWords(inputs: readonly PartInput[], isAsked: typeof isMisread): string | undefined {
  const kinds = inputs.flatMap(({ file, format, unread, unreadFirst }) =>
    [...unread].filter(([kind]) => isAsked(format, kind)).map(([kind, count]) => ({ kind, count, at: unreadFirst.get(kind), file })),
  );
  const [first] = kinds;
  if (first === undefined) return undefined;
  const count = kinds.reduce((sum, one) => sum + one.count, 0);
  return `${plural(count, 'event', 'events')} could not be read, the first at ${first.file}:${first.at?.line ?? 1} (${first.kind}); --allow-unchecked torn-record accepts it as it is`;
}

/** Records that were not read, or not understood, may hold anything: they are said where the verdict is. */
function unreadWords({ inputs }: Joined): string {
  const count = inputs.reduce((sum, input) => sum + [...input.unread.values()].reduce((total, one) => total + one, 0), 0);
  const unread = count === 0 ? '' : `; ${plural(count, 'record or part was', 'records or parts were')} not understood`;
  const torn = tornWords(inputs);
  return torn === undefined ? unread : `${unread}; ${torn}`;
}

function uncheckedCount(tally: Tally, chosen: Chosen, allowed: readonly Allowable[]): number {
  const isAllowed = (reason: string): boolean => allowed.some((word) => word === reason);
  const sum = (counts: ReadonlyMap<string, number>, reasonOf: (key: string) => string): number =>
    [...counts].reduce((total, [key, count]) => (isAllowed(reasonOf(key)) ? total : total + count), 0);
  const ofValues = new Map([...tally.reasons].filter(([key]) => !key.startsWith(bindingOf)));
  return chosen.isAsked ? sum(ofValues, (key) => key.slice(key.indexOf(' ') + 1)) : sum(tally.strictReasons, (key) => key);
}

const levelWords = (level: Level, { report }: Chosen): string => {
  if (report.decided_by.startsWith('default')) return report.decided_by;
  return level === 'deviation' ? 'strict' : `level ${level}`;
};

interface Told {
  readonly joined: Joined;
  readonly summary: Summary;
  readonly chosen: Chosen;
  readonly allowed: readonly Allowable[];
  readonly rules: readonly Rule[];
  /** Declarations are given beside the record. */
  readonly isGiven: boolean;
}

/** What the audit comes to: 1 before 3, and never 0 for nothing checked. */
export function conclude(told: Told): Conclusion {
  const { joined, chosen } = told;
  const { counts } = joined;
  const failing = counts.filter((kind) => {
    const level = levelOf(kind);
    return level !== undefined && isAtLeast(level, chosen.levelFor(kind));
  });
  const said = [deviationWords(told.summary, joined.tally), ...otherWords(counts, told.rules)].filter((words) => words !== undefined);
  const words = said.join('; ');
  if (failing.length > 0) {
    const strictest = failing.map((kind) => chosen.levelFor(kind));
    const level = strictest.includes('deviation') ? 'deviation' : chosen.report.fails_on;
    return { exit: 1, line: `${words}${unreadWords(joined)} → exit 1 (${levelWords(level, chosen)})` };
  }
  const open = inconclusive(told);
  if (open !== undefined) return { exit: 3, line: `${words === '' ? '' : `${words}; `}inconclusive: ${open} → exit 3` };
  const failures = countWhere(counts, ({ severity }) => severity !== 'note');
  if (failures > 0) {
    const level = chosen.report.fails_on;
    return {
      exit: 0,
      line: `${words}${unreadWords(joined)} → ${plural(failures, 'failure', 'failures')} below the level ${level} → exit 0 (--strict to fail)`,
    };
  }
  const { tally } = joined;
  const checked = plural(tally.passed + tally.output.passed, 'value', 'values');
  const unchecked = tally.unchecked + tally.output.unchecked;
  const beside = unchecked === 0 ? '' : `, ${unchecked} unchecked`;
  return { exit: 0, line: `${checked} structurally as declared${beside}; no deviation${unreadWords(joined)} → exit 0` };
}
