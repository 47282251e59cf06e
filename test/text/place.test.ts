import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourceRecord } from '../../src/model/record.ts';
import { placeOf } from '../../src/text/place.ts';
import { decodeUtf8, utf8Length } from '../../src/text/utf8.ts';

function record(text: string, at: Partial<SourceRecord> = {}): SourceRecord {
  return { input: 0, line: 1, column: 1, offset: 0, text, value: null, defects: [], isDeep: false, ...at };
}

describe('placeOf', () => {
  it('counts code points and bytes from where the record begins', () => {
    const at = record('{"é":"日😀x"}', { line: 7, column: 10, offset: 100 });
    expect(placeOf(at, 0)).toEqual({ line: 7, column: 10, offset: 100 });
    expect(placeOf(at, 2)).toEqual({ line: 7, column: 12, offset: 102 });
    expect(placeOf(at, 3)).toEqual({ line: 7, column: 13, offset: 104 });
    expect(placeOf(at, 7)).toEqual({ line: 7, column: 17, offset: 110 });
    expect(placeOf(at, 9)).toEqual({ line: 7, column: 18, offset: 114 });
  });

  it('goes over physical lines; only LF ends one', () => {
    const at = record('{\r\n "a":\u2028\n1}', { line: 3, column: 5, offset: 40 });
    expect(placeOf(at, 2)).toEqual({ line: 3, column: 7, offset: 42 });
    expect(placeOf(at, 3)).toEqual({ line: 4, column: 1, offset: 43 });
    expect(placeOf(at, 9)).toEqual({ line: 4, column: 7, offset: 51 });
    expect(placeOf(at, 10)).toEqual({ line: 5, column: 1, offset: 52 });
  });

  it('stays inside the record', () => {
    expect(placeOf(record('ab'), 99)).toEqual({ line: 1, column: 3, offset: 2 });
    expect(placeOf(record('ab'), -1)).toEqual({ line: 1, column: 1, offset: 0 });
  });
});

describe('utf8', () => {
  it('measures what an encoder writes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(utf8Length(text, text.length)).toBe(new TextEncoder().encode(text).length);
      }),
    );
    expect(utf8Length('\ud800x', 2)).toBe(4);
  });

  it('decodes UTF-8 and nothing else, and keeps a byte order mark', () => {
    expect(decodeUtf8(new TextEncoder().encode('\ufeffé😀'))).toBe('\ufeffé😀');
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf]]) expect(decodeUtf8(new Uint8Array(bytes))).toBeUndefined();
  });
});
