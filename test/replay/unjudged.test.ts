import { expect, test } from 'vitest';
import { leastBytes } from '../../src/replay/delivery/least.ts';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';

// What is recorded neither shows a promise kept nor broken: it is said to be unchecked, in words that say what is missing, and is no finding.

const event = (type: string, fields: object = {}): object => ({ v: 1, type, run: 'r', ...fields });
const opened = event('run.opened', { workflow: { name: 'w', version: '1' }, global_config: { strict_mode: false, max_iterations: 2 } });
const closed = event('run.closed', { outcome: 'completed' });
const contract = { type: 'object', properties: { total: { type: 'number' } }, required: ['total'], additionalProperties: false };
const step = (delivery?: object): object => event('step.declared', { step: 's', output_schema: contract, delivery });
const candidate = { provider: 'north', model: 'm-1', region: 'eu' };
const asked = (attempt: number, to: object, more: object = {}): object =>
  event('provider.called', { step: 's', attempt, candidate: to, purpose: 'request', ...more });
const answered = (attempt: number, total: unknown): object =>
  event('answer.received', { step: 's', attempt, text: JSON.stringify({ total }), stop_reason: 'end_turn' });
const allowed = (kind: string, more: object): object =>
  event('recovery.authorized', { step: 's', kind, by: 'lead', for: { step: 's', attempt: 1 }, ...more });

/** The words for what was not checked, and the drift that was found. */
async function said(events: readonly object[]): Promise<{ readonly unchecked: readonly string[]; readonly drift: readonly string[] }> {
  const text = [opened, ...events, closed].map((one) => JSON.stringify(one)).join('\n');
  const { unchecked, findings } = await auditInParts(requestOf([inputOf('ledger.jsonl', Buffer.from(text))]), 2);
  return {
    unchecked: unchecked.map(({ at, detail }) => `${at.line}: ${detail}`),
    drift: findings.filter(({ code }) => code.startsWith('drift/')).map(({ code, at }) => `${at.line}: ${code}`),
  };
}

/** Lines 2 to 4: an answer that failed. */
const failed: readonly object[] = [step(), asked(1, candidate), answered(1, 'four')];

test('a cost in another currency than its limit: nothing is converted, and the limit still holds for what is in its own', async () => {
  const limits = { cost: { amount: '0.50', currency: 'EUR' } };
  const told = await said([
    ...failed,
    allowed('reroute', { limits }),
    asked(2, { ...candidate, model: 'm-2' }, { cost: { amount: '40', currency: 'JPY' } }),
    answered(2, 'four'),
    event('recovery.authorized', { step: 's', kind: 'reroute', by: 'lead', for: { step: 's', attempt: 2 }, limits }),
    asked(3, { ...candidate, model: 'm-3' }, { cost: { amount: '0.60', currency: 'EUR' } }),
    answered(3, 4),
  ]);
  expect(told).toEqual({
    unchecked: ['7: the limit of the recovery is in EUR, and the cost of this attempt in JPY: nothing is converted'],
    drift: ['10: drift/recovery-beyond-limit'],
  });
});

test('one authorisation, an attempt in another currency, and then one beyond the limit', async () => {
  const told = await said([
    ...failed,
    allowed('reroute', { limits: { attempts: 2, cost: { amount: '0.50', currency: 'EUR' } } }),
    asked(2, { ...candidate, model: 'm-2' }, { cost: { amount: '40', currency: 'JPY' } }),
    answered(2, 'four'),
    asked(3, { ...candidate, model: 'm-3' }, { cost: { amount: '0.60', currency: 'EUR' } }),
    answered(3, 4),
  ]);
  expect(told).toEqual({
    unchecked: ['7: the limit of the recovery is in EUR, and the cost of this attempt in JPY: nothing is converted'],
    drift: ['9: drift/recovery-beyond-limit'],
  });
});

test('a cost that is not recorded', async () => {
  const told = await said([
    ...failed,
    allowed('reroute', { limits: { cost: { amount: 1 } } }),
    asked(2, { ...candidate, model: 'm-2' }),
    answered(2, 4),
  ]);
  expect(told).toEqual({ unchecked: ['7: the recovery has a limit, and what this attempt cost is not recorded'], drift: [] });
});

test('an exposure that names somebody and no region, and the data goes to another one', async () => {
  const words = 'the recovery says who may see the data and names no region, and this request goes to another one than before';
  const exposed = (region: string, exposure: object | undefined): readonly object[] => [
    ...failed,
    allowed('reroute', { exposure }),
    asked(2, { ...candidate, model: 'm-2', region }),
    answered(2, 4),
  ];
  expect(await said(exposed('us', { providers: ['north'] }))).toEqual({ unchecked: [`6: ${words}`], drift: [] });
  expect(await said(exposed('eu', { providers: ['north'] }))).toEqual({ unchecked: [], drift: [] });
  expect(await said(exposed('us', undefined)), 'nothing is said of who may see it').toEqual({ unchecked: [], drift: [] });
});

test('a request that does not say its region goes where its plan says, if there is one', async () => {
  const planned = (region: string): object =>
    event('plan.selected', { step: 's', candidate: { provider: 'north', model: 'm-2', region }, requires: {} });
  const recovered = (...plans: readonly object[]): readonly object[] => [
    ...failed,
    allowed('reroute', { exposure: { regions: ['eu'] } }),
    ...plans,
    asked(2, { provider: 'north', model: 'm-2' }),
    answered(2, 4),
  ];
  const words = 'the recovery limits who may see the data, and the region is not recorded';
  expect(await said(recovered(planned('us')))).toEqual({ unchecked: [], drift: ['7: drift/exposure-widened'] });
  expect(await said(recovered(planned('eu')))).toEqual({ unchecked: [], drift: [] });
  expect(await said(recovered(planned('eu'), planned('us'))), 'two regions are planned').toEqual({ unchecked: [`8: ${words}`], drift: [] });
  expect(await said(recovered())).toEqual({ unchecked: [`6: ${words}`], drift: [] });
});

test('how many bytes a value had on its way', async () => {
  const released = (fields: object): readonly object[] => [
    step({ mode: 'stream', max_bytes: 11 }),
    answered(1, 4),
    event('output.committed', { step: 's', value: { total: 4 } }),
    event('output.released', { step: 's', mode: 'document', ...fields }),
  ];
  const words = '5: the delivery is limited to 11 bytes, and as how many bytes this value went out is not recorded';
  expect((await said(released({ value_text: '{"total":4}' }))).unchecked).toEqual([]);
  expect((await said(released({ value: { total: 4 } }))).unchecked).toEqual([words]);
  expect((await said(released({}))).unchecked).toEqual([words]);
});

test('the bytes that every spelling of a value has at least', () => {
  const least = (value: Parameters<typeof leastBytes>[0]): number => leastBytes(value, Number.MAX_SAFE_INTEGER);
  // a part of a document is handed on as it is
  expect(least('{"tot')).toBe(5);
  expect(least('ä€😀')).toBe(9);
  expect(least([])).toBe(2);
  expect(least({})).toBe(2);
  // [1,1e5,-0.5] could be [1,2,3]
  expect(least([1, 1e5, -0.5])).toBe(7);
  // {"a":true,"b":[null,false]}
  expect(least({ a: true, b: [null, false] })).toBe(27);
  // ["\"\\\n\u0001"]
  expect(least(['"\\\n\u0001'])).toBe(16);
  let deep: Parameters<typeof leastBytes>[0] = [];
  for (let level = 1; level < 100_000; level++) deep = [deep];
  expect(least(deep)).toBe(200_000);
  expect(leastBytes([[['x'.repeat(100)]]], 2)).toBeLessThan(10);
});
