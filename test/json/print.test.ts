import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printJson } from '../../src/json/print.ts';
import { ExactNumber, type JsonValue } from '../../src/model/json.ts';

describe('printJson', () => {
  it('keeps recorded order and number texts', () => {
    expect(printJson({ b: [1, new ExactNumber('5.0'), -0], a: { __proto__: null, x: 'a"\n' } })).toBe(
      '{"b":[1,5.0,-0],"a":{"x":"a\\"\\n"}}',
    );
  });

  it('prints what JSON.stringify prints', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (generated) => {
        const text = JSON.stringify(generated);
        const value: JsonValue = JSON.parse(text);
        expect(printJson(value)).toBe(text);
      }),
    );
  });

  it('cuts at the limit and says how long the whole is', () => {
    expect(printJson('abcdefgh', 10)).toBe('"abcdefgh"');
    expect(printJson('abcdefghi', 10)).toBe('"abcdefghi… (11 characters)');
    expect(printJson([1, 22, 333], 5)).toBe('[1,22… (10 characters)');
  });

  it('cuts no character in two', () => {
    expect(printJson('a😀b', 3)).toBe('"a… (6 characters)');
    expect(printJson('a😀b', 4)).toBe('"a😀… (6 characters)');
  });

  it('survives depth and size', () => {
    let deep: JsonValue = [];
    for (let level = 1; level < 100_000; level++) deep = [deep];
    expect(printJson(deep, 3)).toBe('[[[… (200000 characters)');
    expect(printJson('x'.repeat(10_000_000), 3)).toBe('"xx… (10000002 characters)');
  });
});
