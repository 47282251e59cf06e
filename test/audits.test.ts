import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createGates } from '../src/gates/create.ts';
import { parseJson } from '../src/json/parse.ts';
import type { Finding } from '../src/model/finding.ts';
import { type JsonValue, memberOf } from '../src/model/json.ts';
import type { Report } from '../src/model/report.ts';
import { auditInParts } from './kit/audit.ts';
import { fixtures, type LedgerCase, ledgerCases, requestFor } from './replay/cases.ts';

/** Members of a finding, a chain, a count, as an expectation names them. */
type Told = Readonly<Record<string, unknown>>;

/** What was worked out by hand for a whole ledger. */
interface Expected {
  readonly exit: number;
  readonly findings: readonly Told[];
  /** Absent: nothing was stopped, so there is none. */
  readonly chains?: readonly Told[];
  readonly calls?: Told;
  readonly deviations?: Told;
  readonly promises?: Told;
  readonly answers_stopped?: Told;
}

const cases = ledgerCases('audits');

function readExpected({ folder }: LedgerCase): Expected {
  const expected: Expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8'));
  return expected;
}

/** What an expectation speaks of; `null` in it asserts that there is none. */
const pick = (value: object, wanted: Told): Told => {
  const known = new Map<string, unknown>(Object.entries(value));
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, known.get(key) ?? null]));
};

/** A finding by the fields that are expected of it. Recovery and first divergence are said of every one: absent there, absent here. */
function told(finding: Finding, wanted: Told): Told {
  const { at, cause, recovered_at, is_first_of_run } = finding;
  const flat = { ...finding, file: at.file, line: at.line, cause: cause?.code };
  const always = Object.fromEntries(Object.entries({ recovered_at, is_first_of_run }).filter(([, value]) => value !== undefined));
  return { ...pick(flat, wanted), ...always };
}

const nothing: Told = { code: '', line: 0, path: '', kind: '' };

function compare(report: Report, expected: Expected): void {
  expect(report.findings.map((finding, index) => told(finding, expected.findings[index] ?? nothing))).toEqual(expected.findings);
  const chains = report.chains?.rows ?? [];
  const wanted = expected.chains ?? [];
  expect(chains.map((chain, index) => pick(chain, wanted[index] ?? { end: '', length: 0 }))).toEqual(wanted);
  expect(pick(report.calls, expected.calls ?? {})).toEqual(expected.calls ?? {});
  expect(pick(report.summary.deviations, expected.deviations ?? {})).toEqual(expected.deviations ?? {});
  for (const name of ['promises', 'answers_stopped'] as const)
    expect(pick(report[name] ?? {}, expected[name] ?? {})).toEqual(expected[name] ?? {});
  expect(report.exit, report.conclusion).toBe(expected.exit);
}

test('there are whole audits, and the name of each makes a claim', () => {
  expect(cases.length).toBeGreaterThan(35);
  expect(cases.filter(({ name }) => !/^audits\/[a-z0-9]+(?:-[a-z0-9]+){2,}$/.test(name)).map(({ name }) => name)).toEqual([]);
});

test.each(cases)('$name', async (one) => {
  const request = await requestFor(one);
  const report = await auditInParts(request, 1);
  compare(report, readExpected(one));
  const { findings, chains, calls, exit } = await auditInParts(request, 3);
  expect({ findings, chains, calls, exit }, 'the same from three parts').toEqual({
    findings: report.findings,
    chains: report.chains,
    calls: report.calls,
    exit: report.exit,
  });
});

describe('every event of a native ledger', () => {
  /** Damaged lines are some fixtures' point, and transcripts of other formats have schemas of their own. */
  const eventsIn = ({ folder, files }: LedgerCase): readonly JsonValue[] =>
    files
      .flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n'))
      .map((line) => parseJson(line))
      .flatMap((parsed) => (parsed.ok && memberOf(parsed.value, 'v') === 1 ? [parsed.value] : []));

  test('is one that the published schema allows', async () => {
    const gates = await createGates({ formats: 'assert', resources: new Map(), isClosedObjects: false, isFast: true });
    const schema = parseJson(readFileSync(join(fixtures, '../schemas/ledger-v1.schema.json'), 'utf8'));
    if (!schema.ok) throw new Error(schema.fault.detail);
    const contract = gates.contractOf(schema.value, {});
    const answers = cases.flatMap((one) => eventsIn(one).map((event) => ({ name: one.name, event, answer: contract.judge(event) })));
    expect(answers.length).toBeGreaterThan(500);
    expect(answers.filter(({ answer }) => answer.verdict !== 'pass')).toEqual([]);
  });
});
