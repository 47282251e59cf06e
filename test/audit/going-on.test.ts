import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { AuditInput } from '../../src/audit.ts';
import type { Finding } from '../../src/model/finding.ts';
import type { Report } from '../../src/model/report.ts';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';
import { filesBelow } from '../kit/files.ts';

const isLedger = (name: string): boolean => /^(?:ledger|refund-desk)\.jsonl$/.test(name);
const linesOf = (path: string): readonly string[] => readFileSync(path, 'utf8').trimEnd().split('\n');
const fileOf = (name: string, lines: readonly string[]): AuditInput => inputOf(name, Buffer.from(`${lines.join('\n')}\n`));

/** What a finding says, with every place of it as a line of the whole ledger. */
function told(finding: Finding, first: number): string {
  const line = (file: string | undefined, number: number): number => ((file ?? finding.at.file) === 'b.jsonl' ? first + number : number);
  const { code, severity, run, call, path, kind, at, stages = [], cause, disposition, detail, message } = finding;
  const places = [line(at.file, at.line), at.column, ...stages.map((stage) => line(stage.file, stage.line))];
  const from = cause === undefined ? '' : `${cause.code} ${line(cause.file, cause.line)}`;
  const recovered = finding.recovered_at === undefined ? '' : line(finding.recovered_in, finding.recovered_at);
  const words = message.replaceAll(/(?:line |[ab]\.jsonl:)\d+/g, (place) => {
    const number = Number(/\d+$/.exec(place)?.[0]);
    return `line ${line(place.startsWith('line') ? undefined : place.slice(0, 'b.jsonl'.length), number)}`;
  });
  return JSON.stringify([
    code,
    severity,
    run,
    call,
    path,
    kind,
    places,
    from,
    recovered,
    disposition,
    code.includes('repeated') ? '' : detail,
    words,
  ]);
}

type Told = Pick<Report, 'findings' | 'calls' | 'outputs' | 'unchecked' | 'exit' | 'summary'>;

const toldOf = (report: Told, first: number, isAsked: (code: string) => boolean): unknown => ({
  findings: report.findings
    .filter(({ code, cause }) => isAsked(code) && (cause === undefined || isAsked(cause.code)))
    .map((finding) => told(finding, first))
    .sort(),
  unchecked: report.unchecked.map(({ at, reason, gate, call }) => [at.file === 'b.jsonl' ? at.line + first : at.line, reason, gate, call]),
});

const countsOf = ({ calls, outputs, exit, summary }: Told): unknown => ({ calls, outputs, exit, summary });

/** What is registered for all runs holds for those of its own file. */
const isCounted = (line: string): boolean => line.includes('"seq"') && line.includes('"run"');
const paths = ['fixtures/rules', 'fixtures/audits', 'fixtures/demo']
  .flatMap((folder) => filesBelow(folder, isLedger))
  .filter((path) => linesOf(path).every(isCounted));

/** Where a split is no longer the same ledger, each for its reason. */
const apart: Readonly<Record<string, string>> = {
  'ledger-sequence-broken/fires-gap-with-another-run-in-it': 'whether a writer counts the file is asked of one file',
  'ledger-sequence-broken/fires-once-for-a-run-appended-to-itself': 'opened again in another file, it is another run of that name',
  'ledger-sequence-broken/fires-once-for-a-whole-tail-after-the-end': 'a run that ended is not remembered for another file',
};
const isApart = (path: string): boolean => Object.keys(apart).some((name) => path.includes(`${name}/`));

let compared = 0;

test.each(paths.filter((path) => !isApart(path)))('%s: split into two files anywhere, a ledger says what the whole says', async (path) => {
  const lines = linesOf(path);
  const whole = await auditInParts(requestOf([fileOf('a.jsonl', lines)]), 1);
  for (let at = 1; at < lines.length; at++) {
    const halves = [fileOf('a.jsonl', lines.slice(0, at)), fileOf('b.jsonl', lines.slice(at))];
    const split = await auditInParts(requestOf(halves), 1);
    // what a file turns out to record is asked of each file, and the report names the rules that one of them gave no ground for
    const unasked = new Set(split.not_asked.filter(({ because }) => because.startsWith('1 of 2 inputs')).map(({ code }) => code));
    const isAsked = (code: string): boolean => !unasked.has(code);
    expect(toldOf(split, at, isAsked), `split after line ${at}`).toEqual(toldOf(whole, lines.length, isAsked));
    if (unasked.size > 0) continue;
    compared++;
    expect(countsOf(split), `split after line ${at}`).toEqual(countsOf(whole));
  }
});

test('most splits are compared to the last count', () => {
  expect(compared).toBeGreaterThan(300);
});

const opened = (run: string, more: object = {}): object => ({ type: 'run.opened', run, workflow: { name: 'desk' }, ...more });
const called = (run: string, call: string): readonly object[] => [
  { type: 'call.proposed', run, call, tool: 'pay', arguments: {} },
  { type: 'call.returned', run, call, outcome: 'ok' },
];
const closed = (run: string, outcome: string): object => ({ type: 'run.closed', run, outcome });
const written = (name: string, events: readonly object[], day?: number): AuditInput => {
  const lines = events.map((event) => JSON.stringify({ v: 1, ...(day !== undefined && { ts: `2026-11-0${day}T09:00:00Z` }), ...event }));
  const input = fileOf(name, lines);
  return { ...input, head: async () => Buffer.from(`${lines.join('\n')}\n`) };
};
const codesOf = ({ findings }: Report): readonly string[] => findings.map(({ code, at }) => `${code} ${at.file}:${at.line}`);

test('any number of parts says the same of a ledger in three files', async () => {
  const lines = linesOf('fixtures/demo/refund-desk.jsonl');
  const files = [fileOf('a.jsonl', lines.slice(0, 17)), fileOf('b.jsonl', lines.slice(17, 29)), fileOf('c.jsonl', lines.slice(29))];
  const whole = await auditInParts(requestOf(files), 1);
  expect(whole.inputs.map(({ goes_on: files = [] }) => files)).toEqual([[], ['a.jsonl'], ['b.jsonl']]);
  for (const count of [2, 3, 5]) expect(await auditInParts(requestOf(files), count)).toEqual(whole);
});

test('files are read in the order of their first dates, and reported in the order in which they are named', async () => {
  const [proposed = {}, returned = {}] = called('r', 'c1');
  const older = written('ledger.1.jsonl', [opened('r'), proposed], 1);
  const newer = written('ledger.jsonl', [returned, closed('r', 'completed')], 2);
  const report = await auditInParts(requestOf([newer, older]), 1);
  expect(report.inputs.map(({ file, runs }) => [file, runs])).toEqual([
    ['ledger.jsonl', 0],
    ['ledger.1.jsonl', 1],
  ]);
  expect([report.calls.returned, codesOf(report)]).toEqual([1, []]);
});

test('a run that is taken up again in another file is bound by the posture it declared', async () => {
  const first = written('a.jsonl', [opened('r', { global_config: { strict_mode: true } }), ...called('r', 'c1'), closed('r', 'suspended')]);
  const second = written('b.jsonl', [
    opened('r', { global_config: { strict_mode: false } }),
    ...called('r', 'c2'),
    closed('r', 'completed'),
  ]);
  const report = await auditInParts(requestOf([first, second]), 1);
  expect(codesOf(report)).toEqual(['drift/strictness-changed b.jsonl:1']);
  expect(report.exit).toBe(1);
});

test('a run of the same name that is opened anew is another run', async () => {
  const first = written('a.jsonl', [opened('r'), ...called('r', 'c1')]);
  const second = written('b.jsonl', [opened('r'), ...called('r', 'c1'), closed('r', 'completed')]);
  const report = await auditInParts(requestOf([first, second]), 1);
  expect(report.inputs.map(({ runs }) => runs)).toEqual([1, 1]);
  expect(codesOf(report)).toEqual(['ledger/run-open a.jsonl:1']);
});

test('a copy of the file that a run goes on in is a copy', async () => {
  const [proposed = {}, returned = {}] = called('r', 'c1');
  const files = [written('a.jsonl', [opened('r'), proposed]), written('b.jsonl', [returned]), written('c.jsonl', [returned])];
  const report = await auditInParts(requestOf(files), 1);
  expect(report.calls.returned).toBe(1);
  expect(codesOf(report)).toEqual(['ledger/run-open a.jsonl:1', 'ledger/duplicate-event c.jsonl:1']);
});

test('dates are instants, whatever their spelling, and the first one counts', async () => {
  const [proposed = {}, returned = {}] = called('r', 'c1');
  const withHead = (name: string, lines: readonly object[]): AuditInput => {
    const input = fileOf(
      name,
      lines.map((line) => JSON.stringify({ v: 1, ...line })),
    );
    return { ...input, head: async () => Buffer.from(`${lines.map((line) => JSON.stringify({ v: 1, ...line })).join('\n')}\n`) };
  };
  const pairs = [
    ['2026-11-01T11:00:00+02:00', '2026-11-01T09:30:00Z'],
    ['2026-11-01t09:00:00z', '2026-11-01T09:30:00Z'],
  ] as const;
  for (const [early, late] of pairs) {
    const older = withHead('b.jsonl', [opened('r'), { ...proposed, ts: early }]);
    const newer = withHead('a.jsonl', [{ ...returned, ts: late }, closed('r', 'completed')]);
    expect(codesOf(await auditInParts(requestOf([newer, older]), 1))).toEqual([]);
  }
});

test('without dates, the count of a run says which file comes first', async () => {
  const [proposed = {}, returned = {}] = called('r', 'c1');
  const counted = (from: number, events: readonly object[]): readonly object[] =>
    events.map((event, index) => ({ ...event, seq: from + index }));
  const older = written('b.jsonl', counted(0, [opened('r'), proposed]));
  const newer = written('a.jsonl', counted(2, [returned, closed('r', 'completed')]));
  expect(codesOf(await auditInParts(requestOf([newer, older]), 1))).toEqual([]);
});

test('two hosts may use one name for two runs at once', async () => {
  const counted = (from: number, events: readonly object[]): readonly object[] =>
    events.map((event, index) => ({ ...event, seq: from + index }));
  const [proposed = {}, returned = {}] = called('A', 'c1');
  const files = [
    written('h1a.jsonl', counted(0, [opened('A'), proposed])),
    written('h2a.jsonl', counted(0, [opened('A', { workflow: { name: 'other' } }), ...called('A', 'x'), closed('A', 'completed')])),
    written('h1b.jsonl', counted(2, [returned, closed('A', 'completed')])),
  ];
  const report = await auditInParts(requestOf(files), 1);
  expect([codesOf(report), report.inputs.map(({ runs }) => runs)]).toEqual([[], [1, 1, 0]]);
});

test('two files of one workflow are of one plane, and two of different ones are not', async () => {
  const gated = { type: 'gate.checked', run: 'r', call: 'c1', gate: 'input', verdict: 'pass' };
  const tool = (run: string): object => ({ type: 'tool.declared', run, tool: { name: 'pay', inputSchema: { type: 'object' } } });
  const ran = (run: string): object => ({ type: 'call.executed', run, call: 'c1', tool: 'pay', arguments: {} });
  const [proposed = {}, returned = {}] = called('r', 'c1');
  const first = written('a.jsonl', [opened('r'), tool('r'), proposed, gated, ran('r'), returned, closed('r', 'completed')]);
  const ungated = (name: string): AuditInput =>
    written('b.jsonl', [
      opened('s', { workflow: { name } }),
      tool('s'),
      ...called('s', 'c1').slice(0, 1),
      ran('s'),
      closed('s', 'completed'),
    ]);
  const codes = async (name: string): Promise<readonly string[]> =>
    codesOf(await auditInParts(requestOf([first, ungated(name)]), 1)).filter((code) => code.startsWith('drift/'));
  expect(await codes('desk')).toEqual(['drift/ungated-execution b.jsonl:4']);
  expect(await codes('other')).toEqual([]);
});

test('what one file of a ledger shows that it records, the others do as well', async () => {
  const tool = { type: 'tool.declared', run: 'r', tool: { name: 'pay', inputSchema: { type: 'object' } } };
  const gated = { type: 'gate.checked', run: 'r', call: 'c1', gate: 'input', verdict: 'pass' };
  const [proposed = {}, returned = {}] = called('r', 'c1');
  const ran = (run: string): object => ({ type: 'call.executed', run, call: 'c1', tool: 'pay', arguments: {} });
  const other = [opened('s'), ...called('s', 'c1').slice(0, 1), ran('s'), ...called('s', 'c1').slice(1), closed('s', 'completed')];
  const first = written('a.jsonl', [opened('r'), tool, proposed, gated, ran('r')]);
  const second = written('b.jsonl', [returned, closed('r', 'completed'), ...other]);
  expect(codesOf(await auditInParts(requestOf([first, second]), 1))).toEqual(['drift/ungated-execution b.jsonl:5']);
});
