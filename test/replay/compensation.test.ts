import { describe, expect, test } from 'vitest';
import type { GivenWorkflow, Resolve } from '../../src/declare/declared.ts';
import { readDeclarations } from '../../src/declare/read.ts';
import type { Report } from '../../src/model/report.ts';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';

const pay = { name: 'pay', inputSchema: { type: 'object' } };
const unpay = { name: 'unpay', inputSchema: { type: 'object' } };

type Read = Awaited<ReturnType<typeof readDeclarations>>;

/** A workflow file and the lists of tools that it names. */
function read(workflow: object, lists: Readonly<Record<string, object>>): Promise<Read> {
  const files: Readonly<Record<string, object>> = { 'workflow.json': workflow, ...lists };
  const resolve: Resolve = async (path) => {
    const file = files[path.replace(/^\.\//, '')];
    if (file === undefined) return { kind: 'missing', reason: 'not given' };
    return { kind: 'file', bytes: Buffer.from(JSON.stringify(file)) };
  };
  return readDeclarations(['workflow.json'], resolve);
}

const entry = (effects: object | undefined, server: string | undefined = 'billing', from = './tools.json') => ({ server, from, effects });

async function givenWith(effects: object | undefined): Promise<GivenWorkflow> {
  const result = await read({ workflow: 'w', tools: [entry(effects)] }, { 'tools.json': { tools: [pay, unpay] } });
  if (!result.ok) throw new Error(result.refusal.detail);
  return result.workflow;
}

const auditOf = (events: readonly object[], given: GivenWorkflow): Promise<Report> =>
  auditInParts(requestOf([inputOf('ledger.jsonl', Buffer.from(events.map((event) => JSON.stringify(event)).join('\n')))], { given }), 1);

const event = (type: string, fields: object): object => ({ v: 1, type, run: 'r', ...fields });
const opened = event('run.opened', { workflow: { name: 'w', version: '1' }, global_config: { strict_mode: true } });
const closed = event('run.closed', { outcome: 'failed' });

const ran = (call: string, tool: string, more: object = {}): readonly object[] => [
  event('call.proposed', { call, server: 'billing', tool, arguments: { call }, ...more }),
  event('call.executed', { call, server: 'billing', tool, arguments: { call } }),
  event('call.returned', { call, outcome: 'ok' }),
];

const deviation = event('call.proposed', { call: 'x', server: 'billing', tool: 'pay', arguments: 'no object' });
const undoes = { pay: { compensate_with: 'unpay' } };
const notAsked = ({ not_asked }: Report): readonly string[] =>
  not_asked.filter(({ code }) => /uncompensated|effect-repeated/.test(code)).map(({ code, because }) => `${code}: ${because}`);
const kindsOf = ({ findings }: Report): readonly string[] =>
  findings.filter(({ code }) => code === 'drift/uncompensated').map(({ kind, call }) => `${kind} ${call}`);

describe('whether effects are asked about', () => {
  const ledger = [opened, ...ran('c', 'pay'), deviation, closed];

  test('not where the workflow file declares none', async () => {
    const report = await auditOf(ledger, await givenWith(undefined));
    expect(notAsked(report)).toEqual([
      'drift/uncompensated: no effects are declared (workflow file)',
      'drift/effect-repeated: no effects are declared (workflow file)',
    ]);
    expect(kindsOf(report)).toEqual([]);
  });

  test('where it declares one', async () => {
    const report = await auditOf(ledger, await givenWith(undoes));
    expect(notAsked(report)).toEqual([]);
    expect(kindsOf(report)).toEqual(['missing c']);
  });

  test('not of a source that has no word for attempts and for what undoes a call', async () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'pay', arguments: {} } };
    const report = await auditOf([call, { jsonrpc: '2.0', id: 1, result: { content: [] } }], await givenWith(undoes));
    expect(notAsked(report)).toEqual([
      'drift/uncompensated: no input records attempts',
      'drift/effect-repeated: no input records attempts',
    ]);
  });
});

describe('effects in a workflow file', () => {
  test('take the server of their list', async () => {
    expect((await givenWith(undoes)).effects).toEqual([
      { server: 'billing', tool: 'pay', compensateWith: 'unpay', compensateServer: 'billing' },
    ]);
  });

  test('may be undone by a tool of another list', async () => {
    const workflow = { workflow: 'w', tools: [entry(undoes), entry(undefined, 'bank', './bank.json')] };
    const result = await read(workflow, { 'tools.json': { tools: [pay] }, 'bank.json': { tools: [unpay] } });
    expect(result.ok && result.workflow.effects).toEqual([{ server: 'billing', tool: 'pay', compensateWith: 'unpay' }]);
  });

  test('a tool that the list does not hold is refused, with the nearest one that it does', async () => {
    const result = await read({ workflow: 'w', tools: [entry({ unpai: {} })] }, { 'tools.json': { tools: [pay, unpay] } });
    expect(result).toMatchObject({
      ok: false,
      refusal: { detail: 'effects names "unpai", which this entry\'s list of tools does not hold; did you mean "unpay"?' },
    });
  });

  test('a name that two servers have means neither of them when no server is said', async () => {
    const workflow = { workflow: 'w', tools: [entry(undoes), entry(undefined, 'games', './games.json')] };
    const result = await read(workflow, { 'tools.json': { tools: [pay, unpay] }, 'games.json': { tools: [pay] } });
    if (!result.ok) throw new Error(result.refusal.detail);
    const nameless = ran('c', 'pay').map((one) => ({ ...one, server: undefined }));
    expect(kindsOf(await auditOf([opened, ...nameless, deviation, closed], result.workflow))).toEqual([]);
    expect(kindsOf(await auditOf([opened, ...ran('c', 'pay'), deviation, closed], result.workflow))).toEqual(['missing c']);
  });

  test('two ways to undo one effect are refused', async () => {
    const workflow = { workflow: 'w', tools: [entry(undoes), entry({ pay: { compensate_with: 'pay' } })] };
    const one = await read(workflow, { 'tools.json': { tools: [pay, unpay] } });
    expect(one).toMatchObject({ ok: false, refusal: { detail: expect.stringContaining('undone in two ways') } });
  });
});

describe('an effect and its undoing', () => {
  const compensation = (phase: string, call: string): object => event(`compensation.${phase}`, { for_call: call });
  const kinds = async (...events: readonly (readonly object[])[]): Promise<readonly string[]> =>
    kindsOf(await auditOf([opened, ...events.flat(), closed], await givenWith(undoes)));

  test('an undoing before the effect is none of it', async () => {
    expect(await kinds(ran('u', 'unpay', { compensates: 'c' }), ran('c', 'pay'), [deviation])).toEqual(['missing c']);
  });

  test('an undoing of a call without an effect is nobody’s', async () => {
    expect(await kinds(ran('u', 'unpay', { compensates: 'nobody' }), [compensation('completed', 'nobody'), deviation])).toEqual([]);
  });

  test('a failure that is recorded after the undoing takes it back', async () => {
    const undone = ran('u', 'unpay', { compensates: 'c' });
    expect(await kinds(ran('c', 'pay'), [deviation], undone, [compensation('failed', 'c')])).toEqual(['failed c']);
  });

  test('a call without a link counts only while an undoing is begun', async () => {
    const late = [compensation('started', 'c'), compensation('completed', 'c'), ...ran('u', 'unpay')];
    expect(await kinds(ran('c', 'pay'), [deviation], late)).toEqual(['unproven c']);
  });

  test('three undone in the order in which they were made are told once', async () => {
    const calls = ['a', 'b', 'c'];
    const made = calls.flatMap((call) => ran(call, 'pay'));
    const undone = calls.flatMap((call) => ran(`u${call}`, 'unpay', { compensates: call }));
    expect(await kinds(made, [deviation], undone)).toEqual(['wrong-order a']);
  });

  test('ids that are names of prototypes are ids', async () => {
    expect(await kinds(ran('__proto__', 'pay'), ran('constructor', 'pay'), [deviation])).toEqual([
      'missing __proto__',
      'missing constructor',
    ]);
  });
});
