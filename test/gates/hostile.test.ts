import { beforeAll, describe, expect, it } from 'vitest';
import type { Gates } from '../../src/gates/gates.ts';
import type { GateAnswer } from '../../src/model/delta.ts';
import type { JsonValue } from '../../src/model/json.ts';
import { json, openGates } from './kit.ts';

let gates: Gates;
beforeAll(async () => {
  gates = await openGates({ isFast: true });
});

function judge(schema: JsonValue, value: JsonValue): GateAnswer {
  return gates.contractOf(schema, {}).judge(value);
}

function reasonOf(answer: GateAnswer): string {
  return answer.verdict === 'unchecked' ? answer.reason : answer.verdict;
}

function nest(levels: number, innermost: JsonValue, wrap: (inner: JsonValue) => JsonValue): JsonValue {
  let value = innermost;
  for (let level = 0; level < levels; level += 1) value = wrap(value);
  return value;
}

describe('hostile declarations and values', () => {
  it('a pattern that runs away', () => {
    const answer = judge({ type: 'string', pattern: '^(a+)+$' }, `${'a'.repeat(40)}!`);
    expect(answer).toMatchObject({ verdict: 'unchecked', reason: 'limit:time' });
    expect(answer.verdict === 'unchecked' && answer.detail).toContain('^(a+)+$');
    expect(judge({ type: 'string', pattern: '^(a+)+$' }, 'aaaa').verdict).toBe('pass');
  });

  it('a value that ran away is not tried again, and every other value is', () => {
    const contract = gates.contractOf({ type: 'object', properties: { a: { pattern: '^(a+)+$' }, b: { pattern: '^(b+)+$' } } }, {});
    const runaway = `${'a'.repeat(40)}!`;
    const first = contract.judge({ a: runaway, b: 'b' });
    expect(reasonOf(first)).toBe('limit:time');
    for (let time = 0; time < 1000; time += 1) expect(contract.judge({ a: runaway, b: 'b' })).toBe(first);
    expect(contract.judge({ a: 'aaa', b: 'b' }).verdict).toBe('pass');
    expect(contract.judge({ a: 'aa!', b: 'b' }).verdict).toBe('fail');
    expect(reasonOf(contract.judge({ b: 'b', a: runaway }))).toBe('limit:time');
  });

  it('many texts that each take long under a pattern', () => {
    const texts = Array.from({ length: 1000 }, (_, index) => `${'a'.repeat(22)}!${index}`);
    expect(reasonOf(judge({ items: { pattern: '^(a+)+$' } }, texts))).toBe('limit:time');
  });

  it('twenty thousand objects that must differ', () => {
    const items = Array.from({ length: 20_000 }, (_, index) => ({ id: index, name: 'x' }));
    expect(judge({ type: 'array', uniqueItems: true }, items).verdict).toBe('pass');
    expect(judge({ type: 'array', uniqueItems: true }, [...items, { name: 'x', id: 7 }]).verdict).toBe('fail');
  });

  it('a schema of a megabyte', () => {
    const fields = Array.from({ length: 10_000 }, (_, index) => [`field${index}`, { type: 'string', description: 'd'.repeat(60) }]);
    const schema: JsonValue = { type: 'object', properties: Object.fromEntries(fields), additionalProperties: false };
    expect(JSON.stringify(schema).length).toBeGreaterThan(1_000_000);
    expect(judge(schema, { field9999: 'x' }).verdict).toBe('pass');
    expect(judge(schema, { field9999: 5 }).verdict).toBe('fail');
  });

  it('twenty-two references that double', () => {
    const layers = Array.from({ length: 22 }, (_, index) => [
      `d${index + 1}`,
      { allOf: [{ $ref: `#/$defs/d${index}` }, { $ref: `#/$defs/d${index}` }] },
    ]);
    const schema: JsonValue = { $ref: '#/$defs/d22', $defs: { d0: { type: 'string' }, ...Object.fromEntries(layers) } };
    expect(['pass', 'limit:time']).toContain(reasonOf(judge(schema, 'x')));
    expect(['fail', 'limit:time']).toContain(reasonOf(judge(schema, 5)));
  });

  it('references that lead only to themselves', () => {
    expect(reasonOf(judge({ $ref: '#' }, 5))).toBe('unresolved-ref');
    expect(reasonOf(judge({ $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }, 5))).toBe('unresolved-ref');
  });

  it('a value that nests too deep', () => {
    expect(
      judge(
        { type: 'array' },
        nest(511, [], (inner) => [inner]),
      ).verdict,
    ).toBe('pass');
    expect(
      reasonOf(
        judge(
          { type: 'array' },
          nest(512, [], (inner) => [inner]),
        ),
      ),
    ).toBe('limit:depth');
    expect(
      reasonOf(
        judge(
          true,
          nest(200_000, 1, (inner) => ({ a: inner })),
        ),
      ),
    ).toBe('limit:depth');
  });

  it('a recursive schema, as deep as the evaluator goes and no further', () => {
    const schema = json('{"type":"object","properties":{"a":{"$ref":"#"}},"additionalProperties":false}');
    const deep = (levels: number): JsonValue => nest(levels, {}, (inner) => ({ a: inner }));
    expect(judge(schema, deep(100)).verdict).toBe('pass');
    expect(reasonOf(judge(schema, deep(511)))).toBe('limit:depth');
    for (let use = 0; use < 60; use += 1) gates.contractOf(schema, {}).judge({});
    expect(reasonOf(judge(schema, deep(511)))).toBe('limit:depth');
  });

  it('a schema that nests too deep', () => {
    const schema = nest(100_000, {}, (inner) => ({ not: inner }));
    expect(reasonOf(judge(schema, 5))).toBe('limit:depth');
    expect(gates.contractOf(schema, {}).problems.map(({ fault }) => fault)).toEqual(['invalid-schema']);
  });

  it('fifty thousand values in an enum', () => {
    const values = Array.from({ length: 50_000 }, (_, index) => `v${index}`);
    expect(judge({ enum: values }, 'v49999').verdict).toBe('pass');
    expect(judge({ enum: values }, 'w').verdict).toBe('fail');
  });
});

describe('the cache', () => {
  it('keeps two schemas apart that share an $id', () => {
    const first = json('{"$id":"https://example.org/one","type":"string"}');
    const second = json('{"$id":"https://example.org/one","type":"number"}');
    expect(gates.contractOf(first, {}).judge('x').verdict).toBe('pass');
    expect(gates.contractOf(second, {}).judge('x').verdict).toBe('fail');
  });

  it('finds equal content again, and tells circumstances apart', () => {
    const text = '{"type":"object","properties":{"a":{"type":"string"}}}';
    expect(gates.contractOf(json(text), {})).toBe(gates.contractOf(json(text), {}));
    const dialect = { name: 'draft-07', because: 'the source says so' } as const;
    expect(gates.contractOf(json(text), { dialect })).not.toBe(gates.contractOf(json(text), {}));
  });

  it('is not deceived by an object that looks like an exact number', () => {
    const exact = json('{"const":5.00}');
    const forged = json('{"const":{"text":"5.00"}}');
    expect(gates.contractOf(exact, {}).judge(5).verdict).toBe('pass');
    expect(gates.contractOf(forged, {}).judge(5).verdict).toBe('fail');
  });

  it('forgets old contracts instead of growing', () => {
    for (let index = 0; index < 5000; index += 1) gates.contractOf({ const: index }, {});
    expect(gates.contractOf({ const: 0 }, {}).judge(0).verdict).toBe('pass');
  });
});
