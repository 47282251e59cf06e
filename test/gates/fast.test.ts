import { beforeAll, describe, expect, it } from 'vitest';
import { takeSubset } from '../../src/gates/compile/subset.ts';
import { createContract } from '../../src/gates/contract.ts';
import { checkFormat } from '../../src/gates/formats/check.ts';
import type { Gates } from '../../src/gates/gates.ts';
import { createPatternGuard } from '../../src/gates/patterns/guard.ts';
import { openSchema } from '../../src/gates/schema/document.ts';
import { json, judgeWarm, openGates } from './kit.ts';

const draft7 = '"$schema":"http://json-schema.org/draft-07/schema#",';

/** Verdicts that ajv, left alone, gets wrong. */
const wrongInAjv: readonly (readonly [schema: string, value: string, verdict: string])[] = [
  ['{"items":{"contains":{"type":"null"}}}', '[[null],[]]', 'fail'],
  [`{${draft7}"items":[{"additionalProperties":true}],"contains":true}`, '[]', 'fail'],
  [`{${draft7}"properties":{"a":{"$ref":"#/definitions/any","type":"string"}},"definitions":{"any":{}}}`, '{"a":5}', 'pass'],
  ['{"anyOf":[{"patternProperties":{"^x":{"type":"string"}}},{}],"unevaluatedProperties":false}', '{"x-y":true}', 'fail'],
  ['{"properties":{"a":{}},"unevaluatedProperties":false}', '{"toString":1}', 'fail'],
  ['{"items":{"type":"string"},"uniqueItems":true}', '["__proto__","__proto__"]', 'fail'],
  ['{"prefixItems":[{},{}],"items":{"type":"string"},"uniqueItems":true}', '[1,1,"a"]', 'fail'],
  ['{"const":{"constructor":1}}', '{"constructor":1}', 'pass'],
  ['{"enum":[{"valueOf":1}]}', '{"valueOf":1}', 'pass'],
  ['{"uniqueItems":true}', '[{"toString":1},{"toString":1}]', 'fail'],
  ['{"uniqueItems":true}', '[{"toString":1},{"toString":2},1,"1",true,null]', 'pass'],
  ['{"multipleOf":0.01}', '19.99', 'pass'],
  ['{"multipleOf":0.01}', '4.35', 'pass'],
  ['{"multipleOf":0.01}', '0.010000001', 'fail'],
  ['{"multipleOf":0.5}', '1e308', 'pass'],
  ['{"type":"string","nullable":true}', 'null', 'fail'],
  ['{"$async":true,"type":"string"}', '5', 'fail'],
  ['{"$ref":"toString"}', '5', 'unchecked'],
  ['{"$ref":"#/toString"}', '5', 'unchecked'],
  ['{"$ref":"#/definitions/constructor"}', '5', 'unchecked'],
  ['{"$ref":"#/$defs/__proto__"}', '5', 'unchecked'],
  ['{"$ref":"#/$defs/a/type","$defs":{"a":{"type":"string"}}}', '5', 'unchecked'],
  ['{"properties":{"__proto__":{"type":"string"}},"additionalProperties":false}', '{"__proto__":"x"}', 'pass'],
  ['{"properties":{"__proto__":{"type":"string"}},"additionalProperties":false}', '{"__proto__":5}', 'fail'],
  ['{"required":["toString"]}', '{}', 'fail'],
  ['{"required":["__proto__"]}', '{"__proto__":1}', 'pass'],
  ['{"const":9007199254740992}', '9007199254740993', 'fail'],
  ['{"maximum":9007199254740992}', '9007199254740993', 'fail'],
  ['{"maximum":9223372036854775807}', '9223372036854775808', 'fail'],
  ['{"maximum":9223372036854775807}', '9223372036854775807', 'pass'],
  ['{"uniqueItems":true}', '[9007199254740993,9007199254740992]', 'pass'],
  ['{"multipleOf":2}', '9007199254740993', 'fail'],
  ['{"type":"integer"}', '1.0000000000000000001', 'fail'],
  ['{"exclusiveMinimum":0}', '1e-400', 'pass'],
  ['{"format":"toString"}', '"x"', 'pass'],
  ['{"properties":{"a":{"pattern":"^a"},"b":{"pattern":"^b"}}}', '{"a":"a","b":"b"}', 'pass'],
  ['{"properties":{"a":{"pattern":"^a"},"b":{"pattern":"^b"}}}', '{"a":"a","b":"a"}', 'fail'],
];

describe('the fast path at work', () => {
  let fast: Gates;
  let walkOnly: Gates;
  beforeAll(async () => {
    fast = await openGates({ isFast: true });
    walkOnly = await openGates();
  });

  it.each(wrongInAjv)('%s judges %s: %s', (schema, value, verdict) => {
    expect(judgeWarm(fast.contractOf(json(schema), {}), json(value)).verdict).toBe(verdict);
    expect(walkOnly.contractOf(json(schema), {}).judge(json(value)).verdict).toBe(verdict);
  });

  const order =
    '{"type":"object","properties":{"id":{"type":"integer"},"note":{"type":["string","null"]},"tags":{"type":"array","items":{"type":"string"}}},"required":["id"]}';
  it.each([
    '{"id":1}',
    '{"id":1,"note":"hello","tags":["a"]}',
    '{"id":1,"extra":true}',
    '{"id":1,"note":"null"}',
    '{"id":1,"note":"[1]"}',
    '{"id":5.0}',
    '{"id":1,"note":"a</note><x>1</x>"}',
    '{"id":1,"note":"a &amp; b"}',
    '{"id":"1"}',
    '{}',
    '[]',
  ])('answers %s exactly as the walk does, notes included', (text) => {
    const warm = judgeWarm(fast.contractOf(json(order), {}), json(text));
    expect(warm).toEqual(walkOnly.contractOf(json(order), {}).judge(json(text)));
  });

  it('notes a wrong format where formats are annotations', async () => {
    const gates = await openGates({ isFast: true, formats: 'annotate' });
    const contract = gates.contractOf(json('{"properties":{"at":{"type":"string","format":"date"}},"additionalProperties":false}'), {});
    const answer = judgeWarm(contract, json('{"at":"yesterday"}'));
    expect(answer.verdict).toBe('pass');
    expect(answer.notes.map(({ kind, path }) => `${kind} ${path}`)).toEqual(['wrong-format /at']);
  });

  it('does not mistake closed objects for a disagreement', async () => {
    const gates = await openGates({ isFast: true, isClosedObjects: true });
    const contract = gates.contractOf(json('{"properties":{"a":{"type":"string"}}}'), {});
    expect(judgeWarm(contract, json('{"b":1}')).verdict).toBe('fail');
    expect(judgeWarm(contract, json('{"a":"x"}')).verdict).toBe('pass');
  });
});

describe('two engines that disagree', () => {
  it('give no verdict, and both are named', () => {
    const document = openSchema({ type: 'string' }, {}, new Map());
    const guard = createPatternGuard();
    const settings = {
      isClosedObjects: false,
      formats: 'assert',
      checkFormat,
      matchPattern: guard.match,
      maximumSteps: 1000,
    } as const;
    const fast = { passesQuietly: () => false, verdictOn: () => false };
    expect(createContract(document, [], { settings, guard, fast }).judge('x')).toEqual({
      verdict: 'unchecked',
      reason: 'disagreement',
      detail: 'the walk says valid and ajv says invalid',
      notes: [],
    });
  });
});

describe('the subset', () => {
  it.each([
    '{"contains":{}}',
    '{"prefixItems":[{}]}',
    '{"$dynamicRef":"#x"}',
    '{"unevaluatedProperties":false}',
    '{"const":{}}',
    '{"properties":{"constructor":{}}}',
    '{"required":["valueOf"]}',
    '{"$ref":"other.json"}',
    '{"$ref":"#/x"}',
    '{"$ref":"#name"}',
    '{"maximum":9007199254740993}',
    '{"dependentRequired":{}}',
    '{"unknown":{}}',
    '{"properties":{"a":{"$id":"x"}}}',
    '{"enum":[]}',
  ])('refuses %s', (schema) => expect(takeSubset(json(schema), '2020-12', 'assert')).toBeUndefined());

  it('leaves old drafts to the walk', () => {
    expect(takeSubset({}, 'draft-04', 'assert')).toBeUndefined();
    expect(takeSubset({}, 'draft-06', 'assert')).toBeUndefined();
  });

  it('drops what decides nothing', () => {
    const subset = takeSubset(json('{"type":"string","title":"t","nullable":true,"x-a":1,"format":"byte"}'), '2020-12', 'assert');
    expect(subset?.plain).toEqual({ type: 'string' });
  });

  it('closes an optional object, which only one alternative takes', () => {
    const subset = takeSubset(
      json('{"anyOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"type":"null"}]}'),
      '2020-12',
      'assert',
    );
    expect(subset?.strict).toEqual({
      anyOf: [{ type: 'object', properties: { a: { type: 'string' } }, additionalProperties: false }, { type: 'null' }],
    });
  });

  it('closes open objects in the strict form', () => {
    const subset = takeSubset(json('{"properties":{"a":{"type":"object","properties":{"b":{"type":"string"}}}}}'), '2020-12', 'assert');
    expect(subset?.plain).toEqual({ properties: { a: { type: 'object', properties: { b: { type: 'string' } } } } });
    expect(subset?.strict).toEqual({
      properties: { a: { type: 'object', properties: { b: { type: 'string' } }, additionalProperties: false } },
      additionalProperties: false,
    });
  });

  it.each([
    '{"oneOf":[{"properties":{"a":true}},{"type":"string"}]}',
    '{"not":{"properties":{"a":{"type":"string"}}}}',
    '{"anyOf":[{"type":"object","properties":{"a":{"type":"string"}}},{"type":"object"}]}',
    '{"anyOf":[{"type":"array","items":{"properties":{"a":{"type":"string"}}}},{}]}',
    '{"oneOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"properties":{"b":{"type":"string"}}}}}',
  ])('has no strict form for %s, where refusing more could turn invalid into valid or hide a remark', (schema) =>
    expect(takeSubset(json(schema), '2020-12', 'assert')?.strict).toBeUndefined(),
  );
});
