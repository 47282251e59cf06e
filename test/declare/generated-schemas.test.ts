import { describe, expect, it } from 'vitest';
import { readDeclarations } from '../../src/declare/read.ts';
import { createGates } from '../../src/gates/create.ts';
import type { JsonValue } from '../../src/model/json.ts';

/** Judges a value by a schema given as a file named after its tool; answers the verdict and the kinds and paths of the differences. */
async function judge(schema: unknown, value: JsonValue): Promise<string> {
  const bytes = new TextEncoder().encode(JSON.stringify(schema));
  const read = await readDeclarations(['node.schema.json'], async () => ({ kind: 'file', bytes }));
  if (!read.ok) throw new Error(read.refusal.detail);
  const tool = read.workflow.sources[0]?.tools[0];
  expect(tool?.name).toBe('node');
  const gates = await createGates({
    formats: 'assert',
    resources: new Map(),
    isClosedObjects: false,
    isFast: true,
    hasFormatLibrary: false,
  });
  const contract = gates.contractOf(tool?.inputSchema ?? true, { dialect: tool?.dialect, notation: tool?.notation });
  expect(contract.problems.filter(({ isBlocking }) => isBlocking)).toEqual([]);
  const answer = contract.judge(value);
  return answer.verdict === 'fail' ? answer.deltas.map(({ kind, path }) => `${kind} ${path}`).join(', ') : answer.verdict;
}

describe('Pydantic model_json_schema', () => {
  const recursive = {
    $defs: {
      Node: {
        properties: {
          value: { title: 'Value', type: 'integer' },
          children: { default: [], items: { $ref: '#/$defs/Node' }, title: 'Children', type: 'array' },
        },
        required: ['value'],
        title: 'Node',
        type: 'object',
      },
    },
    $ref: '#/$defs/Node',
  };
  const tagged = {
    $defs: {
      Cat: {
        properties: { kind: { const: 'cat', type: 'string' }, lives: { type: 'integer' } },
        required: ['kind', 'lives'],
        type: 'object',
      },
      Dog: {
        properties: { kind: { const: 'dog', type: 'string' }, tricks: { type: 'integer' } },
        required: ['kind', 'tricks'],
        type: 'object',
      },
    },
    properties: {
      pet: {
        discriminator: { mapping: { cat: '#/$defs/Cat', dog: '#/$defs/Dog' }, propertyName: 'kind' },
        oneOf: [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }],
      },
      price: { anyOf: [{ type: 'number' }, { pattern: '^(?!^[-+.]*$)[+-]?0*\\d*\\.?\\d*$', type: 'string' }] },
      note: { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
    },
    required: ['pet'],
    type: 'object',
  };

  it.each<[string, unknown, JsonValue, string]>([
    ['a recursive root without a type', recursive, { value: 1, children: [{ value: 2 }] }, 'pass'],
    [
      'a recursive root, a fault far down',
      recursive,
      { value: 1, children: [{ value: 2, children: [{ value: '3' }] }] },
      'wrong-type /children/0/children/0/value',
    ],
    ['a recursive root, no object at all', recursive, 5, 'wrong-type '],
    ['a tagged union', tagged, { pet: { kind: 'dog', tricks: 1 }, price: '4.50', note: null }, 'pass'],
    ['a tagged union, by its tag', tagged, { pet: { kind: 'dog', lives: 9 } }, 'missing-field /pet/tricks'],
    ['what lax mode would coerce', tagged, { pet: { kind: 'cat', lives: '9' } }, 'wrong-type /pet/lives'],
  ])('%s', async (_, schema, value, verdict) => expect(await judge(schema, value)).toBe(verdict));
});

describe('Zod', () => {
  const output = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object',
    properties: {
      count: { default: 1, type: 'integer', minimum: -9007199254740991, maximum: 9007199254740991 },
      tags: { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: ['string', 'null'] } },
      pair: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'number' }], items: false },
    },
    required: ['count', 'tags', 'pair'],
    additionalProperties: false,
  };
  const { additionalProperties: _, ...rest } = output;
  const input = { ...rest, required: ['tags', 'pair'] };
  const named = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    $ref: '#/definitions/Order',
    definitions: {
      Order: {
        type: 'object',
        properties: {
          from: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false },
          to: { $ref: '#/definitions/Order/properties/from' },
        },
        required: ['from', 'to'],
        additionalProperties: false,
      },
    },
  };
  const shared = {
    $schema: 'http://json-schema.org/draft-07/schema#',
    type: 'object',
    properties: { a: { type: 'object', properties: { n: { type: 'number' } }, required: ['n'] }, b: { $ref: '#/properties/a' } },
    required: ['a', 'b'],
    additionalProperties: false,
  };
  const good: JsonValue = { count: 1, tags: { a: 'x', b: null }, pair: ['a', 1] };

  it.each<[string, unknown, JsonValue, string]>([
    ['output: a default is required', output, { tags: {}, pair: ['a', 1] }, 'missing-field /count'],
    ['output: closed', output, { count: 1, tags: {}, pair: ['a', 1], extra: 1 }, 'extra-field /extra'],
    ['output', output, good, 'pass'],
    ['output: a tuple is closed', output, { count: 1, tags: {}, pair: ['a', 1, 2] }, 'wrong-length /pair'],
    ['input: a default may be left out', input, { tags: {}, pair: ['a', 1], extra: 1 }, 'pass'],
    ['zod-to-json-schema: a root reference into definitions', named, { from: { city: 'x' }, to: { city: 5 } }, 'wrong-type /to/city'],
    ['zod-to-json-schema: a root reference, closed', named, { from: { city: 'x' }, to: { city: 'y' }, via: 1 }, 'extra-field /via'],
    ['zod-to-json-schema: a reference to its first use', shared, { a: { n: 1 }, b: {} }, 'missing-field /b/n'],
    ['zod-to-json-schema: a reference to its first use', shared, { a: { n: 1 }, b: { n: 2 } }, 'pass'],
  ])('%s', async (_name, schema, value, verdict) => expect(await judge(schema, value)).toBe(verdict));
});
