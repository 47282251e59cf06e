import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SourceRecord } from '../../src/model/record.ts';
import { openPlaces, placeOf } from '../../src/text/place.ts';

const recordOf = (text: string): SourceRecord => ({
  input: 0,
  line: 3,
  column: 7,
  offset: 11,
  text,
  value: null,
  defects: [],
  isDeep: false,
});

test('counting from milestones gives the place that counting from the start gives, in any order of asking', () => {
  const unit = fc.constantFrom('a', 'é', '漢', '😀', '\n', '\ud800', 'x'.repeat(1500), '😀'.repeat(700));
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 30 }), fc.array(fc.nat(30_000), { minLength: 1, maxLength: 20 }), (parts, indices) => {
      const record = recordOf(parts.join(''));
      const places = openPlaces(record);
      for (const index of indices) {
        // the start of a character: a place inside one is nobody's
        const isInside = /[\udc00-\udfff]/.test(record.text[index] ?? '') && /[\ud800-\udbff]/.test(record.text[index - 1] ?? '');
        if (!isInside) expect([index, places(index)]).toEqual([index, placeOf(record, index)]);
      }
    }),
    { numRuns: 200 },
  );
});
