import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Gates } from '../../src/gates/gates.ts';
import type { DialectName } from '../../src/model/declaration.ts';
import { isJsonArray, type JsonValue, memberOf, stringMember } from '../../src/model/json.ts';
import { json, judgeWarm, openGates } from './kit.ts';

const root = new URL('../../fixtures/vectors/json-schema-test-suite', import.meta.url).pathname;
const drafts: readonly (readonly [folder: string, dialect: DialectName])[] = [
  ['draft4', 'draft-04'],
  ['draft6', 'draft-06'],
  ['draft7', 'draft-07'],
  ['draft2019-09', '2019-09'],
  ['draft2020-12', '2020-12'],
];

function readJson(path: string): JsonValue {
  return json(readFileSync(path, 'utf8'));
}

function readRemotes(): ReadonlyMap<string, JsonValue> {
  const folder = join(root, 'remotes');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
  return new Map(files.map((file) => [`http://localhost:1234/${file}`, readJson(join(folder, file))]));
}

function items(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}

describe('with the fast path at work, every required test of the suite', () => {
  let gates: Gates;
  beforeAll(async () => {
    gates = await openGates({ isFast: true, formats: 'annotate', resources: readRemotes() });
  });

  it.each(drafts)('of %s is right, and nothing is unchecked', (folder, name) => {
    const wrong: string[] = [];
    let count = 0;
    for (const file of readdirSync(join(root, 'tests', folder)).filter((one) => one.endsWith('.json'))) {
      for (const group of items(readJson(join(root, 'tests', folder, file)))) {
        const contract = gates.contractOf(memberOf(group, 'schema') ?? null, { dialect: { name, because: 'the folder' } });
        judgeWarm(contract, null);
        for (const test of items(memberOf(group, 'tests'))) {
          count += 1;
          const expected = memberOf(test, 'valid') === true ? 'pass' : 'fail';
          const { verdict } = contract.judge(memberOf(test, 'data') ?? null);
          if (verdict !== expected) wrong.push(`${file}: ${stringMember(test, 'description')}: ${verdict}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(600);
  });
});

const names = fc.constantFrom('a', 'b', 'c');
const scalars = fc.constantFrom<JsonValue>(null, true, 0, 1, 19.99, 1e30, 'a', 'null', '5', '[1]', '2024-01-01', 'x<y', 'a&b', '", "b": 1');

const { value, schema } = fc.letrec<{ value: JsonValue; schema: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    scalars,
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.oneof(names, fc.constantFrom('toString', '__proto__', 'x-y')), tie('value'), { maxKeys: 3 }),
  ),
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<JsonValue>(
      true,
      {},
      { type: 'string' },
      { type: 'integer' },
      { type: ['string', 'null'] },
      { enum: ['a', 1, null] },
      { const: 'a' },
      { pattern: '^a' },
      { type: 'string', format: 'date' },
      { multipleOf: 0.01 },
      { type: 'string', nullable: true },
      { $ref: '#' },
    ),
    fc.record(
      {
        type: fc.constantFrom<JsonValue>('object', 'array', ['object', 'null']),
        properties: fc.dictionary(names, tie('schema'), { maxKeys: 3, noNullPrototype: true }),
        required: fc.uniqueArray(names, { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        items: tie('schema'),
        uniqueItems: fc.boolean(),
        anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }),
        not: tie('schema'),
        if: tie('schema'),
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        then: tie('schema'),
        patternProperties: fc.record({ '^x': tie('schema') }),
      },
      { requiredKeys: [], noNullPrototype: true },
    ),
  ),
}));

describe('the fast path and the walk', () => {
  it.each(['assert', 'annotate'] as const)('give the same answers, notes included (%s)', async (formats) => {
    const fast = await openGates({ isFast: true, formats });
    const walkOnly = await openGates({ formats });
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 3, maxLength: 8 }), (declared, recorded) => {
        const contract = fast.contractOf(declared, {});
        judgeWarm(contract, null);
        for (const one of recorded) expect(contract.judge(one)).toEqual(walkOnly.contractOf(declared, {}).judge(one));
      }),
      { numRuns: 200, seed: 7 },
    );
  });

  it('never throw, whatever is given for a schema', async () => {
    const gates = await openGates({ isFast: true });
    const words = [
      'type',
      'properties',
      'items',
      '$ref',
      '$id',
      '$schema',
      'allOf',
      'pattern',
      'enum',
      'required',
      'not',
      'format',
      '$defs',
    ];
    const junk = fc.letrec<{ node: JsonValue }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<JsonValue>(null, true, 1, '#', '#/$defs/a', '(', 'string', '\ud800', 'http://json-schema.org/draft-07/schema#'),
        fc.array(tie('node'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom(...words, '__proto__', 'a'), tie('node'), { maxKeys: 4 }),
      ),
    })).node;
    fc.assert(
      fc.property(junk, value, (declared, recorded) => {
        expect(['pass', 'fail', 'unchecked']).toContain(judgeWarm(gates.contractOf(declared, {}), recorded).verdict);
      }),
      { numRuns: 200, seed: 7 },
    );
  });
});
