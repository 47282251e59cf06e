import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase64 } from '../../src/text/base64.ts';

const textOf = (encoded: string): string | undefined => {
  const bytes = decodeBase64(encoded);
  return bytes === undefined ? undefined : Buffer.from(bytes).toString('latin1');
};

describe('decodeBase64', () => {
  test('the vectors of RFC 4648 §10, padded and not', () => {
    const vectors = [
      ['', ''],
      ['f', 'Zg=='],
      ['fo', 'Zm8='],
      ['foo', 'Zm9v'],
      ['foob', 'Zm9vYg=='],
      ['fooba', 'Zm9vYmE='],
      ['foobar', 'Zm9vYmFy'],
    ] as const;
    for (const [text, encoded] of vectors) {
      expect(textOf(encoded)).toBe(text);
      expect(textOf(encoded.replaceAll('=', ''))).toBe(text);
    }
  });

  test('either alphabet, and no mixture of both', () => {
    expect(textOf('++//')).toBe('\u00fb\u00ef\u00ff');
    expect(textOf('--__')).toBe('\u00fb\u00ef\u00ff');
    for (const mixed of ['+-//', '++/_', '-_+A']) expect(textOf(mixed)).toBeUndefined();
  });

  test.each([
    ['one character over', 'Zg==A'],
    ['one character alone', 'Z'],
    ['padding alone', '='],
    ['padding that is too long', 'Zg==='],
    ['four of it', '===='],
    ['padding where none belongs', 'Zm9v===='],
    ['half of it', 'Zg='],
    ['padding inside', 'Zg==Zg=='],
    ['a space', 'Zm 9v'],
    ['a line break', 'Zm9v\n'],
    ['bits that stand for nothing', 'Zh=='],
    ['bits that stand for nothing, two of them', 'Zm9='],
    ['a letter beyond', 'Zm9\u0101'],
    ['a letter far beyond', 'Zm9\u{1f600}v'],
    ['a null', 'Zm9\u0000'],
  ])('%s is none', (_name, encoded) => {
    expect(decodeBase64(encoded)).toBeUndefined();
  });

  test('what Node encodes is read, and nothing else is read as it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), fc.constantFrom('base64', 'base64url'), (bytes, form) => {
        expect(decodeBase64(Buffer.from(bytes).toString(form))).toEqual(bytes);
      }),
    );
    // two texts are never the same bytes, but for the padding and the alphabet
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'AQgw09+/='), maxLength: 9 }), (text) => {
        const bytes = decodeBase64(text);
        if (bytes === undefined) return;
        expect(Buffer.from(bytes).toString('base64').replaceAll('=', '')).toBe(text.replaceAll('=', ''));
      }),
    );
  });
});
