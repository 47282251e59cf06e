import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { read, shown, told } from './read.ts';

const chunk = '{"id":"a","choices":[]}';

describe('a stream of events', () => {
  it('reads the data of each event where it stands in the file', () => {
    const result = read(`: keep-alive\n\nevent: e\nid: 7\nretry: 300\ndata: ${chunk}\n\ndata:${chunk}\n\ndata: [DONE]\n\n`);
    expect(shown(result)).toEqual([
      [6, 7, 46, chunk],
      [8, 6, 76, chunk],
      [10, 7, 107, '[DONE]'],
    ]);
    expect(result.records.at(-1)?.value).toBe('[DONE]');
    expect(result.faults).toEqual([]);
    expect(result.counts).toEqual({ lines: 7, skipped: 0, comments: 1, records: 3, unreadable: 0 });
  });

  it('knows it by its first line, whatever field that is', () => {
    for (const first of [': hi', 'event: e', 'id: 1', 'retry: 5', 'data:', 'HTTP/2 200']) {
      expect(shown(read(`\n${first}\n\ndata: ${chunk}\n`))).toEqual([[4, 7, first.length + 9, chunk]]);
    }
  });

  it('counts bytes and code points, with a carriage return or without', () => {
    const place = (end: string): unknown => shown(read(`: é😀${end}data: {"é":"😀"}${end}${end}data: ${chunk}${end}`));
    expect(place('\n')).toEqual([
      [2, 7, 15, '{"é":"😀"}'],
      [4, 7, 36, chunk],
    ]);
    expect(place('\r\n')).toEqual([
      [2, 7, 16, '{"é":"😀"}'],
      [4, 7, 39, chunk],
    ]);
  });

  it('joins the lines of one event, and keeps every place', () => {
    const result = read('data: {"a":\ndata:  1,\r\n: é\nid: 4\ndata:"b":2}\n\n');
    const [record, ...others] = result.records;
    expect(others).toEqual([]);
    expect(record).toMatchObject({ line: 1, column: 7, offset: 6, value: { a: 1, b: 2 } });
    // "b" stands in line 5 of the file, column 6, and 34 bytes after the beginning of the file
    const before = record?.text.slice(0, record.text.indexOf('"b"')) ?? '';
    expect(before.split('\n')).toHaveLength(5);
    expect(before.length - before.lastIndexOf('\n')).toBe(6);
    expect(new TextEncoder().encode(before).length + 6).toBe(39);
    expect(result.faults).toEqual([]);
  });

  it('reads events whose blank lines were lost, one a line', () => {
    expect(read(`data: ${chunk}\ndata: {"b":1}\ndata: {"c":\ndata: {"d":1}\n`).records.map(({ value }) => value)).toEqual([
      { id: 'a', choices: [] },
      { b: 1 },
      { d: 1 },
    ]);
  });

  it('takes what is no JSON and does not set out to be for a text', () => {
    const result = read('event: endpoint\ndata: /messages?id=1\n\ndata:\n\ndata: \n\n');
    expect(shown(result)).toEqual([[2, 7, 22, '/messages?id=1']]);
    expect(result.records[0]?.value).toBe('/messages?id=1');
    expect(result.faults).toEqual([]);
  });

  it('says what is cut off or damaged', () => {
    expect(told(read(`data: ${chunk}\n\ndata: {"b":"x`))).toEqual([['torn-line', true, 3, 7, 37]]);
    expect(told(read(`data: ${chunk}\n\ndata: {"b":"x\n\ndata: ${chunk}\n\n`))).toEqual([['torn-line', false, 3, 7, 37]]);
    expect(told(read(`data: {"b":x}\n\n`))).toEqual([['unreadable-line', false, 1, 7, 6]]);
    expect(told(read(`data: {"b":"xdata: {"c":1}\n\n`))).toEqual([['spliced-line', false, 1, 7, 6]]);
    expect(told(read(`data: ${chunk}\nnothing of the kind\n`))).toEqual([['unreadable-line', false, 2, 1, 30]]);
  });

  it('says so when it is cut inside of a character', () => {
    const bytes = new TextEncoder().encode(`data: ${chunk}\n\ndata: {"b":"é`);
    expect(told(read(bytes.slice(0, -1)))).toEqual([['torn-line', true, 3, 7, 37]]);
    expect(told(read(new Uint8Array([...bytes.slice(0, -1), 10, 10])))).toEqual([['invalid-utf8', false, 3, 7, 37]]);
  });
});

describe('a request before a stream', () => {
  const request = '{"messages":[]}';

  it('is a record, on one line', () => {
    expect(shown(read(`${request}\ndata: ${chunk}\n\n${request}\ndata: [DONE]\n`))).toEqual([
      [1, 1, 0, request],
      [2, 7, 22, chunk],
      [4, 1, 47, request],
      [5, 7, 69, '[DONE]'],
    ]);
  });

  it('is a record, on many', () => {
    const pretty = '{\n  "messages": [\n    "}"\n  ]\n}';
    const result = read(`${pretty}\n: hi\ndata: ${chunk}\n\n${pretty}\n\n${pretty}\ndata: ${chunk}\n`);
    expect(shown(result)).toEqual([
      [1, 1, 0, pretty],
      [7, 7, 43, chunk],
      [9, 1, 68, pretty],
      [15, 1, 101, pretty],
      [20, 7, 139, chunk],
    ]);
    expect(result.faults).toEqual([]);
  });

  it('is said to be cut where the stream begins in the middle of it', () => {
    const result = read(`{\n "messages": [\ndata: ${chunk}\n{\n "a":\n{"b":1}\ndata: ${chunk}\n`);
    expect(result.records.map(({ line }) => line)).toEqual([3, 6, 7]);
    expect(told(result)).toEqual([
      ['torn-line', false, 1, 1, 0],
      ['torn-line', false, 4, 1, 47],
    ]);
  });

  it('may have the head of its response after it', () => {
    const head = 'HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\nid-like: x\r\n\r\n';
    const result = read(`${request}\n${head}data: ${chunk}\n\n${head}data: ${chunk}\n`);
    expect(result.records.map(({ line }) => line)).toEqual([1, 6, 12]);
    expect(result.faults).toEqual([]);
    expect(result.counts.comments).toBe(6);
  });
});

describe('lines that are no stream', () => {
  it('does not read a field between the lines of a ledger', () => {
    const result = read(`{"a":1}\n{"b":2}\ndata: {"c":3}\n: x\n[DONE]\n`);
    expect(result.records).toHaveLength(2);
    expect(told(result)).toEqual([
      ['unreadable-line', false, 3, 1, 16],
      ['unreadable-line', false, 4, 1, 30],
      ['unreadable-line', false, 5, 1, 34],
    ]);
  });

  it('knows the end of a stream whose "data: " was taken off', () => {
    const result = read(`// chunks\n${chunk}\n[DONE]\n${chunk}\n[DONE]\n[DONE]\n`);
    expect(result.records.map(({ value }) => value)).toEqual([{ id: 'a', choices: [] }, '[DONE]', { id: 'a', choices: [] }, '[DONE]']);
    expect(told(result)).toEqual([['unreadable-line', false, 6, 1, 72]]);
  });
});

const pieces = fc.constantFrom(
  `data: ${chunk}\n`,
  'data: {"a":\n',
  'data: 1}\n',
  'data: {"a":"é😀"}\r\n',
  'data: [DONE]\n\n',
  'data: é\n',
  'event: e\n',
  ': é\n',
  'HTTP/1.1 200 OK\n',
  'a-b: c\n',
  '{"r":1}\n',
  '{\n "r": [\n  1\n ]\n}\n',
  '{\n',
  '"open',
  '// note\n',
  '\n',
  '\r\n',
  'junk\n',
);
const inputs = fc.tuple(fc.array(pieces, { maxLength: 10 }), fc.nat(), fc.boolean()).map(([parts, cut, isDamaged]) => {
  const whole = new TextEncoder().encode(parts.join(''));
  if (isDamaged && whole.length > 0) whole[cut % whole.length] = 0xff;
  return whole.slice(0, whole.length - (cut % 5 === 0 ? 1 : 0));
});

describe('any chunking of a stream', () => {
  it('gives the same records and faults', () => {
    fc.assert(
      fc.property(inputs, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 }), (input, sizes) => {
        expect(read(input, sizes)).toEqual(read(input));
      }),
      { numRuns: 3_000 },
    );
  });

  it('finds every record where the file has its first and its last character', () => {
    fc.assert(
      fc.property(inputs, (input) => {
        for (const { offset, text } of read(input).records) {
          const own = new TextEncoder().encode(text);
          const there = input.slice(offset, offset + own.length);
          expect([there[0], there.at(-1)]).toEqual([own[0], own.at(-1)]);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a hostile stream', () => {
  it.each([
    ['one event of many lines', (n: number) => `data: [\n${'data: 1,\n'.repeat(n)}data: 1]\n\n`],
    ['events that never end', (n: number) => 'data: {\n'.repeat(n)],
    ['a document that never ends', (n: number) => `data: 1\n{\n${'"a"\n'.repeat(n)}`],
    ['documents within documents', (n: number) => `data: 1\n${'{\n'.repeat(n)}`],
    ['heads that never end', (n: number) => `HTTP/1.1 200\n${'a: b\n'.repeat(n)}`],
  ])('two hundred thousand lines are read to their end: %s', (_name, make) => {
    expect(read(make(200_000)).counts.lines).toBeGreaterThanOrEqual(200_000);
  });
});
