import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { PayloadStore } from '../../src/audit.ts';
import { canonicalize } from '../../src/json/canonical.ts';
import type { JsonValue } from '../../src/model/json.ts';
import type { Report } from '../../src/model/report.ts';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';

type Event = Readonly<Record<string, unknown>>;

const sha = (data: string): string => createHash('sha256').update(data).digest('hex');
const callObject = (amount: JsonValue, more: Readonly<Record<string, JsonValue>> = {}): Readonly<Record<string, JsonValue>> => ({
  server: 'bank',
  tool: 'pay',
  arguments: { amount },
  call: 'c1',
  session: 's-7',
  nonce: 'q83vEjRWeJCrze8SNFZ4kA',
  ...more,
});
const digestOf = (call: JsonValue): string => sha(canonicalize(call));
const mine = digestOf(callObject(48));

const type = 'https://in-toto.io/Statement/v1';
const statementOf = (sha256: string, predicate: unknown = {}): Event => ({
  _type: type,
  subject: [{ name: 'c1', digest: { sha256 } }],
  predicateType: 'https://example.org/tool-authorization/v0.1',
  predicate,
});
const envelopeOf = (statement: unknown, more: Event = {}): Event => ({
  payload: Buffer.from(typeof statement === 'string' ? statement : JSON.stringify(statement)).toString('base64'),
  payloadType: 'application/vnd.in-toto+json',
  signatures: [{ keyid: 'k1', sig: 'MEUCIQ==' }],
  ...more,
});

const tool = { name: 'pay', inputSchema: { type: 'object', properties: { amount: { type: 'number' } }, required: ['amount'] } };
const opened: Event = { type: 'run.opened', session: { id: 's-7' }, workflow: { name: 'w', version: '1' } };
const declared: Event = { type: 'tool.declared', server: 'bank', tool };
const proposed = (digest: Event): Event => ({ type: 'call.proposed', call: 'c1', server: 'bank', tool: 'pay', ...digest });
const passed: Event = { type: 'gate.checked', call: 'c1', gate: 'input', verdict: 'pass' };
const authorized = (dsse: unknown, more: Event = {}): Event => ({ type: 'call.authorized', call: 'c1', dsse, ...more });
const executed = (digest: Event): Event => ({ type: 'call.executed', call: 'c1', server: 'bank', tool: 'pay', ...digest });
const returned: Event = { type: 'call.returned', call: 'c1', outcome: 'ok' };
const closed: Event = { type: 'run.closed', outcome: 'completed' };
const start = [opened, declared];

const lineOf = (event: Event): string => `${JSON.stringify({ v: 1, run: 'r1', ...event })}\n`;

async function replay(events: readonly Event[], payloads?: PayloadStore, options: Parameters<typeof requestOf>[1] = {}): Promise<Report> {
  const input = inputOf('ledger.jsonl', Buffer.from(events.map(lineOf).join('')), 1 << 16);
  return auditInParts({ ...requestOf([input], options), payloads }, 1);
}

const failuresOf = ({ findings }: Report): readonly string[] =>
  findings.filter(({ severity }) => severity !== 'note').map(({ code, kind, at }) => `${code} ${kind ?? ''} @${at.line}`);
const openOf = ({ unchecked }: Report): readonly string[] => unchecked.map(({ at, reason, detail }) => `${at.line} ${reason}: ${detail}`);

/** A call authorised by whatever it is, all else as it should be. */
const around = (dsse: unknown): readonly Event[] => [
  ...start,
  proposed({ arguments: { amount: 48 }, call_sha256: mine }),
  passed,
  authorized(dsse),
  executed({ arguments: { amount: 48 }, call_sha256: mine }),
  returned,
  closed,
];

describe('what an authorisation names', () => {
  test('is counted, compared, and never said to be signed', async () => {
    const report = await replay(around(envelopeOf(statementOf(mine))));
    expect([failuresOf(report), openOf(report)]).toEqual([[], []]);
    expect(report.calls).toMatchObject({ proposed: 1, authorized: 1, executed: 1 });
    expect(report.layers.attestation).toEqual({
      verdict: 'not-evidenced',
      evidence: 'authorisations recorded: 1; what they name was compared, and no signature was checked: nothing shows who signed',
    });
  });

  test('a digest beside nothing but values is not compared, and that is said once', async () => {
    const values = { arguments: { amount: 48 } };
    const events = [...start, proposed(values), passed, authorized(envelopeOf(statementOf(mine))), executed(values), returned, closed];
    const report = await replay(events, undefined, { failOn: 'deviation' });
    expect(failuresOf(report)).toEqual([]);
    expect(openOf(report)).toEqual([
      '5 content-withheld: proposed and authorized could not be compared: one of them is not recorded in full',
    ]);
    expect(report.exit).toBe(0);
  });

  test('one note for what nothing else can be compared with', async () => {
    const dsse = envelopeOf(statementOf(mine));
    const ran = executed({ arguments: { amount: 48 } });
    const report = await replay([...start, proposed({ call_sha256: mine }), passed, authorized(dsse), ran, returned, closed]);
    expect(failuresOf(report)).toEqual([]);
    expect(openOf(report).filter((line) => line.startsWith('6 '))).toEqual([
      '6 content-withheld: proposed and executed could not be compared: one of them is not recorded in full',
    ]);
    const other = authorized(envelopeOf(statementOf(digestOf(callObject(1)))));
    const apart = await replay([
      ...start,
      proposed({ arguments: { amount: 48 }, call_sha256: mine }),
      passed,
      other,
      ran,
      returned,
      closed,
    ]);
    expect(failuresOf(apart)).toEqual(['drift/silent-repair changed @5']);
    expect(openOf(apart)).toEqual([
      '6 content-withheld: authorized and executed could not be compared: one of them is not recorded in full',
    ]);
  });

  test('a disclosed call of another session is another call, also without a store', async () => {
    const call = callObject(48, { session: 's-8' });
    const report = await replay(around(envelopeOf(statementOf(digestOf(call), { call }))));
    expect(failuresOf(report)).toEqual(['ledger/payload-mismatch other-call @5']);
    expect(report.findings.find(({ code }) => code === 'ledger/payload-mismatch')?.detail).toBe('session "s-8", in the record "s-7"');
  });

  test('two executions: each under the authorisation before it', async () => {
    const other = digestOf(callObject(4800));
    const values = (amount: number): Event => ({ arguments: { amount }, call_sha256: digestOf(callObject(amount)) });
    const events = [
      ...start,
      proposed(values(48)),
      passed,
      authorized(envelopeOf(statementOf(mine))),
      executed(values(4800)),
      authorized(envelopeOf(statementOf(other))),
      executed(values(4800)),
      returned,
      closed,
    ];
    const report = await replay(events);
    const drift = report.findings.filter(({ code }) => code === 'drift/silent-repair');
    const stagesOf = (finding: Report['findings'][number]): unknown =>
      finding.stages?.map(({ stage, line, value }) => [stage, line, value]);
    expect(drift.map((finding) => [finding.at.line, finding.cause?.line, stagesOf(finding)])).toEqual([
      [
        6,
        undefined,
        [
          ['authorized', 5, 48],
          ['executed', 6, 4800],
        ],
      ],
      [
        7,
        undefined,
        [
          ['proposed', 3, mine],
          ['authorized', 7, other],
        ],
      ],
      [
        8,
        7,
        [
          ['proposed', 3, 48],
          ['executed', 8, 4800],
        ],
      ],
    ]);
  });

  test('an execution that repeats no arguments is not compared with anything', async () => {
    const events = [
      ...start,
      proposed({ call_sha256: mine }),
      passed,
      authorized(envelopeOf(statementOf(mine))),
      executed({}),
      returned,
      closed,
    ];
    expect(failuresOf(await replay(events))).toEqual([]);
  });

  test('after the result, and without a call, it is counted and not compared', async () => {
    const dsse = envelopeOf(statementOf(digestOf(callObject(1))));
    const events = [
      ...start,
      proposed({ call_sha256: mine }),
      passed,
      executed({ call_sha256: mine }),
      returned,
      authorized(dsse),
      authorized(dsse, { call: undefined }),
      closed,
    ];
    const report = await replay(events);
    expect(failuresOf(report)).toEqual([]);
    expect(openOf(report).slice(-2)).toEqual([
      '7 opaque: the authorisation is recorded after its call came back: nothing shows what it was for',
      '8 opaque: the authorisation names no call',
    ]);
    expect(report.calls.authorized).toBe(2);
  });

  test('of a call that nobody made it is told at the end of the run, and of an open run not yet', async () => {
    const events = [...start, authorized(envelopeOf(statementOf(mine)), { call: '__proto__' })];
    const codes = ({ findings }: Report): readonly string[] =>
      findings.filter(({ code }) => code === 'ledger/orphan-event').map(({ message }) => message);
    expect(codes(await replay(events))).toEqual([]);
    expect(codes(await replay([...events, closed]))).toEqual(['an authorisation is recorded for the call __proto__, which is not']);
  });
});

describe('a hostile envelope', () => {
  const unread = async (dsse: unknown): Promise<readonly (readonly string[])[]> => {
    const report = await replay(around(dsse));
    return [failuresOf(report), openOf(report)];
  };
  const misshapen = (detail: string): readonly (readonly string[])[] => [
    ['ledger/protocol-shape envelope @5'],
    [`5 opaque: proposed and authorized could not be compared: ${detail}`],
  ];
  const open = (reason: string, detail: string): readonly (readonly string[])[] => [
    [],
    [`5 ${reason}: proposed and authorized could not be compared: ${detail}`],
  ];

  test.each([
    [undefined, 'there is no envelope'],
    [null, 'the envelope is no object'],
    ['eyJ9', 'the envelope is no object'],
    [[], 'the envelope is no object'],
    [{}, 'the envelope has no payload and payloadType as texts'],
    [envelopeOf('{}', { payload: 5 }), 'the envelope has no payload and payloadType as texts'],
    [envelopeOf('{}', { payloadType: null }), 'the envelope has no payload and payloadType as texts'],
    [envelopeOf('{}', { signatures: 'none' }), 'the envelope has no list of signatures'],
    [envelopeOf('{}', { payload: 'e30\n' }), 'the payload of the envelope is not base64'],
    [envelopeOf(''), 'the payload of the envelope is not JSON'],
    [envelopeOf('{} {}'), 'the payload of the envelope is not JSON'],
    [envelopeOf('\ufeff{}'), 'the payload of the envelope is not JSON'],
    [envelopeOf('null'), 'the payload of the envelope is no object'],
    [envelopeOf(`{"_type":"${type}","subject":{}}`), 'the statement has no subject'],
    [envelopeOf(`{"_type":"${type}","subject":[null]}`), 'the subject of the statement has no digest'],
    [envelopeOf(`{"_type":"${type}","subject":[{"digest":{"sha256":5}}]}`), 'the sha256 of the subject is not 64 digits of hexadecimal'],
    [
      envelopeOf(`{"_type":"${type}","subject":[{"digest":{"sha256":"${mine}"}}],"a":{"x":1,"x":1}}`),
      'the payload of the envelope says a key twice',
    ],
  ])('%# is no envelope around a statement', async (dsse, detail) => {
    expect(await unread(dsse)).toEqual(misshapen(detail));
  });

  test.each([
    [envelopeOf('{}'), `the payload of the envelope is no ${type}`],
    [
      envelopeOf({ ...statementOf(mine), __proto__: 1, _type: 'https://in-toto.io/Statement/v0.1' }),
      `the payload of the envelope is no ${type}`,
    ],
    [
      envelopeOf({ ...statementOf(mine), subject: [{ digest: { sha256: mine } }, { digest: { sha256: mine } }] }),
      'the statement has 2 subjects: which of them is the call is not said',
    ],
    [envelopeOf(`{"_type":"${type}","subject":[{"digest":{"__proto__":"${mine}"}}]}`), 'the subject of the statement has no sha256'],
    [
      envelopeOf(statementOf(mine), { payloadType: 'application/json' }),
      'the payload of the envelope is of another type than application/vnd.in-toto+json',
    ],
  ])('%# binds nothing that could be compared', async (dsse, detail) => {
    expect(await unread(dsse)).toEqual(open('opaque', detail));
  });

  test('of ten megabytes, and one that nests a hundred thousand deep, are not read', async () => {
    const large = envelopeOf('', { payload: 'A'.repeat(10_000_000) });
    expect(await unread(large)).toEqual(
      open('limit:size', 'the payload of the envelope has 10000000 characters; at most 4194304 are read'),
    );
    const deep = envelopeOf(
      `{"_type":"${type}","subject":[{"digest":{"sha256":"${mine}"}}],"predicate":${'['.repeat(100_000)}${']'.repeat(100_000)}}`,
    );
    expect(await unread(deep)).toEqual(open('limit:depth', 'the payload of the envelope nests too deep to be read'));
  });

  test('a disclosed call with a number that no double holds: another tool may have digested the nearest one', async () => {
    const rounded = callObject(9007199254740992);
    const text = `{"_type":"${type}","subject":[{"digest":{"sha256":"${digestOf(rounded)}"}}],"predicate":{"call":${canonicalize(rounded).replace('9007199254740992', '9007199254740993')}}}`;
    const values = { call_sha256: digestOf(rounded) };
    const report = await replay([...start, proposed(values), passed, authorized(envelopeOf(text)), executed(values), returned, closed]);
    expect(failuresOf(report)).toEqual([]);
    expect(openOf(report).filter((line) => line.startsWith('5 '))).toHaveLength(1);
  });

  test('a call that is no call object is not taken for one', async () => {
    for (const call of ['c1', { id: 'c1', sha256: mine }, { arguments: { amount: 1 } }, { tool: 5, arguments: {} }, null, []])
      expect(await unread(envelopeOf(statementOf(mine, { call })))).toEqual([[], []]);
  });
});

describe('one report', () => {
  const calls = Array.from({ length: 60 }, (_, index): readonly Event[] => {
    const call = `c${index}`;
    const run = `r${index % 5}`;
    const object = callObject(index, { call });
    const ran = index % 7 === 0 ? callObject(index + 1, { call }) : object;
    const dsse = envelopeOf(index % 11 === 0 ? 'no' : statementOf(digestOf(object), index % 3 === 0 ? { call: object } : {}));
    const base = { call, run };
    const late = { ...proposed({ arguments: { amount: index % 2 === 0 ? index : -1 }, call_sha256: digestOf(object) }), ...base };
    const isLate = index % 19 === 0;
    return [
      ...(isLate ? [] : [{ ...late, arguments: { amount: index } }]),
      { ...passed, ...base },
      { ...authorized(dsse), ...base },
      { ...executed({ arguments: ran.arguments, call_sha256: digestOf(ran) }), ...base },
      { ...returned, ...base },
      ...(index % 13 === 0 ? [{ ...authorized(dsse), ...base }] : []),
      ...(index % 17 === 0 ? [{ ...executed({ arguments: { amount: 7 } }), ...base }] : []),
      ...(isLate ? [late] : []),
    ];
  }).flat();
  const bytes = Buffer.from([{ ...declared, run: undefined }, ...calls].map(lineOf).join(''));
  const requestFor = (heldInFull: number) => ({ ...requestOf([inputOf('ledger.jsonl', bytes, 997)]), heldInFull });

  test('for any number of parts, and however many calls are held in full', async () => {
    const whole = await auditInParts(requestFor(1024), 1);
    expect(failuresOf(whole).length).toBeGreaterThan(10);
    expect(await auditInParts(requestFor(1024), 3)).toEqual(whole);
    expect(await auditInParts(requestFor(0), 1)).toEqual(whole);
    expect(await auditInParts(requestFor(0), 4)).toEqual(whole);
  });
});
