import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { appendToken, pointerTokens, resolvePointer } from '../../src/json/pointer.ts';

/** The examples of RFC 6901 §5. */
const document = JSON.parse('{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\\\j":5,"k\\"l":6," ":7,"m~n":8}');

describe('resolvePointer', () => {
  it.each([
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ])('%j', (pointer, value) => {
    expect(resolvePointer(document, pointer)).toEqual(value);
  });

  it.each([
    '/foo/2',
    '/foo/01',
    '/foo/-',
    '/foo/length',
    '/foo/0/0',
    '/toString',
    '/__proto__',
    '/constructor',
    'foo',
    '/foo/ 0',
    '/foo/1e0',
  ])('%j leads nowhere', (pointer) => {
    expect(resolvePointer(document, pointer)).toBeUndefined();
  });

  it('finds an own __proto__', () => {
    expect(resolvePointer(JSON.parse('{"__proto__":{"a":1}}'), '/__proto__/a')).toBe(1);
  });
});

it('tokens come back as they went in', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: fc.constantFrom('~', '/', '0', '1', 'a') })), (tokens) => {
      expect(pointerTokens(tokens.reduce(appendToken, ''))).toEqual(tokens);
    }),
  );
  expect(appendToken('/a', 3)).toBe('/a/3');
});
