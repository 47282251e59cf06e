import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { audit } from '../../src/audit.ts';
import { parseJson } from '../../src/json/parse.ts';
import type { LedgerEvent } from '../../src/model/event.ts';
import type { SourceRecord } from '../../src/model/record.ts';
import type { Report } from '../../src/model/report.ts';
import { chooseReader } from '../../src/readers/index.ts';
import type { Judge, Judged } from '../../src/replay/judge.ts';
import { openMachine } from '../../src/replay/machine.ts';
import { inputOf, requestOf } from '../kit/audit.ts';
import { recordOf } from '../readers/read.ts';
import { fixtures, type LedgerCase, ledgerCases } from './cases.ts';

// The machine's table is `step()`: kinds of events × what is open. Each kind meets the state it belongs to, a call, step or run that nobody
// knows, and a run that has ended. What an audit then says and counts is written out here; nothing else may change.

const model = join(fixtures, '../src/model');
const sources = ['event.ts', ...readdirSync(join(model, 'event')).map((name) => join('event', name))];
const source = sources.map((name) => readFileSync(join(model, name), 'utf8')).join('\n');

/** The kinds of `LedgerEvent`, read from its source: a new one without a row here fails. */
function kindsInSource(): readonly string[] {
  const union = /export type LedgerEvent =([^;]+);/.exec(source)?.[1] ?? '';
  const names = [...union.matchAll(/\| (\w+)/g)].map(([, name]) => name);
  return names.map((name) => {
    const kind = new RegExp(`interface ${name} extends \\w+ \\{\\s+readonly kind: '([a-z-]+)'`).exec(source)?.[1];
    if (kind === undefined) throw new Error(`no kind is found for ${name}`);
    return kind;
  });
}
const kinds = kindsInSource();

const recordsIn = ({ folder, files }: LedgerCase): readonly SourceRecord[] =>
  files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (parseJson(line).ok ? [recordOf(line, index + 1)] : [])),
  );

function eventsOf(records: readonly SourceRecord[]): readonly LedgerEvent[] {
  const choice = chooseReader(records.slice(0, 20).map(({ value }) => value));
  if (!('reader' in choice)) return [];
  const events: LedgerEvent[] = [];
  const session = choice.reader.open((event) => events.push(event));
  for (const record of records) session.push(record);
  session.end();
  return events;
}

test('every kind of event stands in a fixture', () => {
  const cases = [...ledgerCases('audits'), ...ledgerCases('rules'), ...ledgerCases('readers')];
  const seen = new Set<string>(cases.flatMap((one) => eventsOf(recordsIn(one)).map(({ kind }) => kind)));
  expect(kinds.length).toBeGreaterThan(20);
  expect(kinds.filter((kind) => !seen.has(kind))).toEqual([]);
});

const audited = (events: readonly object[]): Promise<Report> =>
  audit(requestOf([inputOf('ledger.jsonl', Buffer.from(`${events.map((event) => JSON.stringify(event)).join('\n')}\n`))]));

/** The counts of a report, by name. */
function countsOf({ calls, outputs, inputs, chains }: Report): ReadonlyMap<string, unknown> {
  const [input] = inputs;
  const unread = Object.entries(input?.unread ?? {}).map(([what, count]) => [`unread ${what}`, count] as const);
  const parts = { ...calls, ...Object.fromEntries(Object.entries(outputs).map(([name, count]) => [`output ${name}`, count])) };
  return new Map<string, unknown>([
    ...Object.entries(parts),
    ...unread,
    ['runs', input?.runs],
    ['unrelated', input?.unrelated],
    ['chains', chains?.total ?? 0],
  ]);
}

/** What one audit counts otherwise than the other, as `name before → now`. */
function countedOtherwise(before: Report, now: Report): readonly string[] {
  const known = countsOf(before);
  return [...countsOf(now)]
    .filter(([name, count]) => (known.get(name) ?? 0) !== (count ?? 0))
    .map(([name, count]) => `${name} ${known.get(name) ?? 0} → ${count ?? 0}`);
}

interface Situation {
  /** What stands before the events in question, and after them. */
  readonly before: readonly object[];
  readonly events: readonly object[];
  readonly after: readonly object[];
  /** `code @line`, and every count that these events change. */
  readonly told: readonly string[];
}

async function observed({ before, events, after }: Situation): Promise<readonly string[]> {
  const without = await audited([...before, ...after]);
  const report = await audited([...before, ...events, ...after]);
  expect(
    without.findings.filter(({ severity }) => severity !== 'note'),
    'the state itself is innocent',
  ).toEqual([]);
  return [...report.findings.map(({ code, at }) => `${code} @${at.line}`), ...countedOtherwise(without, report)];
}

// ---- the state: one tool, one run, one step with a contract, and one call as it should be

const tool = {
  name: 'track',
  inputSchema: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false },
};
const contract = { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'], additionalProperties: false };
const candidate = { provider: 'north', model: 'n-2' };
const event = (type: string, fields: object = {}): object => ({ v: 1, type, run: 'r', ...fields });
const otherRun = (type: string, fields: object = {}): object => event(type, { ...fields, run: 'q' });
const workflow = { name: 'w', version: '1' };

const opened = event('run.opened', { workflow, global_config: { strict_mode: false, max_iterations: 1 } });
const closed = event('run.closed', { outcome: 'completed' });
const proposed = (call: string): object => event('call.proposed', { call, server: 'depot', tool: 'track', arguments: { id: 'a' } });
const passed = (call: string, gate: string): object => event('gate.checked', { call, gate, verdict: 'pass' });
const executed = (call: string): object => event('call.executed', { call, server: 'depot', tool: 'track', arguments: { id: 'a' } });
const returned = (call: string): object => event('call.returned', { call, outcome: 'ok', structured_content: { place: 'x' } });
const committed = (call: string): object => event('output.committed', { call, value: { place: 'x' } });
const released = (call: string): object => event('output.released', { call, value: { place: 'x' }, mode: 'document' });
const call_sha256 = 'a'.repeat(64);
const withheld = (type: string): object => event(type, { call: 'c1', server: 'depot', tool: 'track', call_sha256 });
const statement = {
  _type: 'https://in-toto.io/Statement/v1',
  subject: [{ digest: { sha256: call_sha256 } }],
  predicateType: 'x',
  predicate: {},
};
const payload = Buffer.from(JSON.stringify(statement)).toString('base64');
const authorized = (call: string): object =>
  event('call.authorized', { call, dsse: { payload, payloadType: 'application/vnd.in-toto+json', signatures: [{ sig: 'AA==' }] } });
const answered = (step: string): object => event('answer.received', { step, text: '{"ok":true}' });
const amended = (call: string): object => event('call.amended', { call, by: 'gateway', arguments: { id: 'b' } });
const failed = (call: string): object =>
  event('attempt.failed', {
    call,
    gate: 'input',
    class: 'model_behavior',
    delta: [{ kind: 'missing-field', path: '/id' }],
    route: 'critique',
  });

/** Lines 1 to 3. */
const start: readonly object[] = [
  { v: 1, type: 'tool.declared', server: 'depot', tool },
  opened,
  event('step.declared', { step: 's', output_schema: contract }),
];
/** Lines 4 to 7. */
const ran: readonly object[] = [proposed('c1'), passed('c1', 'input'), executed('c1'), returned('c1')];
/** Lines 4 to 9. */
const gated: readonly object[] = [...ran, passed('c1', 'output'), committed('c1')];

const within = (events: readonly object[], told: readonly string[], before: readonly object[] = start): Situation => ({
  before,
  events,
  after: [closed],
  told,
});
/** The run closed at line 10. */
const afterEnd = (late: object, told: readonly string[] = ['ledger/sequence-broken @11']): Situation => ({
  before: [...start, ...gated, closed],
  events: [late],
  after: [],
  told,
});

/** (a) the state it belongs to, (b) a call, step or run nobody knows, (c) a run that has ended. */
interface Row {
  readonly own: Situation;
  readonly unknown: Situation;
  readonly late: Situation;
}

const called = ['proposed 0 → 1', 'passed 0 → 1', 'executed 0 → 1', 'returned 0 → 1', 'output no_contract 0 → 1'];
const withGated = [...start, ...gated];

const native: Readonly<Record<string, Row>> = {
  'run-opened': {
    own: { before: start.slice(0, 1), events: [opened], after: [closed], told: [] },
    unknown: within([otherRun('run.opened', { workflow }), otherRun('run.closed', { outcome: 'completed' })], ['runs 1 → 2']),
    // a run may be resumed: it is one run, and open again, which a note says of one that had ended
    late: afterEnd(opened, ['ledger/run-open @11', 'ledger/sequence-broken @11']),
  },
  'run-closed': {
    own: { before: start, events: [closed], after: [], told: [] },
    unknown: within([otherRun('run.closed', { outcome: 'completed' })], ['runs 1 → 2']),
    late: afterEnd(closed),
  },
  declared: {
    own: within([event('tool.declared', { server: 'depot', tool: { ...tool, name: 'weigh' } })], []),
    unknown: within([otherRun('tool.declared', { server: 'depot', tool })], ['runs 1 → 2']),
    late: afterEnd(event('tool.declared', { server: 'depot', tool: { ...tool, name: 'weigh' } })),
  },
  withdrawn: {
    own: within([event('tool.withdrawn', { server: 'depot', tool: 'track' })], ['drift/declaration-changed @4']),
    unknown: within([event('tool.withdrawn', { server: 'depot', tool: 'weigh' })], []),
    late: afterEnd(event('tool.withdrawn', { server: 'depot', tool: 'weigh' })),
  },
  'step-declared': {
    own: within([event('step.declared', { step: 't', output_schema: contract })], []),
    unknown: within([otherRun('step.declared', { step: 't', output_schema: contract })], ['runs 1 → 2']),
    late: afterEnd(event('step.declared', { step: 't', output_schema: contract })),
  },
  proposed: {
    own: within(ran, called),
    unknown: within(
      [event('call.proposed', { call: 'c9', server: 'depot', tool: 'weigh', step: 'nowhere', arguments: {} })],
      ['ledger/missing-result @4', 'structure/invented-tool @4', 'proposed 0 → 1', 'failed 0 → 1'],
    ),
    late: afterEnd(proposed('c2'), ['ledger/sequence-broken @11', 'proposed 1 → 2', 'passed 1 → 2']),
  },
  amended: {
    own: {
      before: [...start, proposed('c1')],
      events: [amended('c1')],
      after: [returned('c1'), closed],
      told: ['drift/recorded-amendment @5'],
    },
    unknown: within([amended('c9')], ['ledger/orphan-event @10'], withGated),
    late: afterEnd(amended('c1')),
  },
  'gate-checked': {
    own: { before: [...start, proposed('c1')], events: [passed('c1', 'input')], after: [executed('c1'), returned('c1'), closed], told: [] },
    // a pass for a call that is not recorded is nobody else's pass
    unknown: {
      before: [...start, ...ran, proposed('c2')],
      events: [passed('c9', 'input')],
      after: [closed],
      told: ['ledger/orphan-event @9'],
    },
    late: afterEnd(passed('c1', 'input')),
  },
  executed: {
    own: {
      before: [...start, proposed('c1'), passed('c1', 'input')],
      events: [executed('c1')],
      after: [returned('c1'), closed],
      told: ['executed 0 → 1'],
    },
    // what ran without being proposed is judged as if it had been
    unknown: within(
      [executed('c9'), returned('c9')],
      [
        'drift/ungated-execution @10',
        'ledger/orphan-execution @10',
        'unproposed 0 → 1',
        'passed 1 → 2',
        'executed 1 → 2',
        'returned 1 → 2',
        'unexplained 0 → 1',
        'output no_contract 1 → 2',
      ],
      withGated,
    ),
    late: afterEnd(executed('c1'), ['ledger/sequence-broken @11', 'executed 1 → 2']),
  },
  returned: {
    own: {
      before: [...start, proposed('c1'), passed('c1', 'input'), executed('c1')],
      events: [returned('c1')],
      after: [],
      told: ['ledger/run-open @2', 'returned 0 → 1', 'output no_contract 0 → 1'],
    },
    unknown: within([returned('c9')], ['ledger/orphan-result @10', 'unexplained 0 → 1', 'output unchecked 0 → 1'], withGated),
    late: afterEnd(returned('c1')),
  },
  answered: {
    own: within([answered('s')], ['output passed 0 → 1']),
    unknown: within([answered('nowhere')], ['output no_contract 0 → 1']),
    // what the run declared ended with it
    late: afterEnd(answered('s'), ['ledger/sequence-broken @11', 'output no_contract 1 → 2']),
  },
  committed: {
    own: within([committed('c1')], ['committed 0 → 1'], [...start, ...ran, passed('c1', 'output')]),
    // nothing shows that any gate passed it
    unknown: within(
      [committed('c9')],
      ['drift/ungated-commit @10', 'committed 1 → 2', 'unexplained 0 → 1', 'output unchecked 0 → 1'],
      withGated,
    ),
    late: afterEnd(committed('c1')),
  },
  released: {
    own: within([released('c1')], [], withGated),
    unknown: within(
      [released('c9'), event('output.released', { step: 'nowhere', value: 1, mode: 'document' })],
      ['output unchecked 0 → 1'],
      withGated,
    ),
    late: afterEnd(released('c1')),
  },
  persisted: {
    own: within([event('evidence.persisted', { through_seq: 1 })], [], withGated),
    unknown: within([{ v: 1, type: 'evidence.persisted', through_seq: 9 }], []),
    // kept afterwards, as it should be
    late: afterEnd(event('evidence.persisted', { through_seq: 1 }), []),
  },
  'attempt-failed': {
    own: {
      before: start,
      events: [event('call.proposed', { call: 'c1', server: 'depot', tool: 'track', arguments: {} }), failed('c1')],
      after: [closed],
      told: ['structure/missing-field @4', 'proposed 0 → 1', 'failed 0 → 1', 'chains 0 → 1'],
    },
    unknown: within([failed('c9')], ['ledger/orphan-event @10'], withGated),
    late: afterEnd(failed('c1')),
  },
  'critique-engaged': {
    own: within([event('critique.engaged', { step: 's', iteration: 1 })], []),
    // each step has its own bound, also one that is never heard of again
    unknown: within(
      [event('critique.engaged', { step: 'nowhere', iteration: 1 }), event('critique.engaged', { step: 's', iteration: 1 })],
      [],
    ),
    late: afterEnd(event('critique.engaged', { step: 's', iteration: 1 })),
  },
  compensation: {
    own: within([event('compensation.started', { for_call: 'c1' })], [], withGated),
    unknown: within([event('compensation.completed', { for_call: 'c9' })], ['ledger/orphan-event @10'], withGated),
    late: afterEnd(event('compensation.failed', { for_call: 'c1' })),
  },
  planned: {
    own: within([event('plan.selected', { step: 's', candidate })], []),
    unknown: within([event('plan.refused', { step: 'nowhere' })], []),
    late: afterEnd(event('plan.selected', { step: 's', candidate })),
  },
  'provider-called': {
    own: within([event('provider.called', { step: 's', candidate })], [], [...start, event('plan.selected', { step: 's', candidate })]),
    unknown: within([event('provider.called', { step: 'nowhere', candidate })], []),
    late: afterEnd(event('provider.called', { step: 's', candidate })),
  },
  'recovery-authorized': {
    own: within([event('recovery.authorized', { step: 's', kind: 'retry', by: 'x', for: { step: 's', attempt: 1 } })], []),
    unknown: within([event('recovery.authorized', { kind: 'retry', by: 'x', for: { step: 'nowhere', attempt: 7 } })], []),
    late: afterEnd(event('recovery.authorized', { kind: 'retry', by: 'x', for: { step: 's' } })),
  },
  decided: {
    own: within([event('policy.decided', { call: 'c1', decision: 'allow' })], [], [...start, ...gated]),
    // a denial of a call that is not recorded excuses no other call
    unknown: {
      before: start,
      events: [proposed('c1'), event('policy.decided', { call: 'c9', decision: 'deny' })],
      after: [closed],
      told: ['ledger/missing-result @4', 'ledger/orphan-event @5', 'proposed 0 → 1', 'passed 0 → 1'],
    },
    late: afterEnd(event('policy.decided', { call: 'c1', decision: 'deny' })),
  },
  authorized: {
    own: {
      before: [...start, withheld('call.proposed'), passed('c1', 'input')],
      events: [authorized('c1')],
      after: [withheld('call.executed'), returned('c1'), closed],
      told: ['authorized 0 → 1'],
    },
    unknown: within([authorized('c9')], ['ledger/orphan-event @10', 'authorized 0 → 1'], withGated),
    late: afterEnd(authorized('c1'), ['ledger/sequence-broken @11', 'authorized 0 → 1']),
  },
  noted: {
    own: within([event('acceptance.recorded', { outcome: 'accepted' })], []),
    unknown: within([{ v: 1, type: 'session.granted', session: 'x', grant: {} }], []),
    late: afterEnd(event('acceptance.recorded', { outcome: 'accepted' }), []),
  },
  // what is not about calls, and what is not understood, is counted and belongs to no state
  unrelated: {
    own: within([event('x-mark')], ['unrelated 0 → 1']),
    unknown: within([otherRun('x-mark')], ['unrelated 0 → 1']),
    late: afterEnd(event('x-mark'), ['unrelated 0 → 1']),
  },
  unread: {
    own: within([event('call.dreamt')], ['unread call.dreamt 0 → 1']),
    unknown: within([otherRun('call.dreamt')], ['unread call.dreamt 0 → 1']),
    late: afterEnd(event('call.dreamt'), ['unread call.dreamt 0 → 1']),
  },
};

// ---- kinds that the native ledger has no event for

const rpc = (direction: string, message: object): object => ({ direction, message: { jsonrpc: '2.0', ...message } });
const connected: readonly object[] = [
  rpc('client->server', {
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'desk', version: '1' } },
  }),
  rpc('server->client', {
    id: 0,
    result: { protocolVersion: '2025-06-18', capabilities: { tools: { listChanged: true } }, serverInfo: { name: 'depot', version: '1' } },
  }),
];
const listed: readonly object[] = [
  rpc('client->server', { id: 1, method: 'tools/list' }),
  rpc('server->client', { id: 1, result: { tools: [tool] } }),
];
const announced = rpc('server->client', { method: 'notifications/tools/list_changed' });
const asked = rpc('client->server', { id: 2, method: 'tools/call', params: { name: 'weigh', arguments: {} } });
const answer = rpc('server->client', { id: 2, result: { content: [] } });
const hungUp = { direction: 'meta', note: 'closed', stderr: '' };

const captured: Readonly<Record<string, Row>> = {
  'declarations-changed': {
    // announced and not listed again: the set is open, and a name outside it is not known to be invented
    own: {
      before: [...connected, ...listed],
      events: [announced, asked, answer],
      after: [hungUp],
      told: ['proposed 0 → 1', 'unchecked 0 → 1', 'returned 0 → 1', 'output unchecked 0 → 1'],
    },
    unknown: { before: connected, events: [announced], after: [hungUp], told: [] },
    // what comes after a connection's end is of another connection
    late: { before: [...connected, ...listed, hungUp], events: [announced], after: [], told: ['runs 1 → 2'] },
  },
};
const rows: Readonly<Record<string, Row>> = { ...native, ...captured };

describe('one event', () => {
  const situations = Object.entries(rows).flatMap(([kind, { own, unknown, late }]) => [
    { kind, where: 'in the state it belongs to', situation: own },
    { kind, where: 'about something unknown', situation: unknown },
    { kind, where: 'after the end of its run', situation: late },
  ]);

  test.each(situations)('$kind $where', async ({ kind, situation }) => {
    const records = [...situation.before, ...situation.events].map((value, index) => recordOf(JSON.stringify(value), index + 1));
    const asked = eventsOf(records).filter(({ record }) => record.line > situation.before.length);
    expect(
      asked.map((one) => one.kind),
      'the ledger holds an event of this kind',
    ).toContain(kind);
    expect(await observed(situation)).toEqual(situation.told);
  });
});

// ---- a person speaks: put before the machine itself, which knows of calls nothing but that no tool is declared

const unjudged: Judged = { answer: { verdict: 'no-contract', notes: [] }, value: undefined, promise: 'none' };
const judge: Judge = {
  declare: () => undefined,
  find: () => ({ kind: 'undeclared', known: [] }),
  step: () => undefined,
  terms: () => ({}),
  input: () => unjudged,
  result: () => unjudged,
  answer: () => unjudged,
  bare: () => unjudged,
  closeRun: () => undefined,
  openRun: () => undefined,
};

/** How the chains of these events end, one event a line, and whether one of them is out of sequence. */
function replayed(events: readonly ((record: SourceRecord) => LedgerEvent)[]): readonly string[] {
  const told: string[] = [];
  const machine = openMachine({
    judge,
    carries: ['ids', 'order'],
    given: { isStrict: false, isClosedObjects: false, maxIterations: undefined },
    observe: ({ kind }) => {
      if (kind === 'sequence-broken') told.push(kind);
    },
    unchecked: () => undefined,
    chain: ({ row }) => told.push(`chain ${row.end} of ${row.length}`),
    posture: () => undefined,
  });
  for (const [index, make] of events.entries()) machine.push(make(recordOf('{}', index + 1)));
  machine.end();
  return told;
}

const call =
  (id: string, more: object = {}) =>
  (record: SourceRecord): LedgerEvent => ({
    ...{ kind: 'proposed', record, run: 'r', call: id, tool: 'weigh', toolPointer: '/tool', payload: { form: 'absent', pointer: '' } },
    ...more,
  });
const refusal =
  (id: string) =>
  (record: SourceRecord): LedgerEvent => ({
    ...{ kind: 'returned', record, run: 'r', call: id, outcome: 'protocol_error', canBeStructured: false, verdict: { kind: 'invalid' } },
  });
const turn = (record: SourceRecord): LedgerEvent => ({ kind: 'turn-begun', record, run: 'r' });
const finished = (record: SourceRecord): LedgerEvent => ({ kind: 'run-closed', record, run: 'r' });

describe('turn-begun', () => {
  test('ends what was tried before: the next call is no further attempt at it', () => {
    const attempts = [call('c1'), refusal('c1'), call('c2'), refusal('c2')];
    expect(replayed([...attempts, finished])).toEqual(['chain abandoned of 2']);
    const [first, refused, ...rest] = attempts;
    if (first === undefined || refused === undefined) throw new Error('two attempts are needed');
    expect(replayed([first, refused, turn, ...rest, finished])).toEqual(['chain abandoned of 1', 'chain abandoned of 1']);
  });

  test('where attempts are numbered the record says which is a further one', () => {
    const numbered = (id: string, attempt: number) => call(id, { step: 's', attempt });
    expect(replayed([numbered('c1', 1), refusal('c1'), turn, numbered('c2', 2), refusal('c2'), finished])).toEqual([
      'chain abandoned of 2',
    ]);
  });

  test('where nothing was tried it changes nothing', () => {
    expect(replayed([turn, finished])).toEqual([]);
  });

  test('after the end of its run it is out of sequence', () => {
    expect(replayed([turn, finished, turn])).toEqual(['sequence-broken']);
  });
});

describe('continued', () => {
  const goesOn = (record: SourceRecord): LedgerEvent => ({ kind: 'continued', record, run: 'r', from: 'q' });

  test('where neither request declares a tool it says nothing', () => {
    expect(replayed([call('c1'), goesOn, finished])).toEqual(replayed([call('c1'), finished]));
  });

  test('after the end of its run it is out of sequence', () => {
    expect(replayed([goesOn, finished, goesOn])).toEqual(['sequence-broken']);
  });
});

test('every kind has its row, and no row is of a kind that is gone', () => {
  expect([...Object.keys(rows), 'turn-begun', 'continued'].sort()).toEqual([...kinds].sort());
});
