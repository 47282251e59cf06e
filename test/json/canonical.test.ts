import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canonicalize } from '../../src/json/canonical.ts';
import { parseJson } from '../../src/json/parse.ts';
import type { JsonValue } from '../../src/model/json.ts';

const folder = fileURLToPath(new URL('../../fixtures/vectors/jcs/', import.meta.url));

function readValue(text: string): JsonValue {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.fault.detail);
  return result.value;
}

describe('the vectors of RFC 8785', () => {
  const names = readdirSync(`${folder}input`);

  it('are there', () => {
    expect(names).toHaveLength(6);
  });

  it.each(names)('%s', (name) => {
    const expected = readFileSync(`${folder}output/${name}`, 'utf8').replace(/\n$/, '');
    expect(canonicalize(readValue(readFileSync(`${folder}input/${name}`, 'utf8')))).toBe(expected);
  });

  /** RFC 8785 appendix B: bits of a double, and its text. */
  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('%s is %s', (bits, text) => {
    const double = Buffer.from(bits, 'hex').readDoubleBE(0);
    expect(canonicalize(double)).toBe(text);
    expect(canonicalize(readValue(`[${text}]`))).toBe(`[${text}]`);
  });
});

describe('canonicalize', () => {
  it('orders names by UTF-16 code unit', () => {
    expect(canonicalize(readValue('{"\\ufb33":1,"\\ud83d\\ude00":2,"\\u20ac":3,"1":4,"\\r":5,"\\u0080":6,"\\u00f6":7}'))).toBe(
      '{"\\r":5,"1":4,"\u0080":6,"ö":7,"€":3,"😀":2,"\ufb33":1}',
    );
  });

  it.each([
    ['5.0', '5'],
    ['-0.0', '0'],
    ['1e2', '100'],
    ['1e21', '1e+21'],
    ['9223372036854775808', '9223372036854776000'],
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993.50', '-9007199254740994'],
    ['333333333.33333329', '333333333.3333333'],
    ['1e400', '1e+400'],
    ['12.50e399', '1.25e+400'],
    ['1e-400', '1e-400'],
    ['0.10000000000000001', '0.1'],
    ['-123e-402', '-1.23e-400'],
    ['123456789012345678901', '123456789012345678901'],
    ['1234567890123456789012', '1.234567890123456789012e+21'],
  ])('writes %s as %s', (text, canonical) => {
    expect(canonicalize(readValue(text))).toBe(canonical);
  });

  it('keeps own names of the prototype', () => {
    expect(canonicalize(readValue('{"toJSON":1,"constructor":2,"__proto__":{"x":1}}'))).toBe(
      '{"__proto__":{"x":1},"constructor":2,"toJSON":1}',
    );
  });

  it('writes half a pair as its escape', () => {
    expect(canonicalize('a\ud800')).toBe('"a\\ud800"');
  });

  it('survives a hundred thousand levels', () => {
    const text = '{"a":['.repeat(100_000) + ']}'.repeat(100_000);
    expect(canonicalize(readValue(text))).toBe(text);
  });

  it('is a fixed point, and blind to the order of names', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'medium' }), (generated) => {
        const value: JsonValue = JSON.parse(JSON.stringify(generated));
        const text = canonicalize(value);
        expect(canonicalize(readValue(text))).toBe(text);
        expect(canonicalize(reversed(value))).toBe(text);
      }),
    );
  });
});

function reversed(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, child]) => [name, reversed(child)]),
  );
}
