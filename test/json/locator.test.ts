import fc from 'fast-check';
import { expect, test } from 'vitest';
import { locate } from '../../src/json/locate.ts';
import { openLocator } from '../../src/json/locator.ts';
import { appendToken } from '../../src/json/pointer.ts';

/** Every pointer of a value, and one beside each that leads nowhere. */
function pointersOf(value: unknown, at = ''): readonly string[] {
  const inside = typeof value === 'object' && value !== null ? Object.entries(value) : [];
  return [
    at,
    appendToken(at, 'nowhere'),
    appendToken(at, '01'),
    ...inside.flatMap(([name, child]) => pointersOf(child, appendToken(at, name))),
  ];
}

test('remembering the members finds what reading anew finds, in long texts of any spacing', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom('', ' ', '\n\t'), (value, indent) => {
      // long enough that the locator remembers
      const text = JSON.stringify({ filler: 'x'.repeat(5000), value, list: [value, value] }, null, indent);
      const locator = openLocator(text);
      for (const pointer of pointersOf(JSON.parse(text)))
        for (const part of ['value', 'key'] as const)
          expect([pointer, part, locator.locate(pointer, part)]).toEqual([pointer, part, locate(text, pointer, part)]);
    }),
    { numRuns: 60 },
  );
});

test('of a key said twice the last counts, also on the way', () => {
  const text = `{"filler":"${'x'.repeat(5000)}","a":{"b":1},"a":{"c":2}}`;
  const locator = openLocator(text);
  expect(locator.locate('/a/b', 'value')).toBeUndefined();
  expect(locator.locate('/a/c', 'value')).toBe(text.lastIndexOf('2'));
});
