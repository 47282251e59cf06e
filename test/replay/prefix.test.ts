import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type AuditRequest, audit } from '../../src/audit.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { UncheckedReport } from '../../src/model/report/inputs.ts';
import type { Report } from '../../src/model/report.ts';
import { inputOf } from '../kit/audit.ts';
import { type LedgerCase, ledgerCases, requestFor } from './cases.ts';

// A ledger is audited while it grows. What was said of its beginning is said of the whole: an answer about a value is given once and stays, and
// no failure is taken back by what comes later. A prefix may know less than the whole, never something else.

/** What an audit says of the first `lines` lines. */
interface Prefix {
  readonly lines: number;
  readonly findings: readonly Finding[];
  readonly unchecked: readonly UncheckedReport[];
  /** What could not be read, by kind. */
  readonly unread: readonly string[];
}

/** Where each line ends; the last one may have no newline. */
function endsOf(bytes: Buffer): readonly number[] {
  const ends: number[] = [];
  for (let index = bytes.indexOf(10); index >= 0; index = bytes.indexOf(10, index + 1)) ends.push(index + 1);
  return ends.at(-1) === bytes.length ? ends : [...ends, bytes.length];
}

const nameOf = (index: number): string => `prefix-${String(index).padStart(4, '0')}.jsonl`;

/**
 * Every prefix of the case's recording, cut after each line, each of them an audit of its own: together they would be copies of one another.
 */
async function prefixesOf(one: LedgerCase): Promise<readonly Prefix[]> {
  const whole = await requestFor(one);
  const format = (await audit(whole)).inputs[0]?.format ?? undefined;
  // which format it is may show late; the question here is what a reader makes of it that knows
  const request: AuditRequest = { ...whole, options: { ...whole.options, from: format } };
  const bytes = readFileSync(join(one.folder, one.files[0] ?? ''));
  const inputs = endsOf(bytes).map((end, index) => inputOf(nameOf(index), bytes.subarray(0, end)));
  const reports: Report[] = [];
  for (const input of inputs) reports.push(await audit({ ...request, inputs: [input] }));
  return inputs.map(({ name }, index) => ({
    lines: index + 1,
    findings: reports.flatMap(({ findings }) => findings.filter(({ at }) => at.file === name)),
    unchecked: reports.flatMap(({ unchecked }) => unchecked.filter(({ at }) => at.file === name)),
    unread: reports.flatMap(({ inputs }) => inputs.filter(({ file }) => file === name).flatMap(({ unread }) => Object.keys(unread))),
  }));
}

const isStructure = ({ code }: Finding): boolean => code.startsWith('structure/');

/** What a gate says of a value, and where: never how it ended, which the future decides. */
const answerOf = ({ code, at, path, declared, recorded }: Finding): string =>
  JSON.stringify([code, at.line, at.column, path, declared, recorded]);

/** Which failure it is. Its words may grow: a release turns out to have been too early for the gate as well. */
const failureOf = ({ code, at, path }: Finding): string => JSON.stringify([code, at.line, at.column, path]);

interface Exception {
  readonly because: string;
  /** A fixture that needs it. */
  readonly seenIn: string;
  readonly isRight: (finding: Finding, prefix: Prefix) => boolean;
}

const isUnchecked = ({ at }: Finding, { unchecked }: Prefix): boolean => unchecked.some((entry) => entry.at.line === at.line);

/** Lines of the longest stream in the fixtures: an answer that was given before it began stays. */
const longestStream = 8;
const isCut = ({ unread }: Prefix): boolean => unread.includes('stream that stops before its end');

/** Answers about a line that the prefix with that line did not give yet. */
const lateAnswers: readonly Exception[] = [
  {
    because:
      'after an announced change that was not listed again the set is open; the host, who knows it, answers later that there is no such tool',
    seenIn: 'readers/mcp/two-connections',
    isRight: (late, prefix) => late.code === 'structure/invented-tool' && isUnchecked(late, prefix),
  },
  {
    because: 'what is streamed piece by piece is judged once it is whole; a stream cut before that is named as unread',
    seenIn: 'readers/anthropic/recorded-events',
    isRight: ({ gate, at }, prefix) => gate !== undefined && at.line > prefix.lines - longestStream && isCut(prefix),
  },
];
/** Answers of a prefix that the whole does not repeat. */
const replacedAnswers: readonly Exception[] = [
  {
    because:
      'a trace holds its spans in the order of their ends: the declaration that answers for an earlier line may stand in a later one',
    seenIn: 'readers/otel/openinference-spans',
    isRight: (early, prefix) => early.code === 'structure/refused-by-host' && early.severity === 'note' && isUnchecked(early, prefix),
  },
];

type Exceptions = readonly Exception[];

/** What a prefix says of values, and the whole does not. */
function replacedIn(prefix: Prefix, whole: Prefix, exceptions: Exceptions = replacedAnswers): readonly string[] {
  const kept = new Set(whole.findings.map(answerOf));
  return prefix.findings
    .filter((finding) => isStructure(finding) && !kept.has(answerOf(finding)))
    .filter((finding) => !exceptions.some(({ isRight }) => isRight(finding, prefix)))
    .map(answerOf);
}

/** What the whole says of values in the prefix's lines, and the prefix did not. */
function lateIn(prefix: Prefix, whole: Prefix, exceptions: Exceptions = lateAnswers): readonly string[] {
  const told = new Set(prefix.findings.map(answerOf));
  return whole.findings
    .filter((finding) => isStructure(finding) && finding.at.line <= prefix.lines && !told.has(answerOf(finding)))
    .filter((finding) => !exceptions.some(({ isRight }) => isRight(finding, prefix)))
    .map(answerOf);
}

const isGap = ({ code, kind }: Finding): boolean => code === 'ledger/sequence-broken' && kind === 'gap';

/** Failures that one more line may take back. */
const takenBackAnswers: readonly Exception[] = [
  {
    because:
      'several writers append in the order in which they get to it: what is counted before the last lines may stand in the next one, and until then is missing',
    seenIn: 'audits/events-written-out-of-order-are-judged-by-their-count',
    isRight: (early, prefix) => isGap(early) || (early.cause?.code === 'ledger/sequence-broken' && prefix.findings.some(isGap)),
  },
];

/** Failures and broken evidence that one more line takes back. */
function takenBack(prefix: Prefix, next: Prefix, exceptions: Exceptions = takenBackAnswers): readonly string[] {
  const kept = new Set(next.findings.filter(({ severity }) => severity !== 'note').map(failureOf));
  return prefix.findings
    .filter(({ severity }) => severity !== 'note')
    .filter((finding) => !exceptions.some(({ isRight }) => isRight(finding, prefix)))
    .map(failureOf)
    .filter((failure) => !kept.has(failure));
}

const every = (count: number, cases: readonly LedgerCase[]): readonly LedgerCase[] => cases.filter((_, index) => index % count === 0);
const cases = [...ledgerCases('audits'), ...every(5, ledgerCases('rules')), ...ledgerCases('readers')].filter(
  ({ files }) => files.length === 1,
);

test('there are ledgers of every area, and enough lines to cut after', () => {
  expect(cases.length).toBeGreaterThan(200);
});

test.each(cases)('$name', async (one) => {
  const prefixes = await prefixesOf(one);
  const whole = prefixes.at(-1);
  if (whole === undefined) throw new Error('an empty ledger has no prefix');
  for (const [index, prefix] of prefixes.entries()) {
    expect(replacedIn(prefix, whole), `answers of the first ${prefix.lines} lines that the whole does not give`).toEqual([]);
    expect(lateIn(prefix, whole), `answers that the first ${prefix.lines} lines did not give`).toEqual([]);
    const next = prefixes[index + 1];
    if (next !== undefined) expect(takenBack(prefix, next), `failures that line ${next.lines} takes back`).toEqual([]);
  }
});

test.each([...lateAnswers, ...replacedAnswers, ...takenBackAnswers])('an exception is needed: $because', async ({ seenIn }) => {
  const [one] = cases.filter(({ name }) => name === seenIn);
  if (one === undefined) throw new Error(`${seenIn} is gone`);
  const prefixes = await prefixesOf(one);
  const whole = prefixes.at(-1);
  if (whole === undefined) throw new Error('an empty ledger has no prefix');
  const needed = prefixes.flatMap((prefix, index) => [
    ...lateIn(prefix, whole, []),
    ...replacedIn(prefix, whole, []),
    ...takenBack(prefix, prefixes[index + 1] ?? whole, []),
  ]);
  expect(needed).not.toEqual([]);
});

test('a ledger says alone what it says beside its own beginnings, which are copies', async () => {
  const [one] = cases.filter(({ name }) => name === 'audits/third-critique-of-two-is-drift');
  if (one === undefined) throw new Error('the fixture is gone');
  const request = await requestFor(one);
  const bytes = readFileSync(join(one.folder, one.files[0] ?? ''));
  const alone = (await audit(request)).findings.map(failureOf).sort();
  expect(alone.length).toBeGreaterThan(0);
  for (const end of endsOf(bytes)) {
    const inputs = [inputOf('beginning.jsonl', bytes.subarray(0, end)), inputOf('whole.jsonl', bytes)];
    const { findings } = await audit({ ...request, inputs });
    expect(
      findings
        .filter(({ code }) => code !== 'ledger/duplicate-event')
        .map(failureOf)
        .sort(),
    ).toEqual(alone);
  }
});
