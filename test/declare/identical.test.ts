import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isIdentical } from '../../src/declare/identical.ts';
import { isEqual } from '../../src/json/equal.ts';
import { parseJson } from '../../src/json/parse.ts';
import { ExactNumber, type JsonValue } from '../../src/model/json.ts';

function read(text: string): JsonValue {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.fault.detail);
  return result.value;
}

it('agrees with JSON equality on any two values', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 2 }), fc.jsonValue({ maxDepth: 2 }), (a, b) => {
      const [left, right] = [read(JSON.stringify(a)), read(JSON.stringify(b))];
      return isIdentical(left, right) === isEqual(left, right) && isIdentical(left, read(JSON.stringify(a)));
    }),
  );
});

it('is not fooled by prototypes, forged numbers and missing members', () => {
  expect(isIdentical(new ExactNumber('5.0'), { text: '5.0' })).toBe(false);
  expect(isIdentical(new ExactNumber('5.0'), 5)).toBe(true);
  expect(isIdentical(read('{"__proto__":1}'), read('{}'))).toBe(false);
  expect(isIdentical(read('{}'), read('{"__proto__":1}'))).toBe(false);
  expect(isIdentical(read('{"toString":1}'), read('{"valueOf":1}'))).toBe(false);
  expect(isIdentical([null], [])).toBe(false);
  expect(isIdentical(undefined, null)).toBe(false);
});
