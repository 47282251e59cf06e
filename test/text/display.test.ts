import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { escapeControl } from '../../src/text/escape.ts';
import { displayWidth } from '../../src/text/width.ts';

describe('escapeControl', () => {
  it.each([
    ['\u001b[2J', '\\u{1b}[2J'],
    ['\u009b31m', '\\u{9b}31m'],
    ['a\u0000b\tc\r\n', 'a\\u{0}b\\u{9}c\\u{d}\\u{a}'],
    ['\u007f', '\\u{7f}'],
    ['user\u202egpj.exe', 'user\\u{202e}gpj.exe'],
    ['\u2066x\u2069', '\\u{2066}x\\u{2069}'],
    ['pay\u200bpal\u200d\ufeff\u00ad', 'pay\\u{200b}pal\\u{200d}\\u{feff}\\u{ad}'],
    ['\u{e0041}\u{e0100}', '\\u{e0041}\\u{e0100}'],
    ['a\ud800b\udc00', 'a\\u{d800}b\\u{dc00}'],
    ['\u2028\u2029', '\\u{2028}\\u{2029}'],
    ['\u3164', '\\u{3164}'],
  ])('%j', (text, shown) => {
    expect(escapeControl(text)).toBe(shown);
  });

  it.each(['plain text', 'é日本語한국', '😀👍🏽', '❤\ufe0f', 'e\u0301', 'שלום', ''])('leaves %s alone', (text) => {
    expect(escapeControl(text)).toBe(text);
  });

  it('lets no control character through, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
        expect(escapeControl(text)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2066-\u2069]/);
      }),
    );
  });
});

describe('displayWidth', () => {
  it.each([
    ['', 0],
    ['abc', 3],
    ['é', 1],
    ['e\u0301', 1],
    ['日本', 4],
    ['한국', 4],
    ['ｱ', 1],
    ['Ａ', 2],
    ['😀', 2],
    ['a\u200bb', 2],
    ['→ …', 3],
    ['שלום', 4],
    ['\u{20000}', 2],
    ['⌚', 2],
  ])('%j is %i', (text, width) => {
    expect(displayWidth(text)).toBe(width);
  });
});
