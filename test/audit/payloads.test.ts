import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Ajv2020, type AnySchema } from 'ajv/dist/2020.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { PayloadStore } from '../../src/audit.ts';
import { largestPayload, openPayloadStore } from '../../src/commands/kit/payload-store.ts';
import { openIo, type Sink } from '../../src/io/node.ts';
import type { Report } from '../../src/model/report.ts';
import { json } from '../../src/reports/json.ts';
import { catalogue } from '../../src/rules/index.ts';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';

const silent: Sink = { write: () => true, on: () => undefined };
let work = '';
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'twogates-payloads-'));
  mkdirSync(join(work, 'kept'));
});
afterEach(() => rmSync(work, { recursive: true, force: true }));

const sha = (data: string | Uint8Array): string => createHash('sha256').update(data).digest('hex');

function keep(data: string | Uint8Array, name: string = sha(data)): string {
  writeFileSync(join(work, 'kept', name), data);
  return name;
}

const openStore = (): Promise<PayloadStore> =>
  openPayloadStore('kept', openIo({ stdin: Readable.from([]), stdout: silent, stderr: silent, env: {}, cwd: () => work }));

type Event = Readonly<Record<string, unknown>>;
const tool = { name: 'pay', inputSchema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] } };
const declared: Event = { type: 'tool.declared', tool };
const proposed = (digest: Event, run = 'r1'): Event => ({ type: 'call.proposed', run, call: 'c1', tool: 'pay', ...digest });

function ledgerOf(events: readonly Event[]): Uint8Array {
  return Buffer.from(events.map((event) => `${JSON.stringify({ v: 1, run: 'r1', ...event })}\n`).join(''));
}

async function replay(events: readonly Event[], store?: PayloadStore, count = 1): Promise<Report> {
  const payloads = store ?? (await openStore());
  return auditInParts({ ...requestOf([inputOf('ledger.jsonl', ledgerOf([declared, ...events]), 97)]), payloads }, count);
}

const reasonsOf = ({ unchecked }: Report): readonly (readonly [string, string])[] =>
  unchecked.map(({ reason, detail }) => [reason, detail]);
const codesOf = ({ findings }: Report): readonly string[] => findings.filter(({ severity }) => severity !== 'note').map(({ code }) => code);

const structureOf = ({ findings }: Report): Report['findings'] => findings.filter(({ code }) => code.startsWith('structure/'));

describe('what lies under a digest and is no payload', () => {
  const digest = '0'.repeat(64);
  const special = 'what the payload store has under this digest is no regular file, and is not read';

  test('a folder, a link and a pipe are not opened', async () => {
    const target = keep('{"amount":1}');
    const [folder, link, outside, pipe] = ['1', '2', '3', '4'].map((digit) => digit.repeat(64));
    mkdirSync(join(work, 'kept', folder ?? ''));
    symlinkSync(target, join(work, 'kept', link ?? ''));
    writeFileSync(join(work, 'secret'), '{"amount":1}');
    symlinkSync('../secret', join(work, 'kept', outside ?? ''));
    execFileSync('mkfifo', [join(work, 'kept', pipe ?? '')]);
    const names = [folder, link, outside, pipe];
    const report = await replay(names.map((arguments_sha256, index) => ({ ...proposed({ arguments_sha256 }), call: `c${index}` })));
    expect(reasonsOf(report)).toEqual(names.map(() => ['content-withheld', special]));
    expect(report.payloads).toEqual({ store: 'kept', named: 4, read: 0, missing: 0, unusable: 4 });
    expect(codesOf(report)).toEqual([]);
  });

  test('a file beyond the limit is not read, whatever it holds', async () => {
    keep('', digest);
    truncateSync(join(work, 'kept', digest), largestPayload + 1); // a hole: it takes no room
    const report = await replay([proposed({ call_sha256: digest })]);
    expect(reasonsOf(report)).toEqual([['limit:size', 'the payload kept under this digest has 33554433 bytes; at most 33554432 are read']]);
  });

  test('the right bytes that are no UTF-8', async () => {
    const bytes = Uint8Array.of(0x7b, 0xff, 0x7d);
    const report = await replay([proposed({ arguments_sha256: keep(bytes) })]);
    expect(reasonsOf(report)).toEqual([['opaque', 'what the payload store has under this digest is not UTF-8']]);
    expect(codesOf(await replay([proposed({ call_sha256: sha(bytes) })]))).toEqual(['ledger/payload-mismatch']);
  });

  test('a digest that spells a path, is short or long names nothing, and never reaches the folder', async () => {
    keep('{"amount":1}', 'plain');
    writeFileSync(join(work, 'secret'), '{"amount":1}');
    const names = ['../secret', 'plain', '.', '..', '', 'sha256:', 'a'.repeat(63), 'a'.repeat(65), `${'a'.repeat(64)}\n`, '__proto__'];
    const asked: string[] = [];
    const store: PayloadStore = { name: 'kept', read: (name) => Promise.resolve(asked.push(name)).then(() => ({ kind: 'missing' })) };
    const events = names.map((arguments_sha256, index) => ({ ...proposed({ arguments_sha256 }), call: `c${index}` }));
    const report = await replay(events, store);
    expect(asked).toEqual([]);
    expect(report.payloads).toMatchObject({ named: 0, read: 0, missing: 0 });
    expect(codesOf(report)).toEqual(names.map(() => 'ledger/protocol-shape'));
  });

  test('what is no digest is told at its place, and what it stands for is unchecked', async () => {
    const shapes = [5, 1.5, null, true, {}, [], '', 'a'.repeat(63), `sha512:${'a'.repeat(64)}`];
    const fields = ['arguments_sha256', 'call_sha256'] as const;
    for (const field of fields) {
      const events = shapes.map((shape, index) => ({ ...proposed({ [field]: shape }), call: `c${index}` }));
      const report = await replay(events);
      expect(report.findings.filter(({ severity }) => severity !== 'note').map(({ code, kind, at }) => [code, kind, at.pointer])).toEqual(
        shapes.map(() => ['ledger/protocol-shape', 'digest', `/${field}`]),
      );
      expect(reasonsOf(report)).toEqual(shapes.map(() => ['opaque', 'the digest that stands for it is not 64 digits of hexadecimal']));
      expect(report.inputs[0]?.unread).toEqual({});
    }
  });

  test('upper case and the name of the algorithm are spellings of a digest: it is read, and a note says so', async () => {
    const digest = keep('{"amount":1}');
    for (const arguments_sha256 of [digest.toUpperCase(), `sha256:${digest}`, `SHA256:${digest.toUpperCase()}`]) {
      const report = await replay([proposed({ arguments_sha256 })]);
      expect(
        report.findings
          .filter(({ code }) => code === 'ledger/protocol-shape')
          .map(({ severity, kind, at }) => [severity, kind, at.pointer]),
      ).toEqual([['note', 'spelling', '/arguments_sha256']]);
      expect([codesOf(report), reasonsOf(report), report.calls.passed]).toEqual([[], [], 1]);
    }
  });

  test('every digest of the ledger is held to its shape, and what is none is compared with nothing', async () => {
    const pass = { type: 'gate.checked', call: 'c1', gate: 'input', verdict: 'pass' };
    const events: readonly (readonly [Event, string])[] = [
      [{ type: 'run.opened', workflow: { name: 'w', sha256: 'x' } }, '/workflow/sha256'],
      [{ type: 'tool.declared', tool, sha256: 'x' }, '/sha256'],
      [{ type: 'step.declared', step: 's', output_schema: {}, sha256: null }, '/sha256'],
      [{ type: 'plan.selected', step: 's', contract_sha256: 'x' }, '/contract_sha256'],
      [{ type: 'provider.called', step: 's', contract_sha256: 1 }, '/contract_sha256'],
      [proposed({ arguments: { amount: 1 } }), ''],
      [{ ...pass, schema_sha256: 'x' }, '/schema_sha256'],
      [{ ...pass, subject_sha256: 'x' }, '/subject_sha256'],
      [{ type: 'policy.decided', call: 'c1', decision: 'allow', subject_sha256: 'x' }, '/subject_sha256'],
      [{ type: 'policy.decided', call: 'c1', decision: 'allow', context_sha256: 'x' }, '/context_sha256'],
      [
        { type: 'call.executed', call: 'c1', tool: 'pay', arguments: { amount: 1 }, authorization: { payload_sha256: 'x' } },
        '/authorization/payload_sha256',
      ],
      [{ type: 'evidence.persisted', through_seq: 1, sha256: 'x' }, '/sha256'],
    ];
    const report = await replay(events.map(([event]) => event));
    const told = report.findings.filter(({ severity }) => severity !== 'note').map(({ code, kind, at }) => [code, kind, at.pointer]);
    expect(told).toEqual(events.flatMap(([, pointer]) => (pointer === '' ? [] : [['ledger/protocol-shape', 'digest', pointer]])));
    expect(report.unchecked).toEqual([]);
  });

  test('the contract and the subject of a gate are compared by their digits, however these are spelled', async () => {
    const schema = sha('{"properties":{"amount":{"type":"number"}},"required":["amount"],"type":"object"}');
    const subject = sha('{"amount":1}');
    const gate = { type: 'gate.checked', call: 'c1', gate: 'input', verdict: 'pass' };
    const spelled = { schema_sha256: `sha256:${schema}`, subject_sha256: subject.toUpperCase() };
    const report = await replay([proposed({ arguments: { amount: 1 } }), { ...gate, ...spelled }]);
    expect(codesOf(report)).toEqual([]);
    expect(report.findings.map(({ code, kind }) => [code, kind])).toContainEqual(['ledger/protocol-shape', 'spelling']);
  });

  test('beside a digest that is one, and beside the value itself, what is no digest is told and nothing is lost', async () => {
    const kept = keep('{"amount":1}');
    const report = await replay([
      { ...proposed({ arguments_sha256: kept, call_sha256: 'x' }), call: 'c1' },
      { ...proposed({ arguments: { amount: 1 }, arguments_sha256: 7 }), call: 'c2' },
      { type: 'output.committed', step: 's', value: 1, value_sha256: 'X' },
      { type: 'call.returned', call: 'c2', outcome: 'ok', content_sha256: 3 },
    ]);
    expect(codesOf(report)).toEqual(Array(4).fill('ledger/protocol-shape'));
    expect(report.calls.passed).toBe(2);
  });

  test('a call object that nests beyond every limit', async () => {
    const depth = 20_000;
    const text = `{"arguments":${'['.repeat(depth)}${']'.repeat(depth)},"call":"c1","nonce":"n","server":null,"session":"s","tool":"pay"}`;
    const report = await replay([proposed({ call_sha256: keep(text) })]);
    expect(report.payloads).toMatchObject({ read: 1 });
    expect(codesOf(report).filter((code) => code.startsWith('ledger/payload'))).toEqual([]);
  });

  test('names of prototypes in a call object are members like any other', async () => {
    const text = '{"arguments":{"__proto__":{"amount":1}},"call":"c1","constructor":1,"nonce":"n","session":"s","tool":"pay"}';
    const report = await replay([proposed({ call_sha256: keep(text) })]);
    expect(codesOf(report)).toEqual(['structure/missing-field']);
  });
});

describe('the call object', () => {
  const call = (args: unknown): string => JSON.stringify({ arguments: args, call: 'c1', nonce: 'n', session: 's', tool: 'pay' });

  test('arguments that are null are null; arguments that are left out are the empty object', async () => {
    const given = await replay([proposed({ call_sha256: keep(call(null)) })]);
    expect(structureOf(given)).toMatchObject([{ code: 'structure/wrong-type', path: '', recorded: null }]);
    const leftOut = await replay([proposed({ call_sha256: keep('{"call":"c1","nonce":"n","session":"s","tool":"pay"}') })]);
    expect(structureOf(leftOut)).toMatchObject([{ code: 'structure/missing-field', path: '/amount' }]);
  });

  test('a call that is a number stands for its digits', async () => {
    const text = '{"arguments":{"amount":1},"call":7,"nonce":"n","session":"s","tool":"pay"}';
    const report = await replay([{ ...proposed({ call_sha256: keep(text) }), call: '7' }]);
    expect(codesOf(report)).toEqual([]);
    expect(report.calls.passed).toBe(1);
  });

  test('a number that no double holds keeps its digits, and is no other spelling', async () => {
    const text = '{"arguments":{"amount":9007199254740993},"call":"c1","nonce":"n","session":"s","tool":"pay"}';
    const report = await replay([proposed({ call_sha256: keep(text) })]);
    expect(structureOf(report)).toMatchObject([{ code: 'structure/rounded-number', severity: 'note', path: '/amount' }]);
  });

  test('a key said twice is no RFC 8785 form', async () => {
    const text = '{"arguments":{"amount":1,"amount":2},"call":"c1","nonce":"n","session":"s","tool":"pay"}';
    expect(codesOf(await replay([proposed({ call_sha256: keep(text) })]))).toEqual(['ledger/payload-mismatch']);
  });
});

describe('what stands beside a digest', () => {
  const committed = (value: Event): Event => ({ type: 'output.committed', step: 's', ...value });
  const alone = (events: readonly Event[]): Promise<Report> =>
    auditInParts(requestOf([inputOf('ledger.jsonl', ledgerOf(events))], { failOn: 'deviation' }), 1);
  const unproven =
    'the digest beside this value is over bytes that are not at hand: it is neither that of its RFC 8785 form nor of its spelling here';

  test('without the bytes a value proves its digest by three spellings, and disproves it by none', async () => {
    const value = { b: 1, a: 'é' };
    const spellings = ['{"a":"é","b":1}', '{"b":1,"a":"é"}'];
    for (const text of spellings) {
      const report = await alone([committed({ value, value_sha256: sha(text) })]);
      expect([codesOf(report), reasonsOf(report)]).toEqual([[], []]);
    }
    const other = await alone([committed({ value, value_sha256: sha('{"c":1}') })]);
    expect([codesOf(other), reasonsOf(other)]).toEqual([[], [['content-withheld', unproven]]]);
  });

  test('the spelling of the record is one of them, inside an envelope too', async () => {
    const value = '{ "b" : [1.50, "]}"] }';
    const event = `{"v":1,"run":"r1","type":"output.committed","step":"s","value": ${value} ,"value_sha256":"${sha(value)}"}`;
    for (const line of [event, `{"specversion":"1.0","data":${event}}`]) {
      const report = await auditInParts(requestOf([inputOf('ledger.jsonl', Buffer.from(`${line}\n`))], { from: 'native' }), 1);
      expect([report.inputs[0]?.read, codesOf(report), reasonsOf(report)]).toEqual([1, [], []]);
    }
  });

  test('half a character has no bytes to be digested', async () => {
    const report = await alone([committed({ value_text: '"\ud800"', value_sha256: sha('x') })]);
    expect(codesOf(report)).toEqual([]);
    expect(reasonsOf(report)).toEqual([['content-withheld', unproven]]);
  });

  test('digests over bytes that differ show other bytes, and no other value', async () => {
    const [one, other] = [sha('{"amount":1}'), sha('{"amount": 1.0}')];
    const executed = { type: 'call.executed', call: 'c1', tool: 'pay', arguments_sha256: other };
    const events = [{ ...declared }, proposed({ arguments_sha256: one }), executed, { type: 'call.returned', call: 'c1', outcome: 'ok' }];
    const report = await alone(events);
    expect(codesOf(report)).toEqual([]);
    const why =
      'their digests differ, which are over bytes: the same value in another order of keys, or with a number spelled otherwise, has others';
    expect(reasonsOf(report)).toContainEqual(['content-withheld', `proposed and executed could not be compared: ${why}`]);
    expect(report.exit).toBe(3);
  });

  test('what a gate judged is compared with what it could be over, and where that is not at hand a reason is given', async () => {
    const gate = { type: 'gate.checked', call: 'c1', gate: 'input', verdict: 'pass', subject_sha256: sha('{"amount":2}') };
    const cases: readonly (readonly [readonly Event[], readonly string[]])[] = [
      [[proposed({ arguments_sha256: sha('{"amount":1}') }), gate], ['what was proposed is recorded by its digest alone']],
      [[proposed({ arguments: '***', redacted: ['/arguments'] }), gate], ['the record says that it was redacted']],
      [[proposed({ arguments_text: '{"amount":2,"amount":1}' }), gate], ['two readers may read two values in what is recorded']],
      [[proposed({ arguments: { amount: 1 } }), gate], []],
    ];
    for (const [events, why] of cases) {
      const report = await alone([declared, ...events]);
      const said = reasonsOf(report)
        .map(([, detail]) => detail)
        .filter((detail) => detail.startsWith('what the input gate judged'));
      expect(said).toEqual(why.map((words) => `what the input gate judged could not be compared: ${words}`));
      const isTold = report.findings.some(({ code, at }) => code === 'drift/silent-repair' && at.line === 3);
      expect(isTold).toBe(why.length === 0);
    }
  });

  test('content blocks are not the structured result', async () => {
    const events = [
      proposed({ arguments: { amount: 1 } }),
      { type: 'call.returned', call: 'c1', outcome: 'ok', content_sha256: keep('[]') },
    ];
    const withSchema = { type: 'tool.declared', tool: { ...tool, outputSchema: { type: 'object' } } };
    const report = await replay([withSchema, ...events]);
    expect(codesOf(report)).toEqual([]);
    expect(reasonsOf(report)).toEqual([['content-withheld', 'no digest of this value is recorded, only one of what stands beside it']]);
    expect(report.payloads).toMatchObject({ named: 1, read: 1 });
  });
});

test('nothing is read that no record names, and the two stages of a call read their file once', async () => {
  const text = '{"arguments":{"amount":1},"call":"c1","nonce":"n","session":"s","tool":"pay"}';
  const asked: string[] = [];
  const store: PayloadStore = {
    name: 'kept',
    read: (name) => Promise.resolve(asked.push(name)).then(() => ({ kind: 'file', bytes: Buffer.from(text) })),
  };
  const call_sha256 = sha(text);
  await replay([proposed({ call_sha256 }), { type: 'call.executed', call: 'c1', tool: 'pay', call_sha256 }], store);
  expect(asked).toEqual([call_sha256]);
});

test('any number of parts gives the same bytes, runs interleaved', async () => {
  const events = Array.from({ length: 40 }, (_, index): readonly Event[] => {
    const run = `r${index % 7}`;
    const call = `c${index}`;
    const text = JSON.stringify({ arguments: { amount: index % 3 === 0 ? 'x' : 1 }, call, nonce: 'n', session: run, tool: 'pay' });
    const call_sha256 = index % 5 === 0 ? sha(text) : keep(text);
    if (index % 11 === 0) keep('other bytes', call_sha256);
    const base = { run, call };
    return [
      { ...base, type: 'call.proposed', tool: 'pay', call_sha256 },
      { ...base, type: 'gate.checked', gate: 'input', verdict: 'fail', delta: [{ kind: 'wrong-type', path: '/amount', recorded: 'x' }] },
      { ...base, type: 'output.released', mode: 'document', value_sha256: sha(String(index)), retention: true },
    ];
  });
  const look = { color: false, width: undefined, values: 'show' } as const;
  const flat = [...events.map(([one = {}]) => one), ...events.flatMap(([, ...others]) => others)];
  const whole = await json.render(await replay(flat), catalogue, look);
  expect(whole).toContain('ledger/payload-mismatch');
  expect(whole).toContain('ledger/promised-payload-missing');
  expect(whole).toContain('ledger/content-leaked');
  for (const count of [2, 3, 5, 8]) expect(await json.render(await replay(flat, undefined, count), catalogue, look)).toBe(whole);

  const schema: AnySchema = JSON.parse(readFileSync('schemas/report-v1.schema.json', 'utf8'));
  const validate = new Ajv2020({ strict: false }).compile(schema);
  expect([validate(JSON.parse(whole)), validate.errors]).toEqual([true, null]);
  expect(validate({ ...JSON.parse(whole), payloads: { store: 'kept', named: 1 } })).toBe(false);
});
