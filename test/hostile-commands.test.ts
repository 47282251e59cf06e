import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runLine } from './kit/run-line.ts';

const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
const object = {
  type: 'object',
  properties: { a: { type: 'string', description: 'some text' } },
  required: ['a'],
  additionalProperties: false,
};
const doubling = numbers(22).map((index) => {
  const next = { $ref: `#/$defs/d${index + 1}` };
  return [`d${index}`, { allOf: [next, next] }] as const;
});
const things = numbers(20_000).map((id) => ({ id, a: { b: `x${id}` } }));

interface Case {
  readonly name: string;
  readonly schema: unknown;
  readonly value: unknown;
  readonly exit: number;
  /** Of the report, in JSON. */
  readonly says: string;
}

const cases: readonly Case[] = [
  { name: 'a pattern that runs away', schema: { pattern: '^(a+)+$' }, value: `${'a'.repeat(40)}!`, exit: 1, says: '"reason":"limit:time"' },
  { name: 'objects that must differ', schema: { uniqueItems: true }, value: things, exit: 0, says: '"passed":1' },
  {
    name: 'objects that must differ and do not',
    schema: { uniqueItems: true },
    value: [...things, { a: { b: 'x7' }, id: 7 }],
    exit: 1,
    says: '"code":"structure/duplicate-item"',
  },
  {
    name: 'a schema of a megabyte',
    schema: { type: 'object', properties: Object.fromEntries(numbers(9_000).map((index) => [`field_${index}`, object])) },
    value: { field_1: { a: 'x' }, field_2: { a: 1 } },
    exit: 1,
    says: '"path":"/field_2/a"',
  },
  {
    name: 'references that double',
    schema: { $ref: '#/$defs/d0', $defs: Object.fromEntries([...doubling, ['d22', { type: 'integer' }]]) },
    value: 5,
    exit: 3,
    says: '"reason":"limit:time"',
  },
  { name: 'a reference to itself', schema: { $ref: '#' }, value: 5, exit: 1, says: '"code":"declaration/ref-loop"' },
];

let work = '';
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'twogates-'));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

test.each(cases.map((one) => [one.name, one] as const))('%s', async (_name, { schema, value, exit, says }) => {
  writeFileSync(join(work, 'answer.schema.json'), JSON.stringify(schema));
  writeFileSync(join(work, 'answer.json'), JSON.stringify(value));
  const ran = await runLine('twogates validate answer.json --schema answer.schema.json --format json', { cwd: work });
  expect(ran.exit, ran.stderr).toBe(exit);
  expect(ran.stdout).toContain(says);
});
