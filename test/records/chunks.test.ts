import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { read } from './read.ts';

const pieces = fc.constantFrom(
  '{"a":1}',
  '{"b":"é😀\u2028"}',
  '{"c":[1,{"d":5.0}]}',
  '{"a":1,"a":2}',
  '[{"x":1}, {"y":2}]',
  '\n',
  '\n',
  '\n',
  '\r\n',
  ' ',
  '\ufeff',
  '// note',
  '{',
  '[',
  '}',
  ']',
  ',',
  '"open',
  'junk',
  '{\n "p": [\n  1\n ]\n}',
);
const bytes = fc.tuple(fc.array(pieces, { maxLength: 8 }), fc.nat(), fc.boolean()).map(([parts, cut, isDamaged]) => {
  const whole = new TextEncoder().encode(parts.join(''));
  if (isDamaged && whole.length > 0) whole[cut % whole.length] = 0xff;
  return isDamaged ? whole : whole.slice(0, whole.length - (cut % 7 === 0 ? 1 : 0));
});

describe('any chunking', () => {
  it('gives the same records and faults', () => {
    fc.assert(
      fc.property(bytes, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 }), (input, sizes) => {
        expect(read(input, sizes)).toEqual(read(input));
      }),
      { numRuns: 3_000 },
    );
  });

  it('also byte by byte', () => {
    fc.assert(
      fc.property(bytes, (input) => {
        expect(
          read(
            input,
            Array.from(input, () => 1),
          ),
        ).toEqual(read(input));
      }),
      { numRuns: 1_000 },
    );
  });

  it('finds every record and fault inside the input, in order', () => {
    fc.assert(
      fc.property(bytes, (input) => {
        const { records, faults } = read(input);
        const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
        let last = -1;
        for (const { offset, text } of records) {
          expect(offset).toBeGreaterThan(last);
          expect(decoder.decode(input.subarray(offset, offset + new TextEncoder().encode(text).length))).toBe(text);
          last = offset;
        }
        for (const { offset } of faults) expect(offset).toBeLessThanOrEqual(input.length);
      }),
      { numRuns: 2_000 },
    );
  });
});
