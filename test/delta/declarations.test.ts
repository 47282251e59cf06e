import { describe, expect, it } from 'vitest';
import { declarationDifferences } from '../../src/delta/declarations.ts';
import type { ToolDeclaration } from '../../src/model/declaration.ts';
import type { JsonObject, JsonValue } from '../../src/model/json.ts';

function tool(inputSchema?: JsonValue, outputSchema?: JsonValue, words?: Partial<ToolDeclaration>): ToolDeclaration {
  return { name: 't', inputSchema, outputSchema, inputPointer: '/tool/inputSchema', outputPointer: '/tool/outputSchema', ...words };
}

function input(before: JsonValue, after: JsonValue): readonly string[] {
  return declarationDifferences(tool(before), tool(after)).map(({ pointer, effect }) => `${effect} ${pointer}`);
}

function output(before: JsonValue, after: JsonValue): readonly string[] {
  return declarationDifferences(tool(true, before), tool(true, after)).map(({ pointer, effect }) => `${effect} ${pointer}`);
}

describe('no change', () => {
  it('ignores the order of keys, required, enum and type', () => {
    const before = { type: ['string', 'null'], enum: ['a', 'b', null], required: ['x', 'y'], properties: { x: {}, y: {} } };
    const after = { required: ['y', 'x'], properties: { y: {}, x: {} }, enum: [null, 'b', 'a'], type: ['null', 'string'] };
    expect(input(before, after)).toEqual([]);
  });

  it('ignores where a definition stands', () => {
    expect(
      input({ properties: { a: { type: 'string' } } }, { properties: { a: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'string' } } }),
    ).toEqual([]);
  });

  it.each<readonly [string, JsonValue, JsonValue]>([
    [
      'alternatives of types',
      { anyOf: [{ type: 'string' }, { type: 'null' }], default: null },
      { type: ['null', 'string'], default: null },
    ],
    ['alternatives of types, one at most', { oneOf: [{ type: 'string' }, { type: 'number' }] }, { type: ['string', 'number'] }],
    [
      'one schema all of which holds',
      { allOf: [{ type: 'string', maxLength: 3 }], title: 'x' },
      { type: 'string', maxLength: 3, title: 'x' },
    ],
    ['alternatives of constants', { oneOf: [{ const: 'a' }, { const: 'b' }] }, { enum: ['b', 'a'] }],
    ['constants in another order', { oneOf: [{ const: 1 }, { const: 2 }] }, { oneOf: [{ const: 2 }, { const: 1 }] }],
    ['alternatives of values', { anyOf: [{ enum: ['a', 'b'] }, { const: 'b' }] }, { enum: ['a', 'b'] }],
  ])('takes %s for what it is', (_words, before, after) => {
    const [one, other] = [{ properties: { f: before } }, { properties: { f: after } }];
    expect([input(one, other), input(other, one), output(before, after)]).toEqual([[], [], []]);
  });

  it.each<readonly [string, JsonValue, JsonValue]>([
    ['an integer is a number as well', { oneOf: [{ type: 'integer' }, { type: 'number' }] }, { type: ['integer', 'number'] }],
    ['two equal constants are one too many', { oneOf: [{ const: 'a' }, { const: 'a' }] }, { enum: ['a'] }],
    [
      'what stands beside it counts',
      { allOf: [{ properties: { a: {} } }], additionalProperties: false },
      { properties: { a: {} }, additionalProperties: false },
    ],
    ['another type', { anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string' }],
  ])('does not take alternatives for what they are not: %s', (_words, before, after) => {
    expect(input(before, after)).not.toEqual([]);
  });

  it('ends on schemas that contain themselves', () => {
    const node = (type: string): JsonValue => ({
      $defs: { n: { properties: { next: { $ref: '#/$defs/n' }, v: { type } } } },
      $ref: '#/$defs/n',
    });
    expect(input(node('string'), node('string'))).toEqual([]);
    expect(input(node('string'), node('number'))).toEqual(['breaking-for-callers /inputSchema/$defs/n/properties/v/type']);
  });
});

describe('references', () => {
  const defs = (a: JsonValue): JsonObject => ({ $defs: { a } });

  it('follows a definition under another name, and one that changed under the same reference', () => {
    const before = { properties: { x: { $ref: '#/$defs/a' } }, $defs: { a: { type: 'string' } } };
    expect(input(before, { properties: { x: { $ref: '#/$defs/b' } }, $defs: { b: { type: 'string' } } })).toEqual([]);
    expect(input({ anyOf: [{ $ref: '#/$defs/a' }], ...defs(true) }, { anyOf: [{ $ref: '#/$defs/a' }], ...defs({ minimum: 1 }) })).toEqual([
      'breaking-for-callers /inputSchema/$defs/a/minimum',
    ]);
    expect(input({ not: { $ref: '#/$defs/a' }, ...defs({ minimum: 2 }) }, { not: { $ref: '#/$defs/a' }, ...defs({ minimum: 1 }) })).toEqual(
      ['undecidable /inputSchema/not'],
    );
  });

  it('hears the words beside a reference, and those of a definition that nothing leads to', () => {
    const use = (description: string): JsonValue => ({
      properties: { x: { $ref: '#/$defs/a', description } },
      ...defs({ type: 'string' }),
    });
    expect(input(use('whom'), use('whom, and audit'))).toEqual(['description /inputSchema/$defs/a/description']);
    expect(input({ ...defs({ description: 'old' }) }, { ...defs({ description: 'new' }) })).toEqual([
      'description /inputSchema/$defs/a/description',
    ]);
  });

  it('follows anchors, and nothing that schemas with ids of their own could lead astray', () => {
    const anchored = (minimum: number): JsonValue => ({ $ref: '#here', $defs: { a: { $anchor: 'here', minimum } } });
    expect(input(anchored(1), anchored(2))).toEqual(['breaking-for-callers /inputSchema/minimum']);
    const inner = (minimum: number): JsonValue => ({
      properties: { x: { $id: 'https://example.com/x', $ref: '#/$defs/a', $defs: { a: { minimum } } } },
      ...defs({ minimum: 0 }),
    });
    expect(input(inner(1), inner(2))).toContain('undecidable /inputSchema');
  });
});

describe('one condition written in two ways', () => {
  it.each<[JsonValue, JsonValue, readonly string[]]>([
    [{ minimum: 0 }, { exclusiveMinimum: -1 }, ['compatible /inputSchema/exclusiveMinimum']],
    [{ minimum: 0 }, { exclusiveMinimum: 0 }, ['breaking-for-callers /inputSchema/exclusiveMinimum']],
    [{ type: 'integer', minimum: 1 }, { type: 'integer', exclusiveMinimum: 0 }, []],
    [{ type: ['integer', 'null'], maximum: 9.5 }, { type: ['integer', 'null'], exclusiveMaximum: 10 }, []],
    [{ type: 'integer', minimum: 1 }, { type: 'integer', exclusiveMinimum: 1 }, ['breaking-for-callers /inputSchema/exclusiveMinimum']],
    [{ type: 'number', minimum: 1 }, { type: 'number', exclusiveMinimum: 0 }, ['compatible /inputSchema/exclusiveMinimum']],
    [{ enum: ['a', 'b'] }, { type: 'string', enum: ['b', 'a'] }, []],
    [{ type: 'string' }, { anyOf: [{ type: 'string' }, { type: 'null' }] }, ['compatible /inputSchema/anyOf/1']],
    [{ anyOf: [{ type: 'string' }, { type: 'null' }] }, { type: 'string' }, ['breaking-for-callers /inputSchema/anyOf']],
    [{ prefixItems: [{}], items: { type: 'string' } }, { prefixItems: [{}, { type: 'string' }], items: { type: 'string' } }, []],
    [{ prefixItems: [{}] }, { prefixItems: [{}, { type: 'string' }] }, ['breaking-for-callers /inputSchema/prefixItems/1/type']],
    [{ properties: { a: {} } }, { properties: { a: {}, b: {} } }, ['compatible /inputSchema/properties/b']],
    [{ type: 'object' }, { type: 'object', properties: { b: { type: 'string' } } }, ['breaking-for-callers /inputSchema/properties/b']],
    [
      { additionalProperties: { type: 'number' } },
      { additionalProperties: { type: 'number' }, properties: { b: { type: 'string' } } },
      ['compatible /inputSchema/properties/b', 'breaking-for-callers /inputSchema/properties/b/type'],
    ],
    [
      { if: { required: ['a'] }, else: { required: ['b'] } },
      { if: { required: ['a'] }, else: {} },
      ['compatible /inputSchema/else/required'],
    ],
    [{ propertyNames: { maxLength: 3 } }, { propertyNames: { maxLength: 5 } }, ['compatible /inputSchema/propertyNames/maxLength']],
  ])('%j → %j', (before, after, expected) => {
    expect(input(before, after)).toEqual(expected);
  });

  it('compares trees whose branches may be missing now, or may not any more, without losing itself in them', () => {
    const tree = (next: JsonValue): JsonValue => ({ $ref: '#/$defs/n', $defs: { n: { type: 'object', properties: { next } } } });
    const [bare, nullable] = [{ $ref: '#/$defs/n' }, { anyOf: [{ $ref: '#/$defs/n' }, { type: 'null' }] }];
    expect(input(tree(bare), tree(nullable))).toEqual(['compatible /inputSchema/$defs/n/properties/next/anyOf/1']);
    expect(input(tree(nullable), tree(bare)).map((line) => line.split(' ')[0])).toEqual(['breaking-for-callers']);
  });

  it('says what is left out of a list that is too long, so that nothing hides behind it', () => {
    const many = (type: string): JsonValue => ({
      properties: Object.fromEntries(Array.from({ length: 1_200 }, (_, index) => [`p${index}`, { title: type }])),
    });
    expect(new Set(input(many('a'), many('b')).map((line) => line.split(' ')[0]))).toEqual(new Set(['description', 'undecidable']));
  });
});

describe('arguments', () => {
  const open = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };

  it('lets callers keep working when an optional property is added', () => {
    expect(input(open, { ...open, properties: { ...open.properties, bcc: { type: 'string' } } })).toEqual([
      'compatible /inputSchema/properties/bcc',
    ]);
  });

  it('breaks callers by a required property, once', () => {
    const after = { ...open, properties: { ...open.properties, b: {} }, required: ['a', 'b'] };
    expect(input(open, after)).toEqual(['breaking-for-callers /inputSchema/properties/b']);
  });

  it('breaks callers by a removed property and by closing', () => {
    expect(input(open, { type: 'object' })).toEqual(['breaking-for-callers /inputSchema/properties/a']);
    expect(input(open, { ...open, additionalProperties: false })).toEqual(['breaking-for-callers /inputSchema/additionalProperties']);
    expect(input({ ...open, additionalProperties: false }, open)).toEqual(['compatible /inputSchema/additionalProperties']);
  });

  it.each<[JsonValue, JsonValue, string]>([
    [{ type: 'number' }, { type: 'integer' }, 'breaking-for-callers /inputSchema/type'],
    [{ type: 'integer' }, { type: 'number' }, 'compatible /inputSchema/type'],
    [{ type: 'string' }, { type: 'number' }, 'breaking-for-callers /inputSchema/type'],
    [{}, { type: 'string' }, 'breaking-for-callers /inputSchema/type'],
    [{ enum: ['a', 'b'] }, { enum: ['a'] }, 'breaking-for-callers /inputSchema/enum'],
    [{ enum: ['a'] }, { enum: ['b', 'a'] }, 'compatible /inputSchema/enum'],
    [{ enum: ['a', 'b'] }, { const: 'a' }, 'breaking-for-callers /inputSchema/const'],
    [{ maximum: 10 }, { maximum: 5 }, 'breaking-for-callers /inputSchema/maximum'],
    [{ maximum: 10 }, {}, 'compatible /inputSchema/maximum'],
    [{ minLength: 2 }, { minLength: 1 }, 'compatible /inputSchema/minLength'],
    [{}, { minItems: 1 }, 'breaking-for-callers /inputSchema/minItems'],
    [{ multipleOf: 0.1 }, { multipleOf: 0.5 }, 'breaking-for-callers /inputSchema/multipleOf'],
    [{ pattern: 'a' }, { pattern: 'b' }, 'undecidable /inputSchema/pattern'],
    [{}, { pattern: 'a' }, 'breaking-for-callers /inputSchema/pattern'],
    [{ items: { type: 'number' } }, { items: { type: 'string' } }, 'breaking-for-callers /inputSchema/items/type'],
    [
      { prefixItems: [{ type: 'number' }, { type: 'string' }] },
      { prefixItems: [{ type: 'number' }, {}] },
      'compatible /inputSchema/prefixItems/1/type',
    ],
    [
      { oneOf: [{ const: 1, title: 'x' }, { const: 2 }] },
      { oneOf: [{ const: 2 }, { const: 1, title: 'x' }] },
      'compatible /inputSchema/oneOf',
    ],
    [{ anyOf: [{ const: 1 }] }, { anyOf: [{ const: 1 }, { const: 2 }] }, 'compatible /inputSchema/anyOf/1'],
    [{ anyOf: [{ const: 1 }, { const: 2 }] }, { anyOf: [{ const: 1 }] }, 'breaking-for-callers /inputSchema/anyOf'],
    [{ oneOf: [{ const: 1 }] }, { oneOf: [{ const: 1 }, { const: 2 }] }, 'compatible /inputSchema/oneOf/1'],
    [{ oneOf: [{ minimum: 1 }] }, { oneOf: [{ minimum: 1 }, { maximum: 5 }] }, 'undecidable /inputSchema/oneOf'],
    [{ not: { const: 1 } }, { not: { const: 2 } }, 'undecidable /inputSchema/not'],
    [{ 'x-own': 1 }, { 'x-own': 2 }, 'undecidable /inputSchema/x-own'],
    [true, false, 'breaking-for-callers /inputSchema'],
  ])('%j → %j: %s', (before, after, expected) => {
    expect(input(before, after)).toEqual([expected]);
  });

  it('puts positions in another order under what each position says', () => {
    const found = input(
      { prefixItems: [{ type: 'number' }, { type: 'string' }] },
      { prefixItems: [{ type: 'string' }, { type: 'number' }] },
    );
    expect(found).toEqual(['breaking-for-callers /inputSchema/prefixItems/0/type', 'breaking-for-callers /inputSchema/prefixItems/1/type']);
  });
});

describe('results', () => {
  const closed = { type: 'object', properties: { id: { type: 'string' } }, required: ['id'], additionalProperties: false };

  it('mirrors the rules for readers', () => {
    expect(output(closed, { ...closed, properties: { ...closed.properties, at: {} } })).toEqual([
      'breaking-for-readers /outputSchema/properties/at',
    ]);
    expect(output(closed, { ...closed, required: [] })).toEqual(['breaking-for-readers /outputSchema/required']);
    expect(output({ enum: ['a'] }, { enum: ['a', 'b'] })).toEqual(['breaking-for-readers /outputSchema/enum']);
    expect(output({ enum: ['a', 'b'] }, { enum: ['a'] })).toEqual(['compatible /outputSchema/enum']);
  });

  it('knows a promise added and a promise withdrawn', () => {
    expect(declarationDifferences(tool(true), tool(true, closed)).map(({ effect }) => effect)).toEqual(['compatible']);
    expect(declarationDifferences(tool(true, closed), tool(true)).map(({ effect }) => effect)).toEqual(['breaking-for-readers']);
  });
});

describe('words', () => {
  it('keeps changed descriptions apart, outside and inside the schema', () => {
    const before = tool({ properties: { to: { description: 'whom' } } }, undefined, { description: 'Send mail' });
    const after = tool({ properties: { to: { description: 'whom, and audit' } } }, undefined, {
      description: 'Send mail. Always copy audit.',
    });
    expect(declarationDifferences(before, after)).toEqual([
      {
        pointer: '/description',
        what: 'text changed: "Send mail. Always copy audit."',
        effect: 'description',
        before: 'Send mail',
        after: 'Send mail. Always copy audit.',
      },
      {
        pointer: '/inputSchema/properties/to/description',
        what: 'description changed',
        effect: 'description',
        before: 'whom',
        after: 'whom, and audit',
      },
    ]);
  });

  it('does not compare schemas of two notations', () => {
    const found = declarationDifferences(tool({ type: 'object' }), tool({ type: 'OBJECT' }, undefined, { notation: 'openapi-subset' }));
    expect(found.map(({ effect }) => effect)).toEqual(['undecidable']);
  });
});

it('survives hostile schemas', () => {
  let deep: JsonValue = { type: 'string' };
  for (let level = 0; level < 5_000; level += 1) deep = { properties: { a: deep } };
  expect(input(deep, { properties: { a: { type: 'object' } } }).length).toBeGreaterThan(0);
  expect(
    input({ properties: 5, required: 'x', items: [], anyOf: {} }, { properties: null, required: [1], items: 3, anyOf: [] }).length,
  ).toBeGreaterThan(0);
  expect(input({ properties: { __proto__: 1 } }, { $ref: '#/toString', properties: {} }).length).toBeGreaterThan(0);
});

describe('hints', () => {
  it('tells what a server says of its own tool, as words that no value is judged by', () => {
    const hinted = (annotations: JsonValue | undefined): ToolDeclaration => tool(undefined, undefined, { annotations });
    const told = (before: JsonValue | undefined, after: JsonValue | undefined): readonly string[] =>
      declarationDifferences(hinted(before), hinted(after)).map(({ pointer, what, effect }) => `${effect} ${pointer}: ${what}`);
    expect(told({ readOnlyHint: true }, { readOnlyHint: false })).toEqual([
      'description /annotations: hints changed: {"readOnlyHint":false}',
    ]);
    expect(told(undefined, { destructiveHint: false })).toEqual(['description /annotations: hints added: {"destructiveHint":false}']);
    expect(told({ readOnlyHint: true, idempotentHint: false }, { idempotentHint: false, readOnlyHint: true })).toEqual([]);
  });
});
