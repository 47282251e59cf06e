import { beforeAll, describe, expect, it } from 'vitest';
import type { Gates, SchemaSource } from '../../src/gates/gates.ts';
import { describeProblems, json, openGates } from './kit.ts';

let gates: Gates;
beforeAll(async () => {
  gates = await openGates();
});

const draft4: SchemaSource = { dialect: { name: 'draft-04', because: 'test' } };
const draft7: SchemaSource = { dialect: { name: 'draft-07', because: 'test' } };

function problems(schema: string, source: SchemaSource = {}): readonly string[] {
  return describeProblems(gates, json(schema), source);
}

function detailOf(schema: string, source: SchemaSource = {}): string {
  return gates.contractOf(json(schema), source).problems[0]?.detail ?? '';
}

describe('a schema that its meta-schema refuses', () => {
  it.each([
    ['{"properties":{"v":{"type":"unknown"}},"additionalProperties":false}', '/properties/v/type', 'unknown is not a JSON Schema type'],
    ['{"type":"OBJECT"}', '/type', 'OBJECT is not a JSON Schema type (upper-case form used by Gemini; object?)'],
    ['{"type":"dict"}', '/type', 'dict is not a JSON Schema type (object?)'],
    [
      '{"type":"array","items":[{"type":"number"}]}',
      '/items',
      'items must be a schema in 2020-12, found an array (draft-07 tuple); no $schema is declared',
    ],
    [
      '{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"integer","minimum":0,"exclusiveMinimum":true}',
      '/exclusiveMinimum',
      'must be number in 2020-12, found boolean (draft-04/OpenAPI 3.0 form)',
    ],
    ['{"required":["a","b","a"]}', '/required', 'entries must be unique: a (items 0 and 2)'],
    ['{"type":"string","required":true}', '/required', 'required must be an array of names, found boolean (draft-03 form)'],
    ['{"properties":{"type":{"minLength":"3"}}}', '/properties/type/minLength', 'minLength must be integer in 2020-12, found string'],
    ['{"properties":[]}', '/properties', 'properties must be object in 2020-12, found array'],
  ])('%s', (schema, pointer, detail) => {
    const [first, ...others] = gates.contractOf(json(schema), {}).problems;
    expect(first).toMatchObject({ fault: 'invalid-schema', pointer, detail, isBlocking: true });
    expect(others.filter(({ isBlocking }) => isBlocking)).toEqual([]);
    expect(gates.contractOf(json(schema), {}).judge({})).toMatchObject({ verdict: 'unchecked', reason: 'invalid-declaration' });
  });

  it('is told from a valid one by its dialect', () => {
    expect(problems('{"items":[{"type":"number"}]}', draft7)).toEqual([]);
    expect(problems('{"exclusiveMinimum":true,"minimum":0}', draft4)).toEqual([]);
    expect(problems('{"enum":[]}')).toEqual([]);
    expect(problems('{"enum":[]}', draft4)).toEqual(['invalid-schema /enum blocking']);
  });

  it('says the first few faults only', () => {
    const fields = Array.from({ length: 40 }, (_, index) => `"f${index}":{"type":"any"}`).join(',');
    expect(problems(`{"properties":{${fields}},"additionalProperties":false}`)).toHaveLength(5);
  });

  it('is not a schema at all', () => {
    expect(problems('5')).toEqual(['invalid-schema  blocking']);
    expect(problems('[]')).toEqual(['invalid-schema  blocking']);
    expect(problems('true')).toEqual([]);
  });
});

describe('patterns', () => {
  it('of another dialect block, and say how to write them', () => {
    expect(problems('{"pattern":"^[a-z\\\\_\\\\-]+$"}')).toEqual(['foreign-pattern /pattern blocking']);
    expect(detailOf('{"pattern":"^[a-z\\\\_\\\\-]+$"}')).toContain('write ^[a-z_\\-]+$');
    expect(problems('{"patternProperties":{"(?i)x/":{}}}')).toEqual(['foreign-pattern /patternProperties/(?i)x~1 blocking']);
    expect(gates.contractOf(json('{"pattern":"(?i)a"}'), {}).judge('A')).toMatchObject({ verdict: 'unchecked', reason: 'foreign-pattern' });
  });

  it('that can run away, or carry their slashes, are noted', () => {
    expect(problems('{"pattern":"^(a|a)*$"}')).toEqual(['unsafe-pattern /pattern']);
    expect(problems('{"pattern":"/^abc$/i"}')).toEqual(['foreign-pattern /pattern']);
    expect(problems('{"pattern":"^/api/v\\\\d+/$"}')).toEqual([]);
  });
});

describe('words', () => {
  it.each([
    ['{"properties":{"kind":{"const":"a"}},"additionalProperties":false}', draft4, ['foreign-keyword /properties/kind/const']],
    ['{"dependencies":{"a":["b"]}}', {}, ['foreign-keyword /dependencies']],
    ['{"additionalItems":false}', {}, ['foreign-keyword /additionalItems']],
    ['{"prefixItems":[{}]}', draft7, ['foreign-keyword /prefixItems']],
    ['{"type":"string","requird":["a"]}', {}, ['unknown-keyword /requird']],
    ['{"type":"string","nullable":true}', {}, ['unknown-keyword /nullable']],
    ['{"type":"string","x-order":1,"title":"t","examples":["a"],"$comment":"c"}', {}, []],
    ['{"type":"string","deprecated":true}', draft4, []],
    [
      '{"$ref":"#/definitions/a","minLength":3,"description":"d","definitions":{"a":{"type":"string"}}}',
      draft7,
      ['foreign-keyword /minLength'],
    ],
  ])('%s', (schema, source, expected) => expect(problems(schema, source)).toEqual(expected));

  it('name the keyword that was probably meant', () => {
    expect(detailOf('{"type":"string","requird":["a"]}')).toBe('requird is not a keyword of 2020-12: it has no effect (required?)');
    expect(detailOf('{"type":"string","min_length":1}')).toContain('(minLength?)');
    expect(detailOf('{"type":"string","wibble":1}')).toBe('wibble is not a keyword of 2020-12: it has no effect');
    expect(detailOf('{"const":"a"}', draft4)).toBe('const came with draft-06: it has no effect under the declared draft-04');
    expect(detailOf('{"nullable":true}')).toBe('nullable is OpenAPI 3.0, not JSON Schema: it has no effect');
  });
});

describe('promises that are smaller than they look', () => {
  it.each([
    ['{"type":"object","properties":{"a":{"type":"string"}}}', ['open-object ']],
    ['{"type":"object","properties":{"a":{"type":"string"}},"additionalProperties":true}', []],
    ['{"type":"object"}', []],
    ['{"not":{"properties":{"a":{"type":"string"}}}}', []],
    ['{"unevaluatedProperties":false,"allOf":[{"properties":{"a":{"type":"string"}}}]}', []],
    [
      '{"properties":{"not":{"type":"object","properties":{"b":{"type":"string"}}}},"additionalProperties":false}',
      ['open-object /properties/not'],
    ],
    [
      '{"properties":{"a":{},"b":true,"c":{"description":"d"},"d":{"enum":[1]}},"additionalProperties":false}',
      ['untyped-field /properties/a', 'untyped-field /properties/b', 'untyped-field /properties/c'],
    ],
    ['{"items":{"format":"byte"},"additionalProperties":{"format":"byte"}}', ['unchecked-format /items/format']],
    ['{"format":"date-time"}', []],
    [
      '{"properties":{"action":{"enum":["read","write","delete"]}},"additionalProperties":false}',
      ['authorization-like /properties/action/enum'],
    ],
    ['{"properties":{"unit":{"enum":["read","metres"]}},"additionalProperties":false}', []],
    [
      '{"properties":{"refundAmount":{"type":"number","maximum":50}},"additionalProperties":false}',
      ['authorization-like /properties/refundAmount/maximum'],
    ],
    ['{"properties":{"limit":{"type":"integer","maximum":100}},"additionalProperties":false}', []],
    [
      '{"properties":{"credit_limit":{"type":"integer","maximum":100}},"additionalProperties":false}',
      ['authorization-like /properties/credit_limit/maximum'],
    ],
  ])('%s', (schema, expected) => expect([...problems(schema)].sort()).toEqual([...expected].sort()));

  it('never stand against a verdict', () => {
    const contract = gates.contractOf(json('{"properties":{"a":{"format":"byte","nullable":true}}}'), {});
    expect(contract.problems.length).toBeGreaterThan(0);
    expect(contract.judge({ a: 'x' }).verdict).toBe('pass');
  });
});

describe('references and dialects', () => {
  it.each([
    ['{"properties":{"screen":{"$ref":"#/$defs/Screen"}},"additionalProperties":false}', 'unresolved-ref', 'unresolved-ref'],
    ['{"$ref":"http://127.0.0.1:9/creds.json"}', 'external-ref', 'unresolved-ref'],
    ['{"$ref":"#"}', 'ref-loop', 'unresolved-ref'],
    ['{"$schema":"https://example.org/mine"}', 'unsupported-dialect', 'unsupported-dialect'],
  ])('%s is %s', (schema, fault, reason) => {
    const contract = gates.contractOf(json(schema), {});
    expect(contract.problems.filter(({ isBlocking }) => isBlocking).map((problem) => problem.fault)).toEqual([fault]);
    expect(contract.judge({})).toMatchObject({ verdict: 'unchecked', reason });
  });
});
