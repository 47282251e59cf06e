import { describe, expect, it } from 'vitest';
import { openLines } from '../../src/records/lines.ts';
import { read, shown, told } from './read.ts';

describe('JSONL', () => {
  it('reads a record a line, LF or CRLF, with or without the last newline', () => {
    const result = read('{"a":1}\n{"b":2}\r\n{"c":3}');
    expect(shown(result)).toEqual([
      [1, 1, 0, '{"a":1}'],
      [2, 1, 8, '{"b":2}'],
      [3, 1, 17, '{"c":3}'],
    ]);
    expect(result.records[1]).toMatchObject({ input: 0, value: { b: 2 }, defects: [], isDeep: false });
    expect(result.faults).toEqual([]);
  });

  it('skips blank lines and counts them in the line numbers', () => {
    expect(shown(read('\n \t\n{"a":1}\r\n\r\n\n{"b":2}\n\n'))).toEqual([
      [3, 1, 4, '{"a":1}'],
      [6, 1, 16, '{"b":2}'],
    ]);
  });

  it('is empty for an empty input and for white space', () => {
    for (const input of ['', '\n', ' \r\n\t']) expect(read(input)).toMatchObject({ records: [], faults: [] });
  });

  it('does not split at U+2028, U+2029, U+0085 or a vertical tab', () => {
    const line = '{"a":"x\u2028y\u2029z\u0085"}';
    expect(shown(read(`${line}\n${line}\n`))).toEqual([
      [1, 1, 0, line],
      [2, 1, 20, line],
    ]);
  });

  it('counts bytes, not characters', () => {
    expect(shown(read('{"a":"é日😀"}\n{"b":1}\n'))).toEqual([
      [1, 1, 0, '{"a":"é日😀"}'],
      [2, 1, 18, '{"b":1}'],
    ]);
  });

  it('keeps what the exact reading finds', () => {
    const [record] = read('{"a":1,"a":9007199254740993}\n{}\n').records;
    expect(record?.defects).toEqual([
      { kind: 'duplicate-key', pointer: '/a', index: 7, text: 'a' },
      { kind: 'rounded-number', pointer: '/a', index: 11, text: '9007199254740993' },
    ]);
  });

  it('reads values that are no objects', () => {
    expect(read('1\n"two"\n[3]\nnull\n').records.map(({ value }) => value)).toEqual([1, 'two', [3], null]);
  });
});

describe('faults of lines', () => {
  it('skips // comments and counts them', () => {
    const result = read('// a note\n{"a":1}\n  // another\n{"b":2}\n');
    expect(result.records).toHaveLength(2);
    expect(result.faults).toEqual([]);
    expect(result.counts).toEqual({ lines: 4, skipped: 0, comments: 2, records: 2, unreadable: 0 });
  });

  it('forgives a torn last line, wherever it is cut', () => {
    const bytes = new TextEncoder().encode('{"a":1}\n{"b":"é😀\\u00e9","c":[true,-1.5]}');
    for (let end = 9; end < bytes.length; end++) {
      const result = read(bytes.slice(0, end));
      expect(shown(result)).toEqual([[1, 1, 0, '{"a":1}']]);
      expect(told(result)).toEqual([['torn-line', true, 2, 1, 8]]);
    }
    expect(read(bytes).faults).toEqual([]);
  });

  it('does not forgive the same bytes in the middle, and reads the rest', () => {
    const result = read('{"a":1}\n{"b":"x\n{"c":3}\n');
    expect(result.records.map(({ value }) => value)).toEqual([{ a: 1 }, { c: 3 }]);
    expect(told(result)).toEqual([['torn-line', false, 2, 1, 8]]);
  });

  it('does not take a last line that is no JSON for a torn one', () => {
    expect(told(read('{"a":1}\nundefined'))).toEqual([['unreadable-line', false, 2, 1, 8]]);
    expect(told(read('{"a":1}\n{"b":tru}'))).toEqual([['unreadable-line', false, 2, 1, 8]]);
  });

  it('names the reason', () => {
    expect(read("{'a':1}\n{}\n").faults[0]?.detail).toBe('not JSON: single-quoted string');
    expect(read('{"a":[\n{}\n{}\n').faults[0]?.detail).toContain('stops short');
  });

  it('reads whole objects that share a line', () => {
    const result = read('{"a":1}\n{"é":2} {"c":3}{"d":4}\n');
    expect(shown(result)).toEqual([
      [1, 1, 0, '{"a":1}'],
      [2, 1, 8, '{"é":2}'],
      [2, 9, 17, '{"c":3}'],
      [2, 16, 24, '{"d":4}'],
    ]);
    expect(told(result)).toEqual([['spliced-line', true, 2, 9, 17]]);
  });

  it.each([
    ['{"a":"x', '{"b":{"c":1}}'],
    ['{"a":1,', '{"b":{"c":1}}'],
    ['{"a":[{"x":1}', '{"b":{"c":1}}'],
    ['{"a":"é\\n', '{ "b":{"c":1}}'],
  ])('reads the whole object glued to a fragment: %s%s', (fragment, whole) => {
    const result = read(`{"z":0}\n${fragment}${whole}\n`);
    expect(shown(result)).toEqual([
      [1, 1, 0, '{"z":0}'],
      [2, fragment.length + 1, 8 + Buffer.byteLength(fragment), whole],
    ]);
    expect(told(result)).toEqual([['spliced-line', false, 2, 1, 8]]);
  });

  it.each([
    ['{"a":{"b":1}', 'torn-line'],
    ['{"a":[1,{"b":1}', 'torn-line'],
    ['{"a":"say "{"b":1}" ok"}', 'unreadable-line'],
    ['{a:{"b":1}}', 'unreadable-line'],
    ['{"a":x{"b":1}', 'unreadable-line'],
    ['log: {"b":1}', 'unreadable-line'],
    ['{"a":{"b":1}"c"}', 'unreadable-line'],
  ])('reads nothing where it is not sure: %s', (line, code) => {
    const result = read(`{"z":0}\n${line}\n{"y":1}\n`);
    expect(result.records.map(({ value }) => value)).toEqual([{ z: 0 }, { y: 1 }]);
    expect(told(result)).toEqual([[code, false, 2, 1, 8]]);
  });

  it('reads the whole object before a fragment', () => {
    const middle = read('{"a":1}{"b":\n{"c":3}\n');
    expect(middle.records.map(({ value }) => value)).toEqual([{ a: 1 }, { c: 3 }]);
    expect(told(middle)).toEqual([['spliced-line', false, 1, 8, 7]]);
    const last = read('{"z":0}\n{"a":1}{"b":');
    expect(last.records).toHaveLength(2);
    expect(told(last)).toEqual([['torn-line', true, 2, 8, 15]]);
  });

  it('does not read a line that is not UTF-8', () => {
    const result = read(Buffer.concat([Buffer.from('{"a":1}\n{"b":"'), Buffer.from([0xc3, 0x28]), Buffer.from('"}\n{"c":3}\n')]));
    expect(result.records.map(({ value }) => value)).toEqual([{ a: 1 }, { c: 3 }]);
    expect(told(result)).toEqual([['invalid-utf8', false, 2, 1, 8]]);
  });

  it('does not take half a character in the middle for a torn line', () => {
    const result = read(Buffer.concat([Buffer.from('{"a":"'), Buffer.from([0xe2, 0x82]), Buffer.from('\n{"c":3}\n')]));
    expect(told(result)).toEqual([['invalid-utf8', false, 1, 1, 0]]);
  });

  it('ignores a byte order mark at the start, aloud', () => {
    const result = read('\ufeff{"a":1}\n{"b":2}\n');
    expect(shown(result)).toEqual([
      [1, 1, 3, '{"a":1}'],
      [2, 1, 11, '{"b":2}'],
    ]);
    expect(told(result)).toEqual([['byte-order-mark', true, 1, 1, 0]]);
  });

  it('sees the seam of joined files in a later byte order mark', () => {
    const result = read('{"a":1}\n\ufeff{"b":2}\n');
    expect(shown(result)[1]).toEqual([2, 1, 11, '{"b":2}']);
    expect(told(result)).toEqual([['byte-order-mark', true, 2, 1, 8]]);
  });

  it('says a hundred times that lines are bad, then once how many more', () => {
    const result = read(`{"a":1}\n${'\u0000\n'.repeat(100_000)}{"b":2}\n`);
    expect(result.records).toHaveLength(2);
    expect(result.faults).toHaveLength(101);
    expect(result.faults.at(-1)).toMatchObject({ line: 102, offset: 208, isHarmless: false, detail: expect.stringMatching(/^99900 more/) });
    expect(result.counts).toMatchObject({ lines: 100_002, unreadable: 100_000 });
  });

  it('refuses UTF-16 once', () => {
    const result = read(Buffer.from('\ufeff{"a":1}\n{"b":2}\n', 'utf16le'));
    expect(told(result)).toEqual([['unreadable-line', false, 1, 1, 0]]);
    expect(result.faults[0]?.detail).toContain('UTF-16');
  });

  it('reads lines after a torn first line', () => {
    for (const torn of ['{"a":', '{"a":1,', '{"a":"x', '{', '[', '[{"a":1},']) {
      const result = read(`${torn}\n{"b":2}\n{"c":3}\n`);
      expect(result.records.map(({ value }) => value)).toEqual([{ b: 2 }, { c: 3 }]);
      expect(told(result)).toEqual([['torn-line', false, 1, 1, 0]]);
    }
  });
});

describe('wants', () => {
  const input = '{"run":"a"}\n\nbad\n{"run":"b"}\n{"run":"a"}';

  it('skips lines before anything is decoded, and says nothing about them', () => {
    const seen: string[] = [];
    const result = read(input, [5, 9], (bytes, start, end) => {
      const line = new TextDecoder().decode(bytes.subarray(start, end));
      seen.push(line);
      return line.includes('"b"');
    });
    expect(seen).toEqual(['{"run":"a"}', 'bad', '{"run":"b"}', '{"run":"a"}']);
    expect(shown(result)).toEqual([[4, 1, 17, '{"run":"b"}']]);
    expect(result.faults).toEqual([]);
    expect(result.counts).toEqual({ lines: 4, skipped: 3, comments: 0, records: 1, unreadable: 0 });
  });

  it('is not asked about documents', () => {
    expect(read('[\n{"a":1}\n]', [], () => false).records).toHaveLength(1);
  });
});

describe('size', () => {
  it('reads a line of 50 MB among small ones', () => {
    const big = JSON.stringify({ data: 'A'.repeat(50_000_000) });
    const result = read(
      `{"a":1}\n${big}\n{"b":2}\n`,
      Array.from({ length: 60 }, () => 1 << 20),
    );
    expect(shown(result).map((row) => (Array.isArray(row) ? row.slice(0, 3) : []))).toEqual([
      [1, 1, 0],
      [2, 1, 8],
      [3, 1, 8 + big.length + 1],
    ]);
  });

  it.each([
    ['fragments', `${'{"a":"x'.repeat(100_000)}\n{}\n`],
    ['open braces', `${'{'.repeat(1_000_000)}\n{}\n`],
    ['whole objects', `{}\n${'{}'.repeat(300_000)}\n`],
    ['torn first lines', `${'{"a":\n'.repeat(200_000)}`],
    ['blank lines', '\n'.repeat(3_000_000)],
  ])('stays linear on %s', (_, input) => {
    const start = process.cpuUsage();
    read(input);
    expect(process.cpuUsage(start).user).toBeLessThan(15_000_000);
  });
});

describe('a line that no string can hold', () => {
  it('is told by its length and passed over', () => {
    const seen: unknown[] = [];
    const splitter = openLines(
      { number: 1, offset: 0 },
      ({ number, offset, length, start, end }) => seen.push([number, offset, length, end - start]),
      10,
    );
    for (const chunk of ['ab\n0123', '4567', '89abc', 'def\r\ncd\n', 'x']) splitter.push(Buffer.from(chunk));
    splitter.end();
    expect(seen).toEqual([
      [1, 0, 2, 2],
      [2, 3, 17, 0],
      [3, 21, 2, 2],
      [4, 24, 1, 1],
    ]);
  });
});
