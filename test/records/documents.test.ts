import { describe, expect, it } from 'vitest';
import { read, shown, told } from './read.ts';

const pretty = JSON.stringify({ tools: [{ name: 'a', sizes: [1, 2] }, { name: 'b' }], more: {} }, null, 2);

describe('one document', () => {
  it('reads it pretty-printed as one record', () => {
    const result = read(`${pretty}\n`);
    expect(shown(result)).toEqual([[1, 1, 0, pretty]]);
    expect(result.faults).toEqual([]);
  });

  it('says where it begins', () => {
    expect(shown(read(`\ufeff\n  ${pretty}`))).toEqual([[2, 3, 6, pretty]]);
  });

  it('reads several, one after the other', () => {
    const result = read(`${pretty}\n${pretty}\n{"a":1} {\n"b":2}\n`);
    expect(result.records).toHaveLength(4);
    expect(shown(result)[1]).toEqual([16, 1, pretty.length + 1, pretty]);
    expect(told(result)).toEqual([['spliced-line', true, 31, 9, 2 * pretty.length + 10]]);
  });

  it('says once what is wrong with it', () => {
    const broken = pretty.replace('"b"', "'b'");
    const result = read(`${broken}\n`);
    expect(result.records).toEqual([]);
    expect(told(result)).toEqual([['unreadable-line', false, 11, 15, broken.indexOf("'b'")]]);
    expect(result.faults[0]?.detail).toBe('the document is not JSON: single-quoted string');
  });

  it('says so when it is cut short', () => {
    const result = read(pretty.slice(0, -10));
    expect(result.records).toEqual([]);
    expect(result.faults).toMatchObject([{ code: 'ledger/unreadable-line', isHarmless: false }]);
  });

  it('does not read it when it is not UTF-8', () => {
    const result = read(Buffer.from(pretty.replace('"b"', '"é"'), 'latin1'));
    expect(told(result)).toEqual([['invalid-utf8', false, 1, 1, 0]]);
  });
});

describe('an array of records', () => {
  it('reads its elements, over many lines', () => {
    const result = read('[\n  {"a":"é"},\n  {"b":\n 2}, {"c":3}\n]\n');
    expect(shown(result)).toEqual([
      [2, 3, 4, '{"a":"é"}'],
      [3, 3, 18, '{"b":\n 2}'],
      [4, 6, 29, '{"c":3}'],
    ]);
    expect(result.faults).toEqual([]);
  });

  it('reads its elements on one line, when it is all there is', () => {
    for (const end of ['', '\n', '\n\n \n']) {
      expect(shown(read(`[{"a":1}, {"b":5.0}]${end}`))).toEqual([
        [1, 2, 1, '{"a":1}'],
        [1, 11, 10, '{"b":5.0}'],
      ]);
    }
  });

  it('counts code points and bytes in what comes before', () => {
    expect(shown(read('["é\\n😀",{"a":1}\t, 3 ]'))).toEqual([
      [1, 2, 1, '"é\\n😀"'],
      [1, 9, 12, '{"a":1}'],
      [1, 19, 22, '3'],
    ]);
  });

  it('takes arrays on many lines for records', () => {
    expect(read('[{"a":1},{"b":2}]\n[{"c":3}]\n').records.map(({ value }) => value)).toEqual([[{ a: 1 }, { b: 2 }], [{ c: 3 }]]);
  });

  it('has no records when it is empty', () => {
    for (const input of ['[]', '[ ]\n', '[\n]\n']) expect(read(input)).toMatchObject({ records: [], faults: [] });
  });

  it('finds the defects of each element', () => {
    const [, second] = read('[\n{"a":1},\n{"b":1,"b":2}\n]').records;
    expect(second?.defects).toEqual([{ kind: 'duplicate-key', pointer: '/b', index: 7, text: 'b' }]);
  });

  it('reads the whole elements of one that is cut short', () => {
    for (const cut of ['[\n{"a":1},\n{"b":2},\n{"c":"x', '[\n{"a":1},\n{"b":2},\n', '[{"a":1},{"b":2},{"c":', '[{"a":1},{"b":2}']) {
      const result = read(cut);
      expect(result.records.map(({ value }) => value)).toEqual([{ a: 1 }, { b: 2 }]);
      expect(result.faults).toMatchObject([{ code: 'ledger/torn-line', isHarmless: true }]);
    }
    expect(told(read('[\n{"a":1},\n{"c":"x'))).toEqual([['torn-line', true, 3, 1, 11]]);
  });

  it('does not take half a number for an element', () => {
    expect(read('[{"a":1},12').records).toHaveLength(1);
  });
});
