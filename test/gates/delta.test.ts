import { describe, expect, it } from 'vitest';
import { openSchema } from '../../src/gates/schema/document.ts';
import { WalkLimit } from '../../src/gates/walk/limit.ts';
import { type WalkResult, type WalkSettings, walk } from '../../src/gates/walk/walk.ts';
import { parseJson } from '../../src/json/parse.ts';
import type { Delta } from '../../src/model/delta.ts';
import type { JsonValue } from '../../src/model/json.ts';

const settings: WalkSettings = {
  isClosedObjects: false,
  formats: 'assert',
  checkFormat: (format, value) =>
    format === 'date' && typeof value === 'string' ? (/^\d{4}-\d\d-\d\d$/.test(value) ? 'right' : 'wrong') : 'unchecked',
  matchPattern: (pattern, text) => new RegExp(pattern, 'u').test(text),
  maximumSteps: 1_000_000,
};

function judge(schema: JsonValue, value: JsonValue, changes: Partial<WalkSettings> = {}): WalkResult {
  return walk(openSchema(schema, {}, new Map()), value, { ...settings, ...changes });
}

function read(text: string): JsonValue {
  const result = parseJson(text);
  if (!result.ok) throw new Error(`not JSON: ${text}`);
  return result.value;
}

/** The deltas of an invalid value, without the schema's side of the place. */
function deltas(schema: JsonValue, value: JsonValue, changes: Partial<WalkSettings> = {}): readonly Partial<Delta>[] {
  const result = judge(schema, value, changes);
  return result.kind === 'invalid' ? result.deltas.map(({ schemaPath, ...rest }) => rest) : [];
}
function notes(schema: JsonValue, value: JsonValue, changes: Partial<WalkSettings> = {}): readonly Partial<Delta>[] {
  const result = judge(schema, value, changes);
  return result.kind === 'undecided' ? [] : result.notes.map(({ schemaPath, ...rest }) => rest);
}

const arm = (type: string, fields: { readonly [name: string]: JsonValue }): JsonValue => ({
  type: 'object',
  properties: { type: { const: type }, ...fields },
  required: ['type', ...Object.keys(fields)],
  additionalProperties: false,
});
const message: JsonValue = {
  anyOf: [
    arm('email', { to: { type: 'string' }, subject: { type: 'string' } }),
    arm('sms', { phone: { type: 'string' }, text: { type: 'string' } }),
    arm('push', { token: { type: 'string' } }),
  ],
};

describe('unions', () => {
  it('explains only the alternative that the tag names, and pairs a misspelt key', () => {
    const detail = 'the alternative where type is "sms"; 2 others not taken';
    expect(deltas(message, { type: 'sms', phnoe: '1', text: 'x' })).toEqual([
      { kind: 'missing-field', path: '/phone', declared: 'string', detail, hint: 'looks like "phnoe"' },
      { kind: 'extra-field', path: '/phnoe', recorded: '1', detail, hint: 'looks like "phone"', repair: 'drop the field' },
    ]);
  });

  it('says an unknown tag once, with all tags', () => {
    const detail = 'it says which of 3 alternatives is meant; none taken';
    const declared = ['email', 'sms', 'push'];
    expect(deltas(message, { type: 'fax', to: 'x' })).toEqual([{ kind: 'wrong-value', path: '/type', declared, recorded: 'fax', detail }]);
    expect(deltas(message, { to: 'x' })).toEqual([{ kind: 'missing-field', path: '/type', declared, detail }]);
  });

  it('names both types of a nullable field, once for each field', () => {
    const nullable = (type: string): JsonValue => ({ anyOf: [{ type }, { type: 'null' }] });
    const schema = { properties: { a: nullable('string'), b: nullable('integer') } };
    expect(deltas(schema, { a: 5, b: 'x' })).toEqual([
      { kind: 'wrong-type', path: '/a', declared: ['string', 'null'], recorded: 5, repair: '5 -> "5"' },
      { kind: 'wrong-type', path: '/b', declared: ['integer', 'null'], recorded: 'x' },
    ]);
  });

  it('looks through references and nested unions in a list', () => {
    const part = (kind: string, fields: { readonly [name: string]: JsonValue }): JsonValue => ({
      type: 'object',
      properties: { kind: { const: kind }, ...fields },
      required: ['kind', ...Object.keys(fields)],
    });
    const schema: JsonValue = {
      properties: { blocks: { type: 'array', items: { $ref: '#/$defs/Block' } } },
      $defs: {
        Block: { anyOf: [{ $ref: '#/$defs/Text' }, { $ref: '#/$defs/Media' }] },
        Media: { oneOf: [{ $ref: '#/$defs/Image' }, { $ref: '#/$defs/Video' }] },
        Text: part('text', { text: { type: 'string' } }),
        Image: part('image', { url: { type: 'string' } }),
        Video: part('video', { url: { type: 'string' }, length: { type: 'integer' } }),
      },
    };
    const value = {
      blocks: [
        { kind: 'text', text: 'a' },
        { kind: 'video', url: 'u', length: '12' },
      ],
    };
    expect(deltas(schema, value)).toEqual([
      {
        kind: 'wrong-type',
        path: '/blocks/1/length',
        declared: 'integer',
        recorded: '12',
        detail: 'the alternative where kind is "video"; 2 others not taken',
        repair: '"12" -> 12',
      },
    ]);
  });

  it('takes the alternative with the fewest faults where no tag tells', () => {
    const schema: JsonValue = {
      anyOf: [
        { type: 'object', properties: { city: { type: 'string' }, country: { type: 'string' } }, required: ['city', 'country'] },
        { type: 'object', properties: { lat: { type: 'number' }, lon: { type: 'number' } }, required: ['lat', 'lon'] },
      ],
    };
    const detail = 'alternative 1 is the closest alternative; 1 other not taken';
    expect(deltas(schema, { lat: '52.5', lon: 13.4 })).toEqual([
      { kind: 'wrong-type', path: '/lat', declared: 'number', recorded: '52.5', detail, repair: '"52.5" -> 52.5' },
    ]);
  });

  it('says which branch of a condition applies, and why', () => {
    const schema: JsonValue = {
      properties: { country: { type: 'string' }, zip: { type: 'string' } },
      if: { properties: { country: { const: 'US' } }, required: ['country'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { properties: { zip: { pattern: '^\\d{5}$' } } },
    };
    const detail = '"then" applies: the value satisfies "if" (country is "US")';
    expect(deltas(schema, { country: 'US', zip: 'K1A' })).toEqual([
      { kind: 'wrong-pattern', path: '/zip', declared: '^\\d{5}$', recorded: 'K1A', detail },
    ]);
    expect(judge(schema, { country: 'CA', zip: 'K1A' }).kind).toBe('valid');
  });

  it('lists the alternatives of oneOf that match at once', () => {
    const detail = 'matches 2 of 2 alternatives (0, 1); exactly one is allowed';
    expect(deltas({ oneOf: [{ type: 'integer' }, { minimum: 2 }] }, 3)).toEqual([{ kind: 'many-variants', path: '', recorded: 3, detail }]);
  });

  it('reads a union of literals as one enum', () => {
    const schema: JsonValue = { anyOf: [{ const: 'a' }, { enum: ['b', 'c'] }, { const: null }] };
    const hint = 'differs from "b" only in letter case';
    expect(deltas(schema, 'B')).toEqual([{ kind: 'wrong-value', path: '', declared: ['a', 'b', 'c', null], recorded: 'B', hint }]);
  });

  it('names both on a tie', () => {
    const needs = (name: string): JsonValue => ({ type: 'object', properties: { [name]: {} }, required: [name] });
    const detail = 'fits none of 2 alternatives; equally close: alternative 0 (missing-field /a), alternative 1 (missing-field /b)';
    expect(deltas({ anyOf: [needs('a'), needs('b')] }, { c: 1 })).toEqual([
      { kind: 'no-variant', path: '', declared: ['alternative 0', 'alternative 1'], recorded: { c: 1 }, detail },
    ]);
  });

  it('gives exactly two entries for an extra field and a wrong leaf', () => {
    const target = {
      type: 'object',
      properties: { id: { type: 'string' }, n: { type: 'integer' } },
      required: ['id', 'n'],
      additionalProperties: false,
    };
    const found = deltas({ properties: { t: { anyOf: [target, { type: 'null' }] } } }, { t: { id: 'a', n: '7', priority: 'high' } });
    expect(found.map(({ kind, path }) => [kind, path])).toEqual([
      ['wrong-type', '/t/n'],
      ['extra-field', '/t/priority'],
    ]);
  });

  it('knows a tag among ten thousand alternatives', () => {
    const schema: JsonValue = {
      anyOf: Array.from({ length: 10_000 }, (_, index) => arm(`k${index}`, { [`f${index}`]: { type: 'string' } })),
    };
    expect(deltas(schema, { type: 'k9999', f9999: 5 }).map(({ kind, path }) => [kind, path])).toEqual([['wrong-type', '/f9999']]);
  });
});

describe('repairs are named and never applied', () => {
  const cases: readonly (readonly [string, JsonValue, JsonValue, string | undefined])[] = [
    ['numeric text', { type: 'number' }, '48.00', '"48.00" -> 48'],
    ['numeric text out of range', { type: 'number', maximum: 10 }, '48.00', undefined],
    ['numeric text with spaces', { type: 'number' }, ' 48', undefined],
    ['boolean text', { type: 'boolean' }, 'true', '"true" -> true'],
    ['a number for text', { type: 'string' }, 5, '5 -> "5"'],
    ['a fraction for an integer', { type: 'integer' }, 5.5, undefined],
    ['an object in text', { type: 'object', required: ['a'] }, '{"a":1}', 'parse the text as JSON'],
    ['an object in text that would not do', { type: 'object', required: ['b'] }, '{"a":1}', undefined],
    ['an item for a list', { type: 'array', items: { type: 'string' } }, 'a', 'wrap in an array'],
    ['commas for a list', { type: 'array', items: { type: 'string' } }, 'a,b', undefined],
    ['a literal as text', { enum: [1, 2] }, '2', '"2" -> 2'],
    ['a literal or its text', { anyOf: [{ const: 'auto' }, { type: 'integer' }] }, '5', '"5" -> 5'],
  ];
  for (const [title, schema, value, repair] of cases) {
    it(title, () => {
      expect(deltas(schema, value).map((delta) => delta.repair)).toEqual([repair]);
    });
  }

  it('null is omitted only where the field is optional', () => {
    const schema = { properties: { a: { type: 'string' }, b: { type: 'string' } }, required: ['b'] };
    expect(deltas(schema, { a: null, b: null }).map(({ path, repair }) => [path, repair])).toEqual([
      ['/a', 'omit the field'],
      ['/b', undefined],
    ]);
  });

  it('a default fills a missing field', () => {
    const schema = { properties: { depth: { type: 'integer', default: 3 } }, required: ['depth'] };
    expect(deltas(schema, {})).toEqual([{ kind: 'missing-field', path: '/depth', declared: 'integer', repair: 'fill the default 3' }]);
  });
});

describe('one entry per real fault', () => {
  it('collapses what the items of a list share', () => {
    expect(deltas({ type: 'array', items: { type: 'integer' } }, ['1', 2, '3', '4'])).toEqual([
      { kind: 'wrong-type', path: '/0', declared: 'integer', recorded: '1', repair: '"1" -> 1', count: 3 },
    ]);
  });

  it('stops at a wrong type, and says it once for two schemas', () => {
    const schema: JsonValue = { type: 'string', minLength: 3, enum: ['abc'], allOf: [{ type: 'string' }] };
    expect(deltas(schema, 5)).toEqual([{ kind: 'wrong-type', path: '', declared: 'string', recorded: 5 }]);
    expect(deltas({ allOf: [{ type: 'string' }, { type: 'string', minLength: 1 }] }, [])).toHaveLength(1);
  });

  it('does not report as unevaluated what a failed alternative describes', () => {
    const schema: JsonValue = { anyOf: [{ properties: { a: { type: 'string' } }, required: ['a', 'b'] }], unevaluatedProperties: false };
    expect(deltas(schema, { a: 'x', z: 1 }).map(({ kind, path }) => [kind, path])).toEqual([
      ['missing-field', '/b'],
      ['extra-field', '/z'],
    ]);
  });

  it('says why a field is required or forbidden by another', () => {
    const schema: JsonValue = { dependentRequired: { card: ['cvc'] }, dependentSchemas: { card: { properties: { cash: false } } } };
    expect(deltas(schema, { card: 1, cash: 2 }).map(({ kind, path, detail }) => [kind, path, detail])).toEqual([
      ['missing-field', '/cvc', 'required because card is present'],
      ['forbidden', '/cash', 'the schema here is false; because card is present'],
    ]);
  });

  it('caps the list and counts the rest', () => {
    const value = Object.fromEntries(Array.from({ length: 10_005 }, (_, index) => [`k${index}`, index]));
    const found = deltas({ additionalProperties: { type: 'string' } }, value);
    expect(found).toHaveLength(10_000);
    expect(found.at(-1)?.detail).toBe('5 more differences are not listed');
  });

  it('compares beyond doubles', () => {
    const schema = read('{"maximum":9223372036854775807}');
    expect(deltas(schema, read('9223372036854775808')).map(({ kind }) => kind)).toEqual(['out-of-range']);
    expect(judge(schema, read('9223372036854775807')).kind).toBe('valid');
  });
});

describe('notes change no verdict', () => {
  it('a field nobody declares, with the name it may have meant', () => {
    const schema = { properties: { symbol: {}, maxDepth: { type: 'integer' } } };
    expect(judge(schema, { symbol: 'f', depth: 1 }).kind).toBe('valid');
    expect(notes(schema, { symbol: 'f', depth: 1 })).toEqual([
      { kind: 'undeclared-field', path: '/depth', recorded: 1, hint: 'looks like "maxDepth"' },
    ]);
    expect(deltas(schema, { depth: 1 }, { isClosedObjects: true }).map(({ kind, path }) => [kind, path])).toEqual([
      ['extra-field', '/depth'],
    ]);
  });

  it('a field declared by any schema that applies is declared', () => {
    const schema: JsonValue = { properties: { a: {} }, allOf: [{ $ref: '#/$defs/b' }], $defs: { b: { properties: { b: {} } } } };
    expect(notes(schema, { a: 1, b: 2 })).toEqual([]);
    expect(notes({ properties: { a: {} }, additionalProperties: true }, { z: 1 })).toEqual([]);
    expect(notes({ type: 'object' }, { z: 1 })).toEqual([]);
  });

  it('two paths to one object count together', () => {
    const at = (name: string): JsonValue => ({ properties: { o: { properties: { [name]: {} } } } });
    expect(judge({ allOf: [at('x'), at('y')] }, { o: { x: 1, y: 2 } }, { isClosedObjects: true }).kind).toBe('valid');
  });

  it('a field of an alternative that was not taken', () => {
    const open = (mode: string, fields: { readonly [name: string]: JsonValue }): JsonValue => ({
      properties: { mode: { const: mode }, ...fields },
      required: ['mode'],
    });
    const schema: JsonValue = { oneOf: [open('latest', {}), open('window', { offset: { type: 'integer' } })] };
    const detail = 'declared in another alternative (mode "window")';
    expect(notes(schema, { mode: 'latest', offset: 100 })).toEqual([{ kind: 'undeclared-field', path: '/offset', recorded: 100, detail }]);
  });

  it('numbers whose spelling or size readers do not share', () => {
    expect(notes({ type: 'integer' }, read('5.0')).map(({ kind }) => kind)).toEqual(['number-form']);
    expect(notes({ type: 'number' }, read('5.0'))).toEqual([]);
    expect(notes({ type: 'integer' }, read('9007199254740993')).map(({ kind }) => kind)).toEqual(['rounded-number']);
    expect(notes({ type: 'integer' }, read('9223372036854775808'))).toEqual([]);
    const draft04 = { $schema: 'http://json-schema.org/draft-04/schema#', type: 'integer' };
    expect(deltas(draft04, read('5.0')).map(({ kind, repair }) => [kind, repair])).toEqual([['wrong-type', '5.0 -> 5']]);
  });

  const suspicious: readonly (readonly [string, JsonValue, JsonValue, number])[] = [
    ['a list in text', { anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }] }, '["a"]', 1],
    ['a list in text that is no such list', { anyOf: [{ type: 'array', items: { type: 'integer' } }, { type: 'string' }] }, '["a"]', 0],
    ['brackets in prose', { type: ['string', 'array'] }, '[sic]', 0],
    ['null in text', { type: ['string', 'null'] }, 'null', 1],
    ['a number in text with a pattern', { type: ['string', 'integer'], pattern: '^\\d+$' }, '5', 0],
    ['plain text', { type: 'string' }, 'null', 0],
    [
      'swallowed markup',
      { properties: { content: { type: 'string' }, meta: {} } },
      { content: 'x</content>\n<parameter name="meta">{}' },
      1,
    ],
    [
      'markup about a present field',
      { properties: { content: { type: 'string' }, meta: {} } },
      { content: '<parameter name="meta">', meta: 1 },
      0,
    ],
    ['prose about markup', { properties: { content: { type: 'string' } } }, { content: 'write <invoke name="x"> first' }, 0],
    ['entities in a command', { properties: { command: { type: 'string' } } }, { command: 'a &amp;&amp; b' }, 1],
    ['entities in prose', { properties: { body: { type: 'string' } } }, { body: 'a &amp; b' }, 0],
    ['a query string', { properties: { url: { type: 'string' } } }, { url: 'https://x.test/?a=1&b=2' }, 0],
  ];
  for (const [title, schema, value, count] of suspicious) {
    it(title, () => {
      expect(notes(schema, value).map(({ kind }) => kind)).toEqual(Array.from({ length: count }, () => 'suspicious-value'));
    });
  }

  it('a format fails or is noted, as asked', () => {
    const schema = { type: 'string', format: 'date' };
    expect(deltas(schema, 'x')).toEqual([{ kind: 'wrong-format', path: '', declared: 'date', recorded: 'x' }]);
    expect(judge(schema, 'x', { formats: 'annotate' }).kind).toBe('valid');
    expect(notes(schema, 'x', { formats: 'annotate' })).toEqual([{ kind: 'wrong-format', path: '', declared: 'date', recorded: 'x' }]);
  });
});

describe('references', () => {
  const faults = (schema: JsonValue): readonly string[] =>
    openSchema(schema, {}, new Map()).problems.map(({ fault, pointer }) => `${fault} ${pointer}`);

  it('resolves only to own schema locations', () => {
    expect(faults({ $ref: '#/$defs/toString', $defs: {} })).toEqual(['unresolved-ref /$ref']);
    expect(faults({ $ref: 'toString' })).toEqual(['unresolved-ref /$ref']);
    expect(faults({ $ref: '#/$defs/a/type', $defs: { a: { type: 'string' } } })).toEqual(['unresolved-ref /$ref']);
    expect(faults({ properties: { $ref: { type: 'string' } }, enum: [{ $ref: '#/nowhere' }] })).toEqual([]);
    expect(faults(read('{"$ref":"#/$defs/__proto__","$defs":{"__proto__":{"type":"string"}}}'))).toEqual([]);
  });

  it('fetches nothing', () => {
    expect(faults({ properties: { a: { $ref: 'http://127.0.0.1:9/a.json' } } })).toEqual(['external-ref /properties/a/$ref']);
    expect(faults({ $ref: 'file:///etc/passwd' })).toEqual(['external-ref /$ref']);
  });

  it('finds loops that never descend, and allows those that do', () => {
    expect(faults({ $ref: '#' })).toEqual(['ref-loop /$ref']);
    expect(faults({ $defs: { a: { $ref: '#/$defs/b' }, b: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/a' }] } } })).toEqual([
      'ref-loop /$defs/b/anyOf/1/$ref',
    ]);
    expect(faults({ properties: { child: { $ref: '#' } } })).toEqual([]);
  });

  it('takes the dialect as written', () => {
    expect(faults({ $schema: 'http://json-schema.org/draft-07/schema' })).toEqual([]);
    expect(faults({ $schema: 'https://json-schema.org/draft-07/schema#' })).toEqual(['unsupported-dialect /$schema']);
    const schema = { $schema: 'http://json-schema.org/draft-04/schema#', properties: { kind: { const: 'a' } } };
    expect(judge(schema, { kind: 'b' }).kind).toBe('valid');
  });
});

describe('hostile input', () => {
  const nest = (depth: number, wrap: (inner: JsonValue) => JsonValue, leaf: JsonValue): JsonValue => {
    let value = leaf;
    for (let level = 0; level < depth; level++) value = wrap(value);
    return value;
  };
  const reason = (result: WalkResult): string => (result.kind === 'undecided' ? result.reason : result.kind);

  it('gives up on 22 doubling references', () => {
    const doubling = (keyword: string): JsonValue => {
      const definitions: Record<string, JsonValue> = { d22: { type: 'string' } };
      for (let level = 0; level < 22; level++)
        definitions[`d${level}`] = { [keyword]: [{ $ref: `#/$defs/d${level + 1}` }, { $ref: `#/$defs/d${level + 1}` }] };
      return { $ref: '#/$defs/d0', $defs: definitions };
    };
    expect(reason(judge(doubling('allOf'), 'x'))).toBe('limit:time');
    expect(reason(judge(doubling('allOf'), 5))).toBe('limit:time');
    expect(reason(judge(doubling('oneOf'), 5))).toBe('limit:time');
  }, 10_000);

  it('gives up on depth, of value and of schema', () => {
    const deep = nest(10_000, (inner) => [inner], 1);
    expect(reason(judge({ items: { $ref: '#' } }, deep))).toBe('limit:depth');
    expect(reason(judge({ type: 'array' }, deep))).toBe('valid');
    for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
      expect(
        reason(
          judge(
            nest(10_000, (inner) => ({ [keyword]: [inner, { type: 'null' }] }), {}),
            5,
          ),
        ),
      ).toBe('limit:depth');
    }
    expect(
      reason(
        judge(
          nest(10_000, (inner) => ({ properties: { a: inner } }), {}),
          {},
        ),
      ),
    ).toBe('limit:depth');
  });

  it('judges an ordinary recursion to a depth nobody writes', () => {
    const schema = { anyOf: [{ type: 'array', items: { $ref: '#' } }, { type: 'null' }] };
    expect(
      judge(
        schema,
        nest(150, (inner) => [inner], null),
      ).kind,
    ).toBe('valid');
    expect(
      deltas(
        schema,
        nest(150, (inner) => [inner], 5),
      ),
    ).toHaveLength(1);
  });

  it('is linear in bad items, equal items and unknown names', () => {
    const many = Array.from({ length: 50_000 }, (_, index) => ({ index }));
    expect(judge({ uniqueItems: true }, many).kind).toBe('valid');
    const names = Object.fromEntries(many.map(({ index }) => [`name_${index}`, index]));
    expect(judge({ properties: { amount: {} } }, names).kind).toBe('valid');
  });

  it('passes on a limit that a pattern meets', () => {
    const matchPattern = (): boolean => {
      throw new WalkLimit('limit:time', 'the pattern takes too long');
    };
    expect(judge({ pattern: 'a' }, 'a', { matchPattern })).toEqual({
      kind: 'undecided',
      reason: 'limit:time',
      detail: 'the pattern takes too long',
    });
  });

  it('gives no verdict under a keyword that means nothing', () => {
    expect(reason(judge({ type: 'any' }, 1))).toBe('invalid-declaration');
    expect(reason(judge({ minimum: '5' }, 1))).toBe('invalid-declaration');
    expect(reason(judge(5, 1))).toBe('invalid-declaration');
  });
});

describe('what other validators get wrong', () => {
  const cases: readonly (readonly [string, JsonValue, string, 'valid' | 'invalid'])[] = [
    ['contains in a loop', { items: { contains: { type: 'null' } } }, '[[null],[]]', 'invalid'],
    ['contains beside a short tuple', { prefixItems: [{ additionalProperties: true }], contains: true }, '[]', 'invalid'],
    [
      'pattern of a failed branch',
      { anyOf: [{ patternProperties: { '^x': { type: 'string' } } }, {}], unevaluatedProperties: false },
      '{"x-y":true}',
      'invalid',
    ],
    ['names of a prototype are not evaluated', { properties: { a: {} }, unevaluatedProperties: false }, '{"toString":1}', 'invalid'],
    ['equal items named like a prototype', { uniqueItems: true, items: { type: 'string' } }, '["__proto__","__proto__"]', 'invalid'],
    ['objects that override methods', { uniqueItems: true }, '[{},{"valueOf":0}]', 'valid'],
    ['a const with a constructor', { const: { constructor: 1 } }, '{"constructor":1}', 'valid'],
    ['a price', { multipleOf: 0.01 }, '19.99', 'valid'],
    ['not quite a price', { multipleOf: 0.01 }, '0.010000001', 'invalid'],
    ['a const outside its enum', { const: 2, enum: ['a', 3] }, '2', 'invalid'],
    ['nullable is no keyword', { type: 'string', nullable: true }, 'null', 'invalid'],
    ['$async is no keyword', { $async: true, type: 'string' }, '5', 'invalid'],
    ['a property named __proto__', read('{"properties":{"__proto__":{"type":"string"}}}'), '{"__proto__":1}', 'invalid'],
    ['a neighbour of a const', read('{"const":9007199254740992}'), '9007199254740993', 'invalid'],
    ['almost an integer', { type: 'integer' }, '1.0000000000000000001', 'invalid'],
    ['hardly above zero', { exclusiveMinimum: 0 }, '1e-400', 'valid'],
    [
      'type beside $ref before 2019-09',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        properties: { a: { $ref: '#/definitions/b', type: 'string' } },
        definitions: { b: { type: 'integer' } },
      },
      '{"a":1}',
      'valid',
    ],
    [
      'base and one of',
      {
        $ref: '#/$defs/base',
        oneOf: [
          { properties: { byId: {} }, required: ['byId'] },
          { properties: { byName: {} }, required: ['byName'] },
        ],
        unevaluatedProperties: false,
        $defs: { base: { properties: { dryRun: {} } } },
      },
      '{"dryRun":true,"byName":"n"}',
      'valid',
    ],
  ];
  for (const [title, schema, text, verdict] of cases) {
    it(title, () => {
      expect(judge(schema, read(text)).kind).toBe(verdict);
    });
  }
});
