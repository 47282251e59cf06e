import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readDeclarations } from '../src/declare/read.ts';
import { createGates } from '../src/gates/create.ts';
import { parseJson } from '../src/json/parse.ts';
import { lint } from '../src/lint.ts';
import type { Finding } from '../src/model/finding.ts';
import { ExactNumber, type JsonValue, memberOf } from '../src/model/json.ts';
import { rules } from '../src/rules/index.ts';
import { auditInParts, inputOf, requestOf } from './kit/audit.ts';
import { payloadsIn } from './kit/payloads.ts';
import { resolveFiles } from './kit/resolve.ts';

const root = join(import.meta.dirname, '../fixtures/rules');

/** A finding as a golden file holds it; only the keys that stand there are compared. */
type Golden = Readonly<Record<string, unknown>>;

interface Case {
  readonly name: string;
  readonly code: string;
  readonly folder: string;
  readonly isQuiet: boolean;
}

const foldersIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);

const cases: readonly Case[] = rules.flatMap(({ code }) => {
  const rule = code.replace('/', '-');
  return foldersIn(join(root, rule)).map((claim) => ({
    name: `${rule}/${claim}`,
    code,
    folder: join(root, rule, claim),
    isQuiet: claim.startsWith('quiet-'),
  }));
});

const named = (isWanted: (one: Case) => boolean) => cases.filter(isWanted).map((one) => [one.name, one] as const);

/** A file that may be missing, or one that may not: a missing golden is a failure. */
const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));
const readOptional = <Value>(path: string, read: (path: string) => Value, otherwise: Value): Value =>
  existsSync(path) ? read(path) : otherwise;

const readGolden = (path: string): readonly Golden[] => JSON.parse(readFileSync(path, 'utf8'));
const readCodes = (path: string): readonly string[] => JSON.parse(readFileSync(path, 'utf8'));
const readOptions = (path: string): Parameters<typeof requestOf>[1] => JSON.parse(readFileSync(path, 'utf8'));

/** What the user gives: a workflow file, else the tools beside the ledger. */
async function givenIn(folder: string) {
  const source = ['workflow.yaml', 'tools.json'].map((name) => join(folder, name)).find((path) => existsSync(path));
  if (source === undefined) return undefined;
  const read = await readDeclarations([source], resolveFiles);
  if (!read.ok) throw new Error(read.refusal.detail);
  return read.workflow;
}

/** Declarations that no record goes with: what `lint` says of them. */
async function lintFindings(folder: string): Promise<readonly Finding[]> {
  const path = join(folder, 'declarations.json');
  const read = await readDeclarations(['declarations.json'], () => resolveFiles(path));
  if (!read.ok) throw new Error(read.refusal.detail);
  const files = [{ path: 'declarations.json', bytes: readFileSync(path) }];
  return (await lint({ given: read.workflow, files, resources: new Map(), version: '0.0.0' })).findings;
}

async function findingsOf({ folder }: Case): Promise<readonly Finding[]> {
  if (existsSync(join(folder, 'declarations.json'))) return lintFindings(folder);
  const options = readOptional(join(folder, 'options.json'), readOptions, {});
  const input = inputOf('ledger.jsonl', readFileSync(join(folder, 'ledger.jsonl')));
  const request = { ...requestOf([input], { ...options, given: await givenIn(folder) }), payloads: payloadsIn(join(folder, 'payloads')) };
  const { findings } = await auditInParts(request, 1);
  expect((await auditInParts(request, 3)).findings, 'the same findings from three parts').toEqual(findings);
  return findings;
}

/** Plain JSON, with an exact number written as the report writes it. */
const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, inner: unknown) => (inner instanceof ExactNumber ? { number: inner.text } : inner)));

/** The part of a finding that its golden speaks of; of `at` and `cause` only the members that stand there. */
function told(finding: Finding, golden: Golden): unknown {
  const partial = ['at', 'cause'];
  const part = (value: unknown, keys: readonly string[]): unknown =>
    value === undefined ? undefined : Object.fromEntries(Object.entries(Object(value)).filter(([key]) => keys.includes(key)));
  const entries = Object.entries(finding)
    .filter(([key]) => Object.hasOwn(golden, key))
    .map(([key, value]) => [key, partial.includes(key) ? part(value, Object.keys(Object(golden[key]))) : value] as const);
  return plain(Object.fromEntries(entries));
}

test('there are fixtures, and every folder belongs to a rule', () => {
  expect(cases.length).toBeGreaterThan(2 * rules.length - 1);
  const known = new Set(rules.map(({ code }) => code.replace('/', '-')));
  expect(foldersIn(root).filter((name) => !known.has(name))).toEqual([]);
  expect(cases.filter(({ name }) => !/\/(?:fires|quiet)-[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)).map(({ name }) => name)).toEqual([]);
});

test.each(named((one) => !one.isQuiet))('%s', async (_name, one) => {
  const golden = readGolden(join(one.folder, 'findings.json'));
  expect(golden.length, 'a golden of fires-* holds findings').toBeGreaterThan(0);
  const found = (await findingsOf(one)).filter(({ code }) => code === one.code);
  for (const { message } of found) expect(message, 'one line, lower case, no full stop').toMatch(/^[^A-Z\s].*[^.\s]$/);
  const compared = found.map((finding, index) => told(finding, golden[index] ?? { code: '', at: { line: 0, column: 0 }, message: '' }));
  expect(compared).toEqual(golden);
});

/** Records that are whole events: damaged lines are some fixtures' point, and other formats have schemas of their own. */
function eventsIn({ folder }: Case): readonly JsonValue[] {
  const lines = readOptional(join(folder, 'ledger.jsonl'), (path) => readFileSync(path, 'utf8'), '').split('\n');
  return lines.map((line) => parseJson(line)).flatMap((parsed) => (parsed.ok && memberOf(parsed.value, 'v') === 1 ? [parsed.value] : []));
}

test('every event is one that the published schema of the ledger allows', async () => {
  const gates = await createGates({ formats: 'annotate', resources: new Map(), isClosedObjects: false, isFast: true });
  const schema = parseJson(readFileSync(join(root, '../../schemas/ledger-v1.schema.json'), 'utf8'));
  if (!schema.ok) throw new Error(schema.fault.detail);
  const contract = gates.contractOf(schema.value, {});
  const answers = cases.flatMap((one) => eventsIn(one).map((event) => ({ name: one.name, answer: contract.judge(event) })));
  expect(answers.length).toBeGreaterThan(1000);
  expect(answers.filter(({ answer }) => answer.verdict !== 'pass')).toEqual([]);
});

describe('the nearest innocent ledger', () => {
  test.each(named((one) => one.isQuiet))('%s', async (_name, one) => {
    expect(readJson(join(one.folder, 'findings.json')), 'a golden of quiet-* is empty').toEqual([]);
    const findings = await findingsOf(one);
    expect(findings.filter(({ code }) => code === one.code)).toEqual([]);
    if (!/^(?:drift|ledger)\//.test(one.code)) return;
    const allowed = readOptional(join(one.folder, 'allows.json'), readCodes, []);
    const broken = findings.filter(({ code, severity }) => /^(?:drift|ledger)\//.test(code) && severity !== 'note');
    expect(broken.filter(({ code }) => !allowed.includes(code))).toEqual([]);
  });
});
