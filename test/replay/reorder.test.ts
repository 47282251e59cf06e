import { expect, test } from 'vitest';
import { audit } from '../../src/audit.ts';
import type { Finding } from '../../src/model/finding.ts';
import { inputOf, requestOf } from '../kit/audit.ts';

type Line = Readonly<Record<string, unknown>>;

const tool = { name: 'pay', inputSchema: { type: 'object', properties: { cents: { type: 'integer' } }, additionalProperties: false } };
const registration: Line = { v: 1, type: 'tool.declared', tool };

/** A run of `calls` calls, each proposed, passed, executed and answered: its events count from `from`. */
function runOf(run: string, calls: number, from = 0): Line[] {
  const steps = Array.from({ length: calls }, (_, index) => [
    { type: 'call.proposed', call: `c${index}`, tool: 'pay', arguments: { cents: index } },
    { type: 'gate.checked', call: `c${index}`, gate: 'input', verdict: 'pass' },
    { type: 'call.executed', call: `c${index}`, tool: 'pay', arguments: { cents: index } },
    { type: 'call.returned', call: `c${index}`, outcome: 'ok' },
  ]).flat();
  const events = [{ type: 'run.opened' }, ...steps, { type: 'run.closed', outcome: 'completed' }];
  return events.map((event, index) => ({ v: 1, run, seq: from + index, ...event }));
}

async function findingsOf(lines: readonly Line[]): Promise<readonly Finding[]> {
  const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
  return (await audit(requestOf([inputOf('ledger.jsonl', Buffer.from(text))]))).findings;
}

const told = (findings: readonly Finding[]): readonly (readonly unknown[])[] =>
  findings.map(({ code, severity, at, kind }) => [code, severity, at.line, kind]);

/** Takes the event at one place out, and puts it in at another. */
function moved(lines: readonly Line[], from: number, to: number): Line[] {
  const rest = lines.filter((_, index) => index !== from);
  const event = lines[from];
  if (event === undefined) throw new Error('no such line');
  return [...rest.slice(0, to), event, ...rest.slice(to)];
}

test('an event that stands 32 places late is waited for; one that stands later is missing first, and then comes too late', async () => {
  const lines = [registration, ...runOf('r', 30)];
  // the pass of the first call: line 4 of the file, count 2
  expect(told(await findingsOf(moved(lines, 3, 35)))).toEqual([['ledger/sequence-broken', 'note', 36, 'late']]);
  expect(told(await findingsOf(moved(lines, 3, 36)))).toEqual([
    ['drift/ungated-execution', 'failure', 4, undefined],
    ['ledger/sequence-broken', 'broken', 4, 'gap'],
    ['ledger/sequence-broken', 'broken', 37, 'repeated'],
  ]);
});

test('a run may begin with any event, and none before its opening is lost', async () => {
  const lines = [registration, ...runOf('r', 3)];
  expect(told(await findingsOf(moved(lines, 1, 9)))).toEqual([['ledger/sequence-broken', 'note', 10, 'late']]);
});

test('a run that is recorded from its middle on, or counts from 1, waits for nothing', async () => {
  const beheaded = runOf('r', 3).slice(5);
  expect(told(await findingsOf([registration, ...beheaded]))).toEqual([]);
  expect(told(await findingsOf([registration, ...runOf('r', 3, 1)]))).toEqual([]);
  expect(told(await findingsOf([registration, ...runOf('r', 3, 1000)]))).toEqual([]);
});

test('an event without a count goes with the one it stands behind', async () => {
  const lines = [registration, ...runOf('r', 1)];
  // the execution waits for the pass; the note of the recorder behind it does as well, and disturbs nothing
  const other: Line = { v: 1, type: 'call.amended', run: 'r', call: 'c0', by: 'gateway', arguments: { cents: 7 } };
  const [a, b, c, pass, execution, d, e] = lines;
  const order = [a, b, c, execution, other, pass, d, e].filter((line) => line !== undefined);
  // recorded before the execution it would be a rewrite that was not gated
  expect(told(await findingsOf(order))).toEqual([
    ['drift/recorded-amendment', 'note', 5, undefined],
    ['ledger/sequence-broken', 'note', 6, 'late'],
  ]);
});

test('the runs of one file wait each for itself, and not without end', async () => {
  const runs = Array.from({ length: 300 }, (_, index) => runOf(`r${index}`, 8));
  // of every run the opening is missing to the last: 300 runs of 33 waiting events are more than are held
  const bodies = runs.map((run) => run.slice(1));
  const interleaved = Array.from({ length: 33 }, (_, index) => bodies.flatMap((body) => body.slice(index, index + 1))).flat();
  const findings = await findingsOf([registration, ...interleaved]);
  expect(told(findings).slice(0, 5)).toEqual([]);
});
