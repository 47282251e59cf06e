import { expect, test } from 'vitest';
import type { Report } from '../../src/model/report.ts';
import { auditInParts, fileInput, inputOf, requestOf } from '../kit/audit.ts';

/** Runs in which every call deviates at two places, and runs all the same; the last line is no JSON. */
function deviating(runs: number): Uint8Array {
  const tool = {
    name: 'pay',
    inputSchema: { type: 'object', properties: { n: { type: 'integer' }, m: { type: 'integer' } }, additionalProperties: false },
  };
  const events = Array.from({ length: runs }, (_, index) => {
    const run = `r${index}`;
    return [
      { type: 'run.opened', run },
      { type: 'tool.declared', run, tool },
      { type: 'call.proposed', run, call: 'c', tool: 'pay', arguments: { n: 'one', m: 'two' } },
      { type: 'call.returned', run, call: 'c', outcome: 'ok' },
      { type: 'run.closed', run, outcome: 'completed' },
    ];
  });
  const lines = events.flat().map((event) => JSON.stringify({ v: 1, ...event }));
  return Buffer.from(`${lines.join('\n')}\n{"v":1,\n{"v":1,"type":"x-end"}\n`);
}

const sizes = ({ findings }: Report): Readonly<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const { code } of findings) counts[code] = (counts[code] ?? 0) + 1;
  return counts;
};

test('all findings are counted, and the first of each code are listed', async () => {
  const inputs = [inputOf('a.jsonl', deviating(8)), inputOf('b.jsonl', deviating(5))];
  const whole = await auditInParts(requestOf(inputs), 1);
  const few = await auditInParts({ ...requestOf(inputs), listed: 3 }, 1);
  expect(sizes(whole)).toEqual({ 'structure/wrong-type': 26, 'drift/executed-despite-deviation': 13, 'ledger/torn-line': 2 });
  expect(sizes(few)).toEqual({ 'structure/wrong-type': 3, 'drift/executed-despite-deviation': 3, 'ledger/torn-line': 2 });
  expect(few.omitted).toEqual({ 'structure/wrong-type': 23, 'drift/executed-despite-deviation': 10 });
  expect(whole.omitted).toBeUndefined();
  expect([few.summary, few.conclusion, few.exit, few.layers]).toEqual([whole.summary, whole.conclusion, whole.exit, whole.layers]);
  const listed = few.findings.map(({ code, at, path }) => `${code} ${at.file}:${at.line} ${path ?? ''}`);
  expect(listed.filter((words) => words.startsWith('structure'))).toEqual([
    'structure/wrong-type a.jsonl:3 /n',
    'structure/wrong-type a.jsonl:3 /m',
    'structure/wrong-type a.jsonl:8 /n',
  ]);
});

test('of a run with findings that are not listed, nobody says which was the first', async () => {
  const few = await auditInParts({ ...requestOf([inputOf('a.jsonl', deviating(3))]), listed: 3 }, 1);
  expect(few.findings.filter((finding) => finding.is_first_of_run === true).map(({ run, at }) => [run, at.line])).toEqual([['r0', 3]]);
});

test.each(['fixtures/demo/refund-desk.jsonl', 'fixtures/rules/structure-duplicate-key/fires-outcome-said-twice/ledger.jsonl'])(
  '%s: any number of parts, and any number of listed findings, gives the same counts',
  async (path) => {
    const request = requestOf([fileInput(path)]);
    const whole = await auditInParts(request, 1);
    for (const listed of [1, 2, 5]) {
      const few = await auditInParts({ ...request, listed }, 1);
      expect([few.summary, few.conclusion, few.exit]).toEqual([whole.summary, whole.conclusion, whole.exit]);
      for (const count of [2, 3]) expect(await auditInParts({ ...request, listed }, count)).toEqual(few);
    }
  },
);
