import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDecimals, isAddableDecimal } from '../../src/json/sum.ts';

describe('exact sums', () => {
  test.each([
    ['0.1', '0.2', '0.3'],
    ['0.30', '0.70', '1'],
    ['1e3', '0.5', '1000.5'],
    ['2.5E-3', '1', '1.0025'],
    ['-0.25', '0.2', '-0.05'],
    ['-1', '1', '0'],
    ['9007199254740992', '1', '9007199254740993'],
    ['1e-99', '1', `1.${'0'.repeat(98)}1`],
    ['007', '0', '7'],
  ])('%s + %s = %s', (a, b, sum) => {
    expect(addDecimals(a, b)).toBe(sum);
    expect(addDecimals(b, a)).toBe(sum);
  });

  test('in whatever order, the same text', () => {
    const decimal = fc.tuple(fc.integer({ min: -1000, max: 1000 }), fc.integer({ min: 0, max: 99 })).map(([a, b]) => `${a}.${b}`);
    fc.assert(
      fc.property(fc.array(decimal, { minLength: 2, maxLength: 8 }), (terms) => {
        const sum = terms.reduce(addDecimals, '0');
        expect([...terms].reverse().reduce(addDecimals, '0')).toBe(sum);
        const halves = [terms.slice(0, 3), terms.slice(3)].map((half) => half.reduce(addDecimals, '0'));
        expect(halves.reduce(addDecimals, '0')).toBe(sum);
      }),
    );
  });
});

test('what would need more room than a price is not added', () => {
  for (const text of ['0', '-1', '12.50', '1e-99', '1E+20']) expect(isAddableDecimal(text), text).toBe(true);
  for (const text of ['1e1000000000', '1e100', '', '.5', '5.', '1,50', '12 EUR', 'NaN', '+1', '9'.repeat(41)])
    expect(isAddableDecimal(text), text).toBe(false);
});
