import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PayloadStore } from '../../src/audit.ts';
import type { Report } from '../../src/model/report.ts';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';

type Event = Readonly<Record<string, unknown>>;
const sha = (data: string): string => createHash('sha256').update(data).digest('hex');

const declared: Event = { type: 'tool.declared', tool: { name: 'mail', inputSchema: { type: 'object' } } };
const closed: Event = { type: 'run.closed', outcome: 'completed' };

/** A call whose arguments are withheld, and its error in free words. */
const failing = (args: string, error: unknown, call = 'c1'): readonly Event[] => [
  { type: 'call.proposed', call, tool: 'mail', arguments_sha256: sha(args) },
  { type: 'call.returned', call, outcome: 'tool_error', error },
];

async function replay(events: readonly Event[], payloads: readonly string[] | undefined, count = 1): Promise<Report> {
  const kept = new Map((payloads ?? []).map((text) => [sha(text), Buffer.from(text)]));
  const read: PayloadStore['read'] = (digest) => {
    const bytes = kept.get(digest);
    return Promise.resolve(bytes === undefined ? { kind: 'missing' } : { kind: 'file', bytes });
  };
  const lines = events.map((event) => `${JSON.stringify({ v: 1, run: 'r1', ...event })}\n`).join('');
  const request = requestOf([inputOf('ledger.jsonl', Buffer.from(lines), 1 << 16)]);
  return auditInParts({ ...request, payloads: payloads === undefined ? undefined : { name: 'kept', read } }, count);
}

const leaksIn = ({ findings }: Report): readonly string[] =>
  findings.filter(({ code }) => code === 'ledger/content-leaked').map(({ at }) => `${at.line}${at.pointer}`);

/** Whether an error repeats what a note says. */
async function isLeak(note: string, error: string): Promise<boolean> {
  const args = JSON.stringify({ list: [{ note }] });
  const report = await replay([declared, ...failing(args, error), closed], [args]);
  return leaksIn(report).length > 0;
}

describe('a text of a payload in an error', () => {
  test.each([
    ['of twelve characters', 'Roe, Jane 42', 'no room for Roe, Jane 42', true],
    ['of eleven', 'Roe, Jane 4', 'no room for Roe, Jane 4', false],
    ['between quotes', 'jane.roe@example.org', "'jane.roe@example.org' bounced", true],
    ['as the beginning of a longer word', 'jane.roe@example.org', 'jane.roe@example.organisation bounced', false],
    ['as the end of a longer word', 'jane.roe@example.org', 'mary-jane.roe@example.org, xjane.roe@example.org', true],
    ['in a longer word first, and then alone', 'jane.roe@example.org', 'xjane.roe@example.org jane.roe@example.org', true],
    ['that is a plain name', 'awaiting_payment', 'it is awaiting_payment', false],
    ['that is prose', 'call me after six', 'he said: call me after six', true],
    ['in other letters', 'jane.roe@example.org', 'JANE.ROE@EXAMPLE.ORG bounced', false],
    ['beyond 64 characters, by its beginning', `1 ${'long '.repeat(20)}`, `cut: 1 ${'long '.repeat(13)}…`, true],
    ['with half a character', `\ud800 ${'1'.repeat(12)}`, `\ud800 ${'1'.repeat(12)}`, true],
    ['that is empty', '', 'anything', false],
  ])('%s', async (_name, note, error, isTold) => {
    expect(await isLeak(note, error)).toBe(isTold);
  });

  test('is sought in the payloads of its own call alone', async () => {
    const [mine, other] = ['{"to":"jane.roe@example.org"}', '{"to":"john.doe@example.org"}'];
    const events = [
      declared,
      ...failing(mine, 'john.doe@example.org bounced'),
      ...failing(other, 'john.doe@example.org bounced', 'c2'),
      closed,
    ];
    expect(leaksIn(await replay(events, [mine, other]))).toEqual(['5/error']);
  });

  test('is not asked where the payloads are not at hand, and that is said', async () => {
    const args = '{"to":"jane.roe@example.org"}';
    const events = [declared, ...failing(args, 'jane.roe@example.org bounced'), closed];
    const saidBy = ({ not_asked }: Report): readonly string[] =>
      not_asked.filter(({ code }) => code === 'ledger/content-leaked').map(({ because }) => because);
    const words = 'errors and reasons in free words (1) may repeat what is not at hand (--payloads)';
    for (const payloads of [undefined, []]) {
      const report = await replay(events, payloads);
      expect([leaksIn(report), saidBy(report)]).toEqual([[], [words]]);
    }
    expect(saidBy(await replay(events, [args]))).toEqual([]);
    const open = events.map(({ arguments_sha256, ...event }) => (arguments_sha256 === undefined ? event : { ...event, arguments: {} }));
    expect(saidBy(await replay(open, undefined))).toEqual([]);
  });
});

describe('hostile', () => {
  test('errors by the million, texts by the megabyte, and payloads of one letter, take no time', async () => {
    const letters = JSON.stringify(Array.from({ length: 300 }, (_, index) => `${'a '.repeat(30)}${index}`));
    const events = [
      declared,
      ...failing(letters, 'a '.repeat(1_000_000)),
      { type: 'gate.checked', call: 'c1', gate: 'output', verdict: 'fail', errors: Array.from({ length: 100_000 }, () => 'a a a') },
      closed,
    ];
    const report = await replay(events, [letters]);
    expect(leaksIn(report)).toEqual([]);
  });

  test('a payload that nests beyond every limit, keys of prototypes, a kind that is a text', async () => {
    const deep = `${'['.repeat(5000)}"jane.roe@example.org"${']'.repeat(5000)}`;
    const named = '{"__proto__":"jane.roe@example.org","constructor":["toString"]}';
    const delta = {
      type: 'gate.checked',
      call: 'c2',
      gate: 'output',
      verdict: 'fail',
      delta: [{ kind: 'no: jane.roe@example.org', path: '' }],
    };
    const events = [declared, ...failing(deep, 'jane.roe@example.org'), ...failing(named, 'jane.roe@example.org', 'c2'), delta, closed];
    expect(leaksIn(await replay(events, [deep, named]))).toEqual(['3/error', '5/error', '6/delta/0/kind']);
  });

  test('of a run with more than is remembered the latest calls are asked, the same in any number of parts', async () => {
    const texts = Array.from({ length: 400 }, (_, index) => JSON.stringify({ to: `jane.roe.${index}@example.org`, fill: 'x'.repeat(200) }));
    const calls = texts.map((args, index) => ({
      type: 'call.proposed',
      run: `r${index % 3}`,
      call: `c${index}`,
      tool: 'mail',
      arguments_sha256: sha(args),
    }));
    const errors = texts.map((_, index) => ({
      type: 'call.returned',
      run: `r${index % 3}`,
      call: `c${index}`,
      outcome: 'tool_error',
      error: `jane.roe.${index}@example.org bounced`,
    }));
    const events = [{ ...declared, run: undefined }, ...calls, ...errors];
    const whole = await replay(events, texts);
    expect(leaksIn(whole).length).toBeGreaterThan(100);
    expect(leaksIn(whole).length).toBeLessThan(400);
    expect(await replay(events, texts, 4)).toEqual(whole);
  });
});
