import { describe, expect, test } from 'vitest';
import type { AuditInput } from '../../src/audit.ts';
import { sha256 } from '../../src/digest/sha256.ts';
import type { Report } from '../../src/model/report.ts';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';

type Event = Readonly<Record<string, unknown>>;

const schema = { type: 'object', properties: { q: { type: 'string' } }, required: ['q'], additionalProperties: false };
const declared: Event = { v: 1, type: 'tool.declared', tool: { name: 'look', inputSchema: schema } };
const opened: Event = {
  type: 'run.opened',
  workflow: { name: 'w', version: '1' },
  global_config: { strict_mode: false, max_iterations: 1 },
};
const closed: Event = { type: 'run.closed', outcome: 'completed' };
const call = (id: string, q: unknown): readonly Event[] => [
  { type: 'call.proposed', call: id, tool: 'look', arguments: { q } },
  { type: 'call.executed', call: id, tool: 'look', arguments: { q } },
  { type: 'call.returned', call: id, outcome: 'ok', content: [] },
];

/** As one writer counts and dates them. */
const run = (events: readonly Event[]): readonly Event[] =>
  events.map((event, seq) => ({ v: 1, run: 'r', seq, ts: `2026-11-30T09:00:${String(seq).padStart(2, '0')}Z`, ...event }));
const file = (name: string, events: readonly Event[]): AuditInput =>
  inputOf(name, Buffer.from(`${[declared, ...events].map((event) => JSON.stringify(event)).join('\n')}\n`));

const whole = run([opened, ...call('a', 'x'), ...call('b', 5), ...call('c', 'z'), closed]);

async function told(...inputs: readonly AuditInput[]): Promise<Report> {
  const report = await auditInParts(requestOf(inputs), 1);
  for (const count of [2, 3]) expect(await auditInParts(requestOf(inputs), count)).toEqual(report);
  return report;
}
const copies = ({ findings }: Report): readonly string[] =>
  findings.filter(({ code }) => code === 'ledger/duplicate-event').map(({ at, message }) => `${at.file}:${at.line} ${message}`);
const others = ({ findings }: Report): readonly string[] =>
  findings
    .filter(({ code, severity }) => code !== 'ledger/duplicate-event' && severity !== 'note')
    .map(({ code, at }) => `${code} ${at.file}:${at.line}`);
const faults = (name: string): readonly string[] => [`structure/wrong-type ${name}:6`, `drift/executed-despite-deviation ${name}:7`];

describe('what a file repeats of a run is counted once', () => {
  test('a snapshot of its beginning, before it', async () => {
    const report = await told(file('a.jsonl', whole.slice(0, 5)), file('b.jsonl', whole));
    expect(report.calls).toMatchObject({ proposed: 3, executed: 3, returned: 3 });
    expect(copies(report)).toEqual(['b.jsonl:2 5 records of this file are the very ones of a.jsonl: counted there, and not again']);
    expect(others(report)).toEqual(['structure/wrong-type a.jsonl:6', 'drift/executed-despite-deviation b.jsonl:7']);
  });

  test('and after it', async () => {
    const report = await told(file('a.jsonl', whole), file('b.jsonl', whole.slice(0, 7)));
    expect(report.calls).toMatchObject({ proposed: 3, executed: 3, returned: 3 });
    expect(copies(report)).toEqual(['b.jsonl:2 7 records of this file are the very ones of a.jsonl: counted there, and not again']);
    expect(others(report).toSorted()).toEqual(faults('a.jsonl').toSorted());
  });

  test('the last lines of a file, at the beginning of the next', async () => {
    const report = await told(file('a.jsonl', whole.slice(0, 6)), file('b.jsonl', whole.slice(3)));
    expect(report.calls).toMatchObject({ proposed: 3, executed: 3, returned: 3 });
    expect(copies(report)).toEqual(['b.jsonl:2 3 records of this file are the very ones of a.jsonl: counted there, and not again']);
    expect(others(report).toSorted()).toEqual(faults('a.jsonl').toSorted());
  });

  test('a single one', async () => {
    const report = await told(file('a.jsonl', whole.slice(0, 4)), file('b.jsonl', whole.slice(3)));
    expect(copies(report)).toEqual(['b.jsonl:2 a record of this file is the very one of a.jsonl: counted there, and not again']);
    expect(others(report).length).toBe(2);
  });
});

test('lines that name one another, and overlap, are no broken chain', async () => {
  const lines: string[] = [];
  for (const event of [declared, ...whole]) {
    const before = lines.at(-1);
    lines.push(JSON.stringify(before === undefined ? event : { ...event, prev: sha256(before) }));
  }
  const part = (name: string, from: number, to?: number): AuditInput => inputOf(name, Buffer.from(`${lines.slice(from, to).join('\n')}\n`));
  const chained = async (from: number): Promise<readonly string[]> => others(await told(part('a.jsonl', 0, 7), part('b.jsonl', from)));
  const isBroken = (one: string): boolean => one.startsWith('ledger/chain-broken');
  expect((await chained(4)).filter(isBroken)).toEqual([]);
  expect((await chained(7)).filter(isBroken)).toEqual([]);
  expect((await chained(8)).filter(isBroken)).toEqual(['ledger/chain-broken b.jsonl:1']);
});

describe('what is no copy is judged', () => {
  test('one that parts from what it repeats is another run', async () => {
    const parting = run([opened, ...call('a', 'x'), ...call('b', 'y'), closed]);
    const report = await told(file('a.jsonl', whole), file('b.jsonl', parting));
    expect(report.calls).toMatchObject({ proposed: 5, executed: 5, returned: 5 });
    expect(others(report).toSorted()).toEqual(faults('a.jsonl').toSorted());
  });

  test('a record with another byte in it', async () => {
    const changed = whole.map((event, index) => (index === 2 ? { ...event, arguments: { q: 5 } } : event));
    const report = await told(file('a.jsonl', whole), file('b.jsonl', changed));
    expect(report.calls.proposed).toBe(6);
    expect(others(report).filter((one) => one.includes('b.jsonl:4'))).not.toEqual([]);
  });

  test('records without a date or a count may well be said twice', async () => {
    const bare = (events: readonly Event[]): readonly Event[] => events.map((event) => ({ v: 1, run: 'r', ...event }));
    const same = [...call('a', 'x')];
    const report = await told(
      file('a.jsonl', bare([opened, ...same, closed])),
      file('b.jsonl', bare([opened, ...same, ...call('b', 'y'), closed])),
    );
    expect(report.calls.proposed).toBe(3);
    expect(copies(report)).toEqual([]);
  });

  test('what all runs share is said by each file', async () => {
    const report = await told(
      file('a.jsonl', whole),
      file(
        'b.jsonl',
        run([opened, ...call('d', 'x'), closed]).map((event) => ({ ...event, run: 's' })),
      ),
    );
    expect(copies(report)).toEqual([]);
    expect(report.calls.proposed).toBe(4);
  });
});
