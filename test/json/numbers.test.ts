import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareNumbers, isInteger, isMultipleOf, numberText } from '../../src/json/decimal.ts';
import { isHeldByDouble } from '../../src/json/number.ts';
import { ExactNumber } from '../../src/model/json.ts';

const exact = (text: string): ExactNumber => new ExactNumber(text);

describe('compareNumbers', () => {
  it.each([
    [1, 2, -1],
    [0, -0, 0],
    [exact('5.0'), 5, 0],
    [exact('-0.0'), 0, 0],
    [exact('1e2'), 100, 0],
    [exact('9007199254740993'), 9007199254740992, 1],
    [9007199254740992, exact('9007199254740993'), -1],
    [exact('-9007199254740993'), -9007199254740992, -1],
    [exact('9223372036854775808'), exact('9223372036854775807'), 1],
    [exact('1e400'), exact('1e401'), -1],
    [exact('-1e400'), exact('1e-400'), -1],
    [exact('1e-400'), 0, 1],
    [exact('0.30000000000000001'), 0.3, 1],
    [exact('10e-1'), exact('1.00'), 0],
    [exact('1e999999999'), 1, 1],
    [exact('1e-999999999'), 1, -1],
    [exact('1e99999999999999999998'), exact('1e99999999999999999999'), -1],
    [exact('10e99999999999999999998'), exact('1e99999999999999999999'), 0],
    [exact(`1e${'9'.repeat(1_000_000)}`), 1, 1],
    [exact(`-1e${'9'.repeat(1_000_000)}`), 1, -1],
  ])('case %#', (a, b, order) => {
    expect(compareNumbers(a, b)).toBe(order);
    expect(compareNumbers(b, a)).toBe(order === 0 ? 0 : -order);
  });

  it('orders doubles as doubles, by the exact way too', () => {
    const double = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(double, double, (a, b) => {
        const order = a < b ? -1 : Number(a > b);
        expect(compareNumbers(exact(String(a)), exact(String(b)))).toBe(order);
      }),
    );
  });

  it('orders decimals of one scale as their digits', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.bigInt(), fc.integer({ min: -400, max: 400 }), (a, b, exponent) => {
        const order = a < b ? -1 : Number(a > b);
        expect(compareNumbers(exact(`${a}e${exponent}`), exact(`${b}e${exponent}`))).toBe(order);
      }),
    );
  });
});

describe('isInteger', () => {
  it.each([
    [5],
    [-0],
    [exact('5.0')],
    [exact('1e2')],
    [exact('1.50e1')],
    [exact('1e400')],
    [exact('0.0')],
    [exact('0e-5')],
    [exact('9007199254740993')],
  ])('%j is whole', (value) => {
    expect(isInteger(value)).toBe(true);
  });
  it.each([[5.5], [exact('1.0000000000000000001')], [exact('1e-400')], [exact('15e-1')], [exact(`1e-${'9'.repeat(100)}`)]])(
    '%j is not',
    (value) => {
      expect(isInteger(value)).toBe(false);
    },
  );
});

describe('isMultipleOf', () => {
  it.each([
    [19.99, 0.01],
    [4.35, 0.01],
    [1.15, 0.01],
    [0, 0.01],
    [-7.5, 2.5],
    [1e308, 0.5],
    [9007199254740992, 2],
    [exact('5.0'), 5],
    [exact('1e400'), 7e-5 * 0 + 8],
    [exact('9007199254740993'), 3],
    [exact('1e999999999999999999999'), 1024],
    [6, exact('1.5e0')],
    [exact('1e-400'), exact('1e-400')],
  ])('%j is a multiple of %j', (value, divisor) => {
    expect(isMultipleOf(value, divisor)).toBe(true);
  });
  it.each([
    [0.010000001, 0.01],
    [7, 2],
    [0.075, 0.01],
    [exact('9007199254740993'), 2],
    [exact('1e400'), 3],
    [exact('1e-400'), 1],
    [1, exact('1e400')],
    [1, 0],
  ])('%j is no multiple of %j', (value, divisor) => {
    expect(isMultipleOf(value, divisor)).toBe(false);
  });

  it('agrees with whole numbers scaled by a power of ten', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 5000 }), fc.integer({ min: -30, max: 30 }), (value, divisor, exponent) => {
        expect(isMultipleOf(exact(`${value}e${exponent}`), exact(`${divisor}e${exponent}`))).toBe(value % divisor === 0);
      }),
    );
  });

  it('holds for every price of two places', () => {
    for (let cents = 0; cents < 100_000; cents += 7) expect(isMultipleOf(cents / 100, 0.01)).toBe(true);
  });
});

describe('isHeldByDouble', () => {
  it.each([
    '0.1',
    '5.0',
    '9223372036854775808',
    '9223372036854776000',
    '1e22',
    '1e23',
    '5e-324',
    '-0',
    '0.1000000000000000055511151231257827021181583404541015625',
  ])('%s is', (text) => {
    expect(isHeldByDouble(text)).toBe(true);
  });
  it.each(['9007199254740993', '9223372036854775807', '1e400', '1e-400', '0.10000000000000000555'])('%s is not', (text) => {
    expect(isHeldByDouble(text)).toBe(false);
  });
});

it('numberText shows numbers as written', () => {
  expect([1.5, -0, 1e21, exact('5.0'), exact('1E400')].map(numberText)).toEqual(['1.5', '-0', '1e+21', '5.0', '1E400']);
});
