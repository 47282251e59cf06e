import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalityKey, isEqual } from '../../src/json/equal.ts';
import { parseJson } from '../../src/json/parse.ts';
import type { JsonValue } from '../../src/model/json.ts';

function readValue(text: string): JsonValue {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.fault.detail);
  return result.value;
}

function judge(a: string, b: string): boolean {
  const [one, other] = [readValue(a), readValue(b)];
  const verdict = isEqual(one, other);
  expect(isEqual(other, one)).toBe(verdict);
  expect(equalityKey(one) === equalityKey(other)).toBe(verdict);
  return verdict;
}

describe('isEqual and equalityKey', () => {
  it.each([
    ['1', '1.0'],
    ['0', '-0'],
    ['0.0', '-0'],
    ['100', '1e2'],
    ['1e400', '10e399'],
    ['9223372036854775808', '9223372036854775808.0'],
    ['{"a":1,"b":[2]}', '{"b":[2.0],"a":1}'],
    ['"\\u0061"', '"a"'],
    ['{"constructor":{"a":1}}', '{"constructor":{"a":1}}'],
    ['{"__proto__":1}', '{"__proto__":1}'],
    ['[{},{"valueOf":0}]', '[{},{"valueOf":0}]'],
  ])('%s equals %s', (a, b) => {
    expect(judge(a, b)).toBe(true);
  });

  it.each([
    ['1', '"1"'],
    ['1', 'true'],
    ['0', 'false'],
    ['0', 'null'],
    ['null', '{}'],
    ['{}', '[]'],
    ['[1,2]', '[2,1]'],
    ['[[]]', '[[],[]]'],
    ['{"a":1}', '{"a":1,"b":null}'],
    ['{"a":1}', '{"b":1}'],
    ['{"toString":1}', '{}'],
    ['{"__proto__":{}}', '{}'],
    ['{"a":{"constructor":1}}', '{"a":{"constructor":2}}'],
    ['9007199254740993', '9007199254740992'],
    ['9223372036854775808', '9223372036854775807'],
    ['9223372036854775808', '9223372036854776000'],
    ['1e400', '1e401'],
    ['1e-400', '0'],
    ['{"a":1.0000000000000000001}', '{"a":1}'],
  ])('%s does not equal %s', (a, b) => {
    expect(judge(a, b)).toBe(false);
  });

  it('survives depth', () => {
    const text = '['.repeat(200_000) + ']'.repeat(200_000);
    expect(judge(text, text)).toBe(true);
    expect(judge(text, `${text.slice(0, 200_000)}1${text.slice(200_000)}`)).toBe(false);
  });

  it('agree on all pairs of small values', () => {
    const small = fc.jsonValue({ maxDepth: 2, stringUnit: fc.constantFrom('a', 'b') });
    fc.assert(
      fc.property(small, small, (a, b) => {
        judge(JSON.stringify(a), JSON.stringify(b));
      }),
      { numRuns: 2_000 },
    );
  });
});
