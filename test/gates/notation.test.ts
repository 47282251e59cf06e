import { describe, expect, it } from 'vitest';
import { fromOpenApiSubset } from '../../src/gates/notation.ts';
import { ExactNumber } from '../../src/model/json.ts';
import { json, openGates } from './kit.ts';

describe('the OpenAPI subset of Gemini', () => {
  it.each([
    [
      '{"type":"OBJECT","properties":{"type":{"type":"STRING"}},"required":["type"]}',
      '{"type":"object","properties":{"type":{"type":"string"}},"required":["type"]}',
    ],
    ['{"type":"STRING","nullable":true}', '{"type":["string","null"]}'],
    ['{"type":"STRING","nullable":false}', '{"type":"string"}'],
    ['{"type":"STRING","format":"enum","enum":["a"],"nullable":true}', '{"type":["string","null"],"enum":["a",null]}'],
    ['{"type":"INTEGER","format":"enum","enum":["101","102"]}', '{"type":"integer","enum":[101,102]}'],
    ['{"anyOf":[{"type":"STRING"}],"nullable":true}', '{"anyOf":[{"type":"string"},{"type":"null"}]}'],
    [
      '{"type":"ARRAY","items":{"type":"NUMBER"},"minItems":"1","maxItems":"20"}',
      '{"type":"array","items":{"type":"number"},"minItems":1,"maxItems":20}',
    ],
    ['{"type":"OBJECT","propertyOrdering":["a"]}', '{"type":"object"}'],
    ['{"type":"TYPE_UNSPECIFIED"}', '{}'],
    ['{"any_of":[{"type":"STRING","max_length":"5"}],"property_ordering":[]}', '{"anyOf":[{"type":"string","maxLength":5}]}'],
    ['{"properties":{"any_of":{"type":"STRING"}}}', '{"properties":{"any_of":{"type":"string"}}}'],
    ['{"type":"string","minItems":"many"}', '{"type":"string","minItems":"many"}'],
    ['{"enum":["OBJECT"],"description":"STRING"}', '{"enum":["OBJECT"],"description":"STRING"}'],
    ['{"properties":{"__proto__":{"type":"STRING"}}}', '{"properties":{"__proto__":{"type":"string"}}}'],
  ])('%s', (given, expected) => expect(JSON.stringify(fromOpenApiSubset(json(given)))).toBe(expected));

  it('keeps numerals that a double would change', () => {
    expect(fromOpenApiSubset(json('{"maxLength":"9007199254740993"}'))).toEqual({ maxLength: new ExactNumber('9007199254740993') });
  });

  it('judges by the normalised schema, shows the original and says so', async () => {
    const gates = await openGates();
    const schema = json('{"type":"OBJECT","properties":{"n":{"type":"INTEGER","nullable":true}},"required":["n"]}');
    const contract = gates.contractOf(schema, { notation: 'openapi-subset', dialect: { name: '2020-12', because: 'declared to Gemini' } });
    expect(contract.schema).toBe(schema);
    expect(contract.dialect?.because).toBe(
      'declared to Gemini; normalised from the OpenAPI subset (upper-case types, nullable, numerals as text)',
    );
    expect(contract.judge({ n: null }).verdict).toBe('pass');
    expect(contract.judge({ n: 'x' }).verdict).toBe('fail');
    expect(gates.contractOf(schema, {}).judge({ n: null }).verdict).toBe('unchecked');
  });
});
