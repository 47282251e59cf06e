import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readDeclarations } from '../src/declare/read.ts';
import { json } from '../src/reports/json.ts';
import { catalogue } from '../src/rules/index.ts';
import { auditInParts, fileInput, inputOf, requestOf } from './kit/audit.ts';
import { filesBelow } from './kit/files.ts';
import { resolveFiles } from './kit/resolve.ts';

const isRecording = (name: string): boolean => /^(?:input|ledger|refund-desk)\.(?:jsonl?|ndjson)$/.test(name);

const look = { color: false, width: undefined, values: 'show' } as const;
const paths = ['fixtures/readers', 'fixtures/rules', 'fixtures/demo'].flatMap((folder) => filesBelow(folder, isRecording));

test('there are recordings to merge', () => {
  expect(paths.length).toBeGreaterThan(20);
});

test.each(paths)('%s: any number of parts gives the same bytes', async (path) => {
  const request = requestOf([fileInput(path)]);
  const whole = await json.render(await auditInParts(request, 1), catalogue, look);
  for (const count of [2, 3, 5, 8]) expect(await json.render(await auditInParts(request, count), catalogue, look)).toBe(whole);
});

test('several files at once, with given declarations, merge to the same bytes', async () => {
  const declared = await readDeclarations(['fixtures/demo/workflow.yaml'], resolveFiles);
  if (!declared.ok) throw new Error(declared.refusal.detail);
  const inputs = paths.slice(0, 12).map((path) => fileInput(path));
  const request = requestOf(inputs, { given: declared.workflow });
  const whole = await json.render(await auditInParts(request, 1), catalogue, look);
  for (const count of [2, 3, 5, 8]) expect(await json.render(await auditInParts(request, count), catalogue, look)).toBe(whole);
});

test('interleaved runs, torn lines and registrations merge to the same bytes', async () => {
  const demo = readFileSync('fixtures/demo/refund-desk.jsonl', 'utf8').trimEnd().split('\n');
  const registration = '{"v":1,"type":"tool.declared","tool":{"name":"cancel_refund","inputSchema":{"type":"object"}}}';
  const shuffled = demo.map((line, index) => [(index * 17) % 23, index, line] as const).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const lines = shuffled.flatMap(([, index, line]) => (index % 9 === 0 ? [line, '{"v":1,"ty', registration] : [line]));
  const request = requestOf([inputOf('interleaved.jsonl', Buffer.from(lines.join('\n')))]);
  const whole = await json.render(await auditInParts(request, 1), catalogue, look);
  for (const count of [2, 3, 5, 8]) expect(await json.render(await auditInParts(request, count), catalogue, look)).toBe(whole);
});

test('what a candidate would make of several files merges to the same bytes, examples and all', async () => {
  const read = await readDeclarations(['fixtures/demo/workflow.yaml'], resolveFiles);
  if (!read.ok) throw new Error(read.refusal.detail);
  const pay = { name: 'process_refund', inputSchema: { type: 'object', required: ['priority'] }, outputSchema: { required: ['receipt'] } };
  const tool = { server: 'billing', inputPointer: '/inputSchema', outputPointer: '/outputSchema', ...pay };
  const source = { source: 'new.json', sha256: '', tools: [tool], steps: [], scope: 'open' } as const;
  const demo = readFileSync('fixtures/demo/refund-desk.jsonl', 'utf8').trimEnd();
  // the same runs three times over: more to reject than three examples hold, in runs of every part
  const again = [1, 2, 3].map((copy) => demo.replaceAll(/"run":"T-/g, `"run":"T${copy}-`)).join('\n');
  const inputs = [inputOf('again.jsonl', Buffer.from(again)), fileInput('fixtures/demo/refund-desk.jsonl')];
  const request = { ...requestOf(inputs, { given: read.workflow }), against: { ...read.workflow, sources: [source] } };
  const report = await auditInParts(request, 1);
  const row = report.against?.rows.find(({ tool: name, gate }) => name === 'process_refund' && gate === 'output');
  // T-1 and T-4 return what is in force and no receipt, T-5 runs it in place of an invented tool: 3 of 4 in each of 4 copies; T-3 fails in both
  expect(row?.counts).toEqual({ newly_rejected: 12, newly_accepted: 0, same: 4, unchecked: 0, not_in_candidate: 0 });
  expect(row?.examples.map(({ at, run }) => `${at.file} ${run}`)).toEqual(['again.jsonl T1-1', 'again.jsonl T1-4', 'again.jsonl T1-5']);
  const whole = await json.render(report, catalogue, look);
  for (const count of [2, 3, 5, 8]) expect(await json.render(await auditInParts(request, count), catalogue, look)).toBe(whole);
});
