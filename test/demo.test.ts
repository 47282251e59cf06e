import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDeclarations } from '../src/declare/read.ts';
import type { Finding } from '../src/model/finding.ts';
import type { Report } from '../src/model/report.ts';
import { auditInParts, inputOf, requestOf } from './kit/audit.ts';
import { resolveFiles } from './kit/resolve.ts';

const expected: {
  readonly findings: readonly (Record<string, unknown> & { readonly since: string })[];
  readonly calls: unknown;
  readonly outputs: unknown;
  readonly promises: unknown;
  readonly exit: number;
  readonly level: string;
} = JSON.parse(readFileSync('fixtures/demo/expected.json', 'utf8'));
const ledger = readFileSync('fixtures/demo/refund-desk.jsonl');

async function replay(lines: number, options: Parameters<typeof requestOf>[1] = {}): Promise<Report> {
  const declared = await readDeclarations(['fixtures/demo/workflow.yaml'], resolveFiles);
  if (!declared.ok) throw new Error(declared.refusal.detail);
  const text = ledger.toString('utf8').split('\n').slice(0, lines).join('\n');
  return auditInParts(requestOf([inputOf('refund-desk.jsonl', Buffer.from(`${text}\n`))], { given: declared.workflow, ...options }), 1);
}

/** A finding in the words of expected.json, with the fields that the expectation names. */
function told(finding: Finding, wanted: Record<string, unknown>): Record<string, unknown> {
  const flat: Record<string, unknown> = { ...finding, line: finding.at.line, column: finding.at.column, offset: finding.at.offset };
  return Object.fromEntries(Object.keys(wanted).map((key) => [key, flat[key]]));
}

const isSame = (finding: Finding, wanted: Record<string, unknown>): boolean =>
  finding.code === wanted.code && finding.at.line === wanted.line && (wanted.path === undefined || finding.path === wanted.path);

test('the refund desk: every finding worked out by hand, at its place, and nothing else that is no note', async () => {
  const report = await replay(44);
  const unmatched = new Set(report.findings.filter((finding) => finding.severity !== 'note'));
  for (const { since: _since, ...wanted } of expected.findings) {
    const found = [...unmatched].find((finding) => isSame(finding, wanted));
    if (found === undefined) throw new Error(`not found: ${JSON.stringify(wanted)}`);
    unmatched.delete(found);
    expect(told(found, wanted)).toEqual(wanted);
  }
  expect([...unmatched]).toEqual([]);
  expect(report.calls).toEqual(expected.calls);
  expect(report.outputs).toEqual(expected.outputs);
  expect(report.promises).toEqual(expected.promises);
  expect([report.exit, report.level.fails_on]).toEqual([expected.exit, expected.level]);
  expect(report.conclusion).toBe('5 deviations in 4 values: 2 values stopped, 2 went through; 1 result without a call → exit 1 (strict)');
});

test('what follows from a deviation names it: the story of T-4 is one incident', async () => {
  const report = await replay(44);
  const followers = report.findings.filter((finding) => finding.run === 'T-4' && finding.cause !== undefined);
  expect(followers.map((finding) => [finding.code, finding.cause?.code, finding.cause?.line])).toEqual([
    ['drift/unrecorded-failure', 'structure/wrong-type', 34],
    ['drift/executed-despite-deviation', 'structure/wrong-type', 34],
    ['drift/silent-repair', 'structure/wrong-type', 34],
    ['drift/silent-repair', 'structure/wrong-type', 34],
  ]);
});

test('lines 1 to 32 alone: the plane worked, so strict fails and drift does not', async () => {
  expect((await replay(32, { failOn: 'deviation' })).exit).toBe(1);
  expect((await replay(32, { failOn: 'drift' })).exit).toBe(0);
});
