import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differences, isSameValue, type ValueDifference } from '../../src/delta/values.ts';
import { parseJson } from '../../src/json/parse.ts';
import { ExactNumber, isJsonArray, isJsonObject, type JsonValue } from '../../src/model/json.ts';

function read(text: string): JsonValue {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.fault.detail);
  return result.value;
}

function kinds(before: string, after: string, schema?: string): readonly string[] {
  const found = differences(read(before), read(after), schema === undefined ? {} : { schema: read(schema) });
  return found.map((difference) => `${difference.kind} ${difference.path}`);
}

function only(before: string, after: string): ValueDifference | undefined {
  const found = differences(read(before), read(after));
  expect(found).toHaveLength(1);
  return found[0];
}

describe('equal values', () => {
  it('sees no difference in key order and number spelling', () => {
    expect(kinds('{"a":1,"b":[4800,1e2]}', '{"b":[4800.0,100],"a":1}')).toEqual([]);
  });

  it('finds nothing between a value and itself, whatever the value', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => differences(read(JSON.stringify(value)), read(JSON.stringify(value))).length === 0));
  });

  it('finds nothing between a value and the same value with shuffled keys', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const before = read(JSON.stringify(value));
        return differences(before, reversed(before)).length === 0 && isSameValue(before, reversed(before));
      }),
    );
  });

  it('finds something between any two values that are not equal', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        const [before, after] = [read(JSON.stringify(a)), read(JSON.stringify(b))];
        return isSameValue(before, after) === (differences(before, after).length === 0);
      }),
    );
  });
});

function reversed(value: JsonValue): JsonValue {
  if (isJsonArray(value)) return value.map(reversed);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  );
}

describe('members', () => {
  it('names the demo refund: a text became a number, an extra field was dropped', () => {
    const before = '{"customer_id":"C-1004","amount":"48.00","reason":"wrong size","priority":"high"}';
    expect(kinds(before, '{"customer_id":"C-1004","amount":48,"reason":"wrong size"}')).toEqual(['coerced /amount', 'dropped /priority']);
  });

  it('tells a default from an invention and from a null filling', () => {
    const schema =
      '{"properties":{"limit":{"$ref":"#/$defs/limit"},"nested":{"properties":{"x":{"default":1}}}},"$defs":{"limit":{"default":10}}}';
    const before = '{"nested":{}}';
    expect(kinds(before, '{"nested":{},"limit":10}', schema)).toEqual(['defaulted /limit']);
    expect(kinds(before, '{"nested":{},"limit":11}', schema)).toEqual(['added /limit']);
    expect(kinds(before, '{"nested":{},"limit":null}', schema)).toEqual(['null-filled /limit']);
    expect(kinds(before, '{"nested":{"x":1}}', schema)).toEqual(['defaulted /nested/x']);
  });

  it('does not follow a reference that leads round in circles', () => {
    expect(kinds('{}', '{"a":1}', '{"properties":{"a":{"$ref":"#/properties/b"},"b":{"$ref":"#/properties/a"}}}')).toEqual(['added /a']);
  });

  it('reports a rename at the new name and says the old one', () => {
    const found = only('{"customerId":"C-1","n":1}', '{"customer_id":"C-1","n":1}');
    expect(found).toEqual({ kind: 'renamed', path: '/customer_id', before: 'C-1', after: 'C-1', detail: '/customerId → /customer_id' });
  });

  it('accepts any new name for a telling value, and no unlike name for a common one', () => {
    expect(kinds('{"who":"C-1001","n":1}', '{"subject":"C-1001","n":1}')).toEqual(['renamed /subject']);
    expect(kinds('{"dry":true,"n":1}', '{"force":true,"n":1}')).toEqual(['dropped /dry', 'added /force']);
    expect(kinds('{"who":"C-1001","n":1}', '{"x":"C-1001","y":"C-1001","n":1}')).toEqual(['dropped /who', 'added /x', 'added /y']);
  });

  it('says emptied and unwrapped once for a whole object', () => {
    expect(kinds('{"filter":{"a":1,"b":2}}', '{"filter":{}}')).toEqual(['emptied /filter']);
    expect(kinds('{"arguments":{"a":1,"b":2}}', '{"a":1,"b":2}')).toEqual(['unwrapped ']);
    expect(kinds('{"a":["x"]}', '{"a":"x"}')).toEqual(['unwrapped /a']);
  });

  it('treats prototype names as names', () => {
    expect(kinds('{"__proto__":1,"toString":2}', '{"toString":2}')).toEqual(['dropped /__proto__']);
    expect(kinds('{"k":1}', '{"k":1,"constructor":2}', '{"properties":{}}')).toEqual(['added /constructor']);
  });

  it('escapes names in pointers', () => {
    expect(kinds('{"a/b":{"c~d":1}}', '{"a/b":{"c~d":2}}')).toEqual(['changed /a~1b/c~0d']);
  });
});

describe('scalars', () => {
  it.each([
    ['"48.00"', '48', undefined],
    ['"true"', 'true', undefined],
    ['"false"', 'true', 'inverted'],
    ['"yes"', 'true', undefined],
    ['5', '"5"', undefined],
    ['true', '1', undefined],
    ['0', 'false', undefined],
    ['"1_000"', '1000', undefined],
    ['""', 'null', undefined],
    ['null', '""', 'null turned into an empty value'],
    ['"{\\"a\\":1}"', '{"a":1}', 'JSON text was parsed'],
    ['{"a":1}', '"{\\"a\\":1}"', 'written as JSON text'],
    ['"x"', '["x"]', 'put into an array'],
    ['"a, b"', '["a","b"]', 'split at commas'],
  ])('%s → %s is coerced', (before, after, detail) => {
    const found = only(before, after);
    expect(found?.kind).toBe('coerced');
    expect(found?.detail).toBe(detail);
  });

  it.each([
    ['48.004', '48', 'rounded'],
    ['19.987', '19.99', 'rounded'],
    ['0.30000000000000004', '0.3', 'rounded'],
    ['9007199254740993', '9007199254740992', 'rounded'],
    ['1234', '1000', 'changed'],
    ['48', '48.5', 'changed'],
    ['48.0', '49', 'changed'],
    ['"damaged on arrival"', '"damaged"', 'truncated'],
    ['"damaged on arrival"', '"damaged…"', 'truncated'],
    ['"damaged"', '""', 'emptied'],
    ['"damaged"', '"damaged goods"', 'changed'],
    ['"\\"x\\""', '"x"', 'unwrapped'],
    ['"5"', '6', 'changed'],
    ['"abc"', 'null', 'changed'],
    ['true', 'null', 'changed'],
  ])('%s → %s is %s', (before, after, kind) => {
    expect(only(before, after)?.kind).toBe(kind);
  });

  it('holds what both values are', () => {
    expect(only('9007199254740993', '9007199254740992')).toEqual({
      kind: 'rounded',
      path: '',
      before: new ExactNumber('9007199254740993'),
      after: 9007199254740992,
      detail: 'to the nearest double',
    });
  });
});

describe('arrays', () => {
  it('finds the item that was removed or inserted, not every later one', () => {
    expect(kinds('["a","b","c","d"]', '["a","c","d"]')).toEqual(['dropped /1']);
    expect(kinds('["a","c","d"]', '["a","b","c","d"]')).toEqual(['added /1']);
    expect(kinds('["a","b","c","d","e"]', '["x","c","d"]')).toEqual(['changed /0', 'dropped /1', 'dropped /4']);
  });

  it('says truncated and emptied once', () => {
    expect(only('[1,2,3,4,5]', '[1,2,3]')).toMatchObject({ kind: 'truncated', path: '', detail: '3 of 5 items kept' });
    expect(kinds('{"a":[1,2]}', '{"a":[]}')).toEqual(['emptied /a']);
  });

  it('compares items of equally long arrays one by one', () => {
    expect(kinds('[{"n":"1"},{"n":2}]', '[{"n":1},{"n":3}]')).toEqual(['coerced /0/n', 'changed /1/n']);
  });
});

describe('hostile sizes', () => {
  it('stops at the depth limit with one difference', () => {
    const nest = (leaf: string): string => `${'['.repeat(600)}${leaf}${']'.repeat(600)}`;
    const found = differences(read(nest('1')), read(nest('2')));
    expect(found.map(({ kind, detail }) => ({ kind, detail }))).toEqual([{ kind: 'changed', detail: 'somewhere deeper than 512 levels' }]);
    expect(differences(read(nest('1')), read(nest('1')))).toEqual([]);
  });

  it('lists a thousand differences and counts the rest', () => {
    const make = (value: number): JsonValue => Object.fromEntries(Array.from({ length: 2_500 }, (_, index) => [`k${index}`, [value]]));
    const found = differences(make(1), make(2));
    expect(found).toHaveLength(1_000);
    expect(found.at(-1)?.detail).toBe('and 1500 more differences');
  });

  it('ends when everything differs', () => {
    const names = (prefix: string): JsonValue =>
      Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`${prefix}${index}`, 'same value']));
    expect(differences(names('a'), names('b'))).toHaveLength(1_000);
    const items = (count: number, from: number): JsonValue => Array.from({ length: count }, (_, index) => index + from);
    expect(differences(items(50_000, 0), items(49_000, 100_000))).toHaveLength(1_000);
  });
});
