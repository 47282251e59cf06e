import fc from 'fast-check';
import { expect, test } from 'vitest';
import { metaschemas } from '../../src/gates/metaschemas/index.ts';
import { isPlainlyValid } from '../../src/gates/problems/plain.ts';
import { openSchema } from '../../src/gates/schema/document.ts';
import { type WalkSettings, walk } from '../../src/gates/walk/walk.ts';
import type { JsonValue } from '../../src/model/json.ts';

const dialects = [
  ['draft-06', 'http://json-schema.org/draft-06/schema'],
  ['draft-07', 'http://json-schema.org/draft-07/schema'],
  ['2019-09', 'https://json-schema.org/draft/2019-09/schema'],
  ['2020-12', 'https://json-schema.org/draft/2020-12/schema'],
] as const;

const settings: WalkSettings = {
  isClosedObjects: false,
  formats: 'annotate',
  checkFormat: () => 'unchecked',
  matchPattern: () => true,
  maximumSteps: 1_000_000,
};

/** Schemas that are nearly right: every keyword with values that fit it and values that do not. */
const schemaLike: fc.Arbitrary<JsonValue> = fc.letrec<{ schema: JsonValue }>((tie) => {
  const value = fc.oneof(
    { weight: 4, arbitrary: tie('schema') },
    fc.constantFrom<JsonValue>(
      'string',
      'object',
      'strnig',
      '',
      0,
      1,
      -1,
      1.5,
      true,
      false,
      null,
      [],
      {},
      ['a', 'b'],
      ['a', 'a'],
      ['string', 'null'],
      ['string', 'string'],
      [1, 1],
      [null],
    ),
    fc.array(tie('schema'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__', 'toString'), tie('schema'), { maxKeys: 2, noNullPrototype: true }),
  );
  const word = fc.constantFrom(
    'title',
    'type',
    'properties',
    'required',
    'additionalProperties',
    'items',
    'enum',
    'const',
    'anyOf',
    'allOf',
    'oneOf',
    'not',
    'minimum',
    'multipleOf',
    'minLength',
    'maxItems',
    'uniqueItems',
    'pattern',
    'format',
    '$ref',
    '$defs',
    'definitions',
    'default',
    '$schema',
    'x-own',
    'contains',
    'if',
  );
  return { schema: fc.oneof(fc.boolean(), fc.dictionary(word, value, { maxKeys: 4, noNullPrototype: true })) };
}).schema;

test.each(dialects)('%s: what is plainly valid is valid by the meta-schema', (name, uri) => {
  const meta = openSchema(metaschemas.get(uri) ?? false, {}, metaschemas);
  let plain = 0;
  fc.assert(
    fc.property(schemaLike, (schema) => {
      if (!isPlainlyValid(schema, name)) return;
      plain++;
      expect([schema, walk(meta, schema, settings).kind]).toEqual([schema, 'valid']);
    }),
    { numRuns: 3000 },
  );
  expect(plain).toBeGreaterThan(300);
});
