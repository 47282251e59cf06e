import { describe, expect, it } from 'vitest';
import { openUnwrap } from '../../src/audit/unwrap.ts';
import type { CallWrapper } from '../../src/declare/declared.ts';
import { parseJson } from '../../src/json/parse.ts';
import type { Proposed } from '../../src/model/event/calls.ts';
import type { LedgerEvent } from '../../src/model/event.ts';
import type { Payload } from '../../src/model/payload.ts';
import type { SourceRecord } from '../../src/model/record.ts';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';

const hub: CallWrapper = { tool: 'hub', server: '/server', name: '/tool', arguments: '/params' };
const each: CallWrapper = { tool: 'each', each: '/uses', name: '/name', strip: 'functions.', arguments: '/parameters' };

function recordOf(text: string): SourceRecord {
  const parsed = parseJson(text);
  if (!parsed.ok) throw new Error(parsed.fault.detail);
  return { input: 0, line: 1, column: 1, offset: 0, text, value: parsed.value, defects: parsed.defects, isDeep: false };
}

/** The arguments are the whole record. */
function call(tool: string, text: string, more: Partial<Proposed> = {}): Proposed {
  const record = recordOf(text);
  const payload: Payload = { form: 'value', value: record.value, pointer: '' };
  return { kind: 'proposed', record, run: 'r', call: 'c', tool, toolPointer: '/tool', payload, ...more };
}

/** Through the rules, without the record. */
function through(...events: readonly LedgerEvent[]): readonly Record<string, unknown>[] {
  const out: LedgerEvent[] = [];
  const push = openUnwrap([hub, each], (event) => void out.push(event));
  for (const event of events) push(event);
  return out.map(({ record: _record, ...rest }) => JSON.parse(JSON.stringify(rest)));
}

const record = recordOf('{}');
const returned = (more: object): LedgerEvent => ({
  ...{ kind: 'returned', record, run: 'r', call: 'c', outcome: 'ok', canBeStructured: true },
  ...more,
});

describe('one inner call', () => {
  it('takes the place of the outer one, with an id and pointers of its own', () => {
    expect(through(call('hub', '{"server":"s","tool":"t","params":{"a":1}}', { offered: ['hub'] }))).toEqual([
      {
        ...{ kind: 'proposed', run: 'r', call: 'c/0', server: 's', tool: 't', toolPointer: '/tool', wrapper: 'hub' },
        payload: { form: 'value', value: { a: 1 }, pointer: '/params' },
      },
    ]);
  });

  it.each([
    ['left out', '{"server":"s","tool":"t"}', { form: 'absent', pointer: '/params' }],
    ['as text', '{"server":"s","tool":"t","params":"{\\"a\\":1}"}', { form: 'text', text: '{"a":1}', pointer: '/params' }],
    ['of another type', '{"server":"s","tool":"t","params":[1]}', { form: 'value', value: [1], pointer: '/params' }],
  ])('keeps arguments %s as they are', (_, text, payload) => {
    expect(through(call('hub', text))).toMatchObject([{ call: 'c/0', payload }]);
  });

  it('is found in arguments that are text, digit by digit', () => {
    const payload: Payload = { form: 'text', text: '{"server":"s","tool":"t","params":{"n":9007199254740993}}', pointer: '/x' };
    expect(through(call('hub', '{}', { payload }))).toMatchObject([
      { call: 'c/0', tool: 't', toolPointer: '/x', payload: { form: 'text', text: '{"n":9007199254740993}', pointer: '/x' } },
    ]);
  });

  it('is answered by what answers the outer one', () => {
    const [, ...rest] = through(
      call('hub', '{"server":"s","tool":"t","params":{}}'),
      { kind: 'gate-checked', record, run: 'r', call: 'c', gate: 'input', verdict: 'pass' },
      returned({ structured: { form: 'value', value: 1, pointer: '/v' } }),
      { kind: 'committed', record, run: 'r', call: 'c', payload: { form: 'value', value: 1, pointer: '/v' } },
    );
    expect(rest).toMatchObject([
      { kind: 'gate-checked', call: 'c/0' },
      { kind: 'returned', call: 'c/0', tool: 't', outcome: 'ok', structured: { value: 1 } },
      { kind: 'committed', call: 'c/0' },
    ]);
  });

  it('without ids is answered in the order of the calls', () => {
    const bare = { call: undefined };
    const events = through(
      call('hub', '{"server":"s","tool":"t","params":{}}', bare),
      call('hub', '{"server":"s","tool":"u","params":{}}', bare),
      returned({ call: undefined, tool: 'hub' }),
      returned({ call: undefined, tool: 'hub' }),
      returned({ call: undefined, tool: 'hub' }),
    );
    expect(events.map(({ kind, tool }) => [kind, tool])).toEqual([
      ['proposed', 't'],
      ['proposed', 'u'],
      ['returned', 't'],
      ['returned', 'u'],
      ['returned', 'hub'],
    ]);
    expect(events.every((event) => event.call === undefined)).toBe(true);
  });

  it('is executed and amended with it, and of another run it is another one', () => {
    const value = { server: 's', tool: 't', params: { a: 2 } };
    const amended: Payload = { form: 'value', value, pointer: '/arguments' };
    const absent: Payload = { form: 'absent', pointer: '/arguments' };
    const [, ...rest] = through(
      call('hub', '{"server":"s","tool":"t","params":{}}'),
      { kind: 'amended', record, run: 'r', call: 'c', payload: amended },
      { kind: 'executed', record, run: 'r', call: 'c', tool: 'hub', toolPointer: '/tool', payload: amended },
      { kind: 'executed', record, run: 'r', call: 'c', toolPointer: '/tool', payload: absent },
      { ...returned({}), run: 'other' },
    );
    expect(rest).toMatchObject([
      { kind: 'amended', call: 'c/0', payload: { value: { a: 2 }, pointer: '/arguments/params' } },
      { kind: 'executed', call: 'c/0', server: 's', tool: 't', payload: { value: { a: 2 } }, wrapper: 'hub' },
      { kind: 'executed', call: 'c/0', server: 's', tool: 't', payload: { form: 'absent' } },
      { kind: 'returned', call: 'c', run: 'other' },
    ]);
  });
});

describe('several inner calls', () => {
  const text = '{"uses":[{"name":"functions.t","parameters":{"a":1}},{"name":"functions.u","parameters":{}}]}';

  it('are each a call', () => {
    expect(through(call('each', text))).toMatchObject([
      { call: 'c/0', tool: 't', toolPointer: '/uses/0/name', payload: { value: { a: 1 }, pointer: '/uses/0/parameters' } },
      { call: 'c/1', tool: 'u', toolPointer: '/uses/1/name', payload: { value: {}, pointer: '/uses/1/parameters' } },
    ]);
  });

  it('share a result that tells of none how it ended', () => {
    const [, , ...rest] = through(call('each', text), returned({ structured: { form: 'value', value: 1, pointer: '/v' } }));
    expect(rest).toEqual([
      { kind: 'returned', run: 'r', call: 'c/0', tool: 't', outcome: 'unknown', canBeStructured: false },
      { kind: 'returned', run: 'r', call: 'c/1', tool: 'u', outcome: 'unknown', canBeStructured: false },
    ]);
  });
});

describe('the outer call stays what it is', () => {
  it.each([
    ['hub', '{"server":"s","tool":7,"params":{}}'],
    ['hub', '{"server":"s","tool":"","params":{}}'],
    ['hub', '{"tool":"t","params":{}}'],
    ['hub', '{"server":null,"tool":"t","params":{}}'],
    ['hub', '[]'],
    ['each', '{"uses":[]}'],
    ['each', '{"uses":{"0":{"name":"functions.t"}}}'],
    ['each', '{"uses":[{"name":"functions.t"},{"name":"t"}]}'],
    ['each', '{"uses":[{"name":"functions."}]}'],
    ['other', '{"server":"s","tool":"t","params":{}}'],
    // two readers would see two calls
    ['hub', '{"server":"s","tool":"t","tool":"u","params":{}}'],
    ['hub', '{"server":"s","tool":"t","params":{"a":1},"params":{}}'],
    // inherited members are none
    ['hub', '{"server":"s","__proto__":{"tool":"t"}}'],
  ])('%s %s', (tool, text) => expect(through(call(tool, text), returned({}))).toMatchObject([{ call: 'c', tool }, { call: 'c' }]));

  it('for a key said twice inside the inner arguments it is unwrapped: their own gate sees it', () => {
    expect(through(call('hub', '{"server":"s","tool":"t","params":{"a":1,"a":2}}'))).toMatchObject([{ call: 'c/0' }]);
  });

  it('for a text with a key said twice, and for what is not recorded', () => {
    const text: Payload = { form: 'text', text: '{"server":"s","tool":"t","params":{"a":1,"a":2}}', pointer: '/x' };
    const digest: Payload = { form: 'digest', sha256: 'ab', pointer: '/x' };
    expect(through(call('hub', '{}', { payload: text }), call('hub', '{}', { payload: digest }))).toMatchObject([
      { call: 'c', tool: 'hub' },
      { call: 'c', tool: 'hub' },
    ]);
  });

  it('and an id used again means the call it names then', () => {
    const wrapped = call('hub', '{"server":"s","tool":"t","params":{}}');
    expect(through(wrapped, call('other', '{}'), returned({})).map((event) => event.call)).toEqual(['c/0', 'c', 'c']);
  });
});

describe('in an audit', () => {
  const lines = [
    '{"v":1,"type":"run.opened","run":"RUN"}',
    '{"v":1,"type":"tool.declared","run":"RUN","server":"s","tool":{"name":"t","inputSchema":{"type":"object","properties":{"a":{"type":"number"}}}}}',
    '{"v":1,"type":"call.proposed","run":"RUN","call":"c","tool":"each","arguments":{"uses":[{"name":"functions.t","parameters":{"a":1,"a":"x"}},{"name":"functions.t","parameters":{}}]}}',
    '{"v":1,"type":"call.returned","run":"RUN","call":"c","outcome":"ok"}',
  ];
  const bytes = Buffer.from(['a', 'b', 'c', 'd'].flatMap((run) => lines.map((line) => `${line.replace('RUN', run)}\n`)).join(''));
  const given = { sources: [], strip: [], wrappers: [each], stepsWithOwnStrictness: [] };

  it('the place is inside the outer arguments, and every number of parts says the same', async () => {
    const request = requestOf([inputOf('x.jsonl', bytes)], { given });
    const whole = await auditInParts(request, 1);
    expect(whole.calls).toMatchObject({ proposed: 8, passed: 4, failed: 4 });
    const [first] = whole.findings.filter(({ code }) => code === 'structure/wrong-type');
    expect(first).toMatchObject({ call: 'c/0', path: '/a', at: { line: 3, pointer: '/arguments/uses/0/parameters/a' } });
    expect(lines[2]?.replace('RUN', 'a').slice((first?.at.column ?? 0) - 1)).toMatch(/^"x"/);
    for (const count of [2, 3, 5]) expect(await auditInParts(request, count)).toEqual(whole);
  });

  it('many inner calls in one text are all read', async () => {
    const uses = JSON.stringify({ uses: Array.from({ length: 20_000 }, () => ({ name: 'functions.t', parameters: { a: 1 } })) });
    expect(through(call('each', '{}', { payload: { form: 'text', text: uses, pointer: '/x' } })).length).toBe(20_000);
  });
});
