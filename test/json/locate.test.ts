import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { locate, locateInString } from '../../src/json/locate.ts';
import { appendToken, resolvePointer } from '../../src/json/pointer.ts';
import type { JsonValue } from '../../src/model/json.ts';

describe('locate', () => {
  //            0         1         2         3         4         5
  //            0123456789012345678901234567890123456789012345678901234567
  const text = '{ "a" : [10, {"b":"x,]}\\"", "c~/":null}], "d" : {"a":{}}}';

  it.each([
    ['', 0, 0],
    ['/a', 8, 2],
    ['/a/0', 9, 9],
    ['/a/1', 13, 13],
    ['/a/1/b', 18, 14],
    ['/a/1/c~0~1', 34, 28],
    ['/d', 48, 42],
    ['/d/a', 53, 49],
  ])('%j', (pointer, value, key) => {
    expect(locate(text, pointer, 'value')).toBe(value);
    expect(locate(text, pointer, 'key')).toBe(key);
  });

  it.each(['/a/2', '/b', '/a/1/x', '/d/a/a', '/a/0/0', '/a/-1', 'a', '/a/1/b/0'])('%j is not there', (pointer) => {
    expect(locate(text, pointer, 'value')).toBeUndefined();
  });

  it('takes the last of two equal keys, on every level', () => {
    expect(locate('{"a":1,"a":2}', '/a', 'value')).toBe(11);
    expect(locate('{"a":1,"a":2}', '/a', 'key')).toBe(7);
    expect(locate('{"a":{"b":1},"a":{"b":2}}', '/a/b', 'value')).toBe(22);
    expect(locate('{"a":{"b":1},"a":{"c":2}}', '/a/b', 'value')).toBeUndefined();
    expect(locate('{"a":{"b":1},"a":3}', '/a/b', 'value')).toBeUndefined();
  });

  it('reads escaped keys', () => {
    expect(locate('{"\\u0061":1}', '/a', 'value')).toBe(10);
  });

  it('finds nothing in empty containers and after the end', () => {
    for (const empty of ['[]', '[ ]', '{}', '""', '']) expect(locate(empty, '/0', 'value')).toBeUndefined();
  });

  it('survives a million levels and any text', () => {
    const deep = '['.repeat(1_000_000) + ']'.repeat(1_000_000);
    expect(locate(deep, '/0/0/0', 'value')).toBe(3);
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom('{', '}', '[', ']', '"', ',', ':', 'a', '\\') }),
        fc.constantFrom('/a', '/0', '/0/a', '/a/a'),
        (junk, pointer) => {
          const found = locate(junk, pointer, 'value');
          if (found !== undefined) expect(found).toBeLessThanOrEqual(junk.length);
        },
      ),
    );
  });

  it('leads to the text of the value, for every value of every document', () => {
    fc.assert(
      fc.property(fc.jsonValue({ depthSize: 'medium' }), fc.constantFrom(undefined, 1), (value, indent) => {
        const whole = JSON.stringify(value, null, indent);
        const document: JsonValue = JSON.parse(whole);
        for (const [pointer] of paths(document, '')) {
          const at = locate(whole, pointer, 'value');
          const found = resolvePointer(document, pointer);
          expect(whole.slice(at).startsWith(start(found))).toBe(true);
        }
      }),
    );
  });
});

function start(value: JsonValue | undefined): string {
  if (Array.isArray(value)) return '[';
  return typeof value === 'object' && value !== null ? '{' : JSON.stringify(value);
}

function paths(value: JsonValue, pointer: string): [string, JsonValue][] {
  const children = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [[pointer, value], ...children.flatMap(([key, child]) => paths(child, appendToken(pointer, key)))];
}

describe('locateInString', () => {
  //            0123456789012345678
  const text = '["a\\n\\u00e9\\ud83d\\ude00z"]';

  it.each([
    [0, 2],
    [1, 3],
    [2, 5],
    [3, 11],
    [4, 17],
    [5, 23],
    [6, 24],
    [99, 24],
  ])('unit %i stands at %i', (unit, index) => {
    expect(locateInString(text, 1, unit)).toBe(index);
  });
});
