import { describe, expect, it } from 'vitest';
import { type NotJson, parseJson } from '../../src/json/parse.ts';
import { ExactNumber, type JsonValue } from '../../src/model/json.ts';
import type { TextDefect } from '../../src/model/record.ts';

function readValue(text: string): JsonValue {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.fault.detail);
  return result.value;
}

function defectsOf(text: string): readonly TextDefect[] {
  const result = parseJson(text);
  if (!result.ok) throw new Error(result.fault.detail);
  return result.defects;
}

function faultOf(text: string): NotJson {
  const result = parseJson(text);
  if (result.ok) throw new Error('read as JSON');
  return result.fault;
}

describe('numbers', () => {
  it.each(['0', '-0', '7', '0.1', '0.10', '-12.5', '123456789012345', '0.30000000000000004', '9007199254740992', '1e-7', '1.5e-3'])(
    '%s stays a double',
    (text) => {
      expect(readValue(text)).toBe(Number(text));
      expect(defectsOf(text)).toEqual([]);
    },
  );

  it.each([
    '5.0',
    '-0.0',
    '1e2',
    '1.5e1',
    '100E-2',
    '0e5',
    '1e21',
    '9223372036854775808',
    '0.1000000000000000055511151231257827021181583404541015625',
  ])('%s keeps its text and is not rounded', (text) => {
    expect(readValue(text)).toEqual(new ExactNumber(text));
    expect(defectsOf(text)).toEqual([]);
  });

  it.each([
    '9007199254740993',
    '9223372036854775807',
    '1e400',
    '-1e400',
    '1e-400',
    '0.30000000000000001',
    '123456789.123456789',
    `1e${'9'.repeat(5000)}`,
  ])('%s is rounded by a double', (text) => {
    expect(readValue(`{"a":[${text}]}`)).toEqual({ a: [new ExactNumber(text)] });
    expect(defectsOf(`{"a":[${text}]}`)).toEqual([{ kind: 'rounded-number', pointer: '/a/0', index: 6, text }]);
  });

  it('finds the zero that a hundred places hide', () => {
    const text = `0.${'0'.repeat(400)}1`;
    expect(defectsOf(text)).toHaveLength(1);
  });
});

describe('keys', () => {
  it('takes the last of two and says where the second stands', () => {
    expect(readValue('{"a":1,"b":{},"a":2}')).toEqual({ a: 2, b: {} });
    expect(defectsOf('{"a":1,"b":{},"a":2}')).toEqual([{ kind: 'duplicate-key', pointer: '/a', index: 14, text: 'a' }]);
  });

  it('sees through an escape', () => {
    expect(defectsOf('[{"a":1,"\\u0061":2}]')).toEqual([{ kind: 'duplicate-key', pointer: '/0/a', index: 8, text: 'a' }]);
  });

  it('holds the same name in two objects for no duplicate', () => {
    expect(defectsOf('{"a":{"a":[{"a":1},{"a":1}]},"b":{"a":1}}')).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s is a name like any other', (name) => {
    // 5.0 forces the exact reading, which builds its objects itself.
    for (const text of [`{"${name}":{"x":1}}`, `{"${name}":{"x":1},"y":5.0}`]) {
      const value = readValue(text);
      expect(Object.hasOwn(Object(value), name)).toBe(true);
      expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
      expect(defectsOf(text)).toEqual([]);
    }
    expect(defectsOf(`{"${name}":1,"${name}":2}`)).toHaveLength(1);
  });

  it('finds the pair among ten thousand keys', () => {
    const keys = Array.from({ length: 10_000 }, (_, index) => `"k${index}":${index}`);
    expect(defectsOf(`{${keys.join(',')}}`)).toEqual([]);
    expect(defectsOf(`{${keys.join(',')},"k7":1}`)).toMatchObject([{ kind: 'duplicate-key', pointer: '/k7' }]);
  });
});

describe('surrogates', () => {
  it('finds half a character, escaped or raw, in a value and in a key', () => {
    expect(defectsOf('{"label":"\\ud604\\ud99c"}')).toEqual([{ kind: 'lone-surrogate', pointer: '/label', index: 16, text: '\\ud99c' }]);
    expect(defectsOf('["\udc00"]')).toEqual([{ kind: 'lone-surrogate', pointer: '/0', index: 2, text: '\\udc00' }]);
    expect(defectsOf('{"x\\uDFFF":1}')).toMatchObject([{ kind: 'lone-surrogate', index: 3, text: '\\uDFFF' }]);
  });

  it('leaves whole pairs alone', () => {
    expect(defectsOf('["\\ud83d\\ude00","😀","\\uD83D\\uDE00"]')).toEqual([]);
  });

  it('takes an escape and a raw half for no pair of escapes', () => {
    expect(defectsOf('["\\ude00\\ud83d"]')).toHaveLength(1);
    expect(defectsOf('["\\ud83dx\\ude00"]')).toHaveLength(1);
    expect(defectsOf('["\\\\ud83d"]')).toEqual([]);
  });
});

describe('depth', () => {
  it('marks what nests deeper than 512', () => {
    const nest = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);
    expect(parseJson(nest(512))).toMatchObject({ ok: true, isDeep: false });
    expect(parseJson(nest(513))).toMatchObject({ ok: true, isDeep: true });
    expect(parseJson(`${'{"a":'.repeat(512)}[1]${'}'.repeat(512)}`)).toMatchObject({ ok: true, isDeep: true });
  });

  it('survives a million levels, whole or cut', () => {
    expect(parseJson('['.repeat(1_000_000) + ']'.repeat(1_000_000))).toMatchObject({ ok: true, isDeep: true });
    expect(faultOf('['.repeat(1_000_000)).detail).toContain('1000000 arrays');
  });

  it('stops noting defects before their pointers fill the memory', () => {
    const text = `${'['.repeat(100_000)}${'"\\ud800",'.repeat(50_000)}1${']'.repeat(100_000)}`;
    const defects = defectsOf(text);
    expect(defects.length).toBeGreaterThan(0);
    expect(defects.length).toBeLessThan(20);
  });
});

describe('what is no JSON', () => {
  it.each([
    ['', 'empty', 0],
    [' \n', 'empty', 0],
    ['{"commands": ["npm install", "npm test"', 'truncated', 39],
    ['{"path":"a.md","text":"# Ti', 'truncated', 27],
    ['{"a":"\\', 'truncated', 7],
    ['{"a":"\\u12', 'truncated', 10],
    ['{"a":tru', 'truncated', 8],
    ['{"a":-', 'truncated', 6],
    ['{"a":1.', 'truncated', 7],
    ['{"a"', 'truncated', 4],
    ['{"a":1,', 'truncated', 7],
    ['```json\n{"verdict":"ok"}\n```', 'fenced', 0],
    ['\n```\n[1]\n```\n', 'fenced', 1],
    ['{"query":"first"}{"query":"second"}', 'trailing-data', 17],
    ['{"a":1} thanks', 'trailing-data', 8],
    ['{"a":1}}', 'trailing-data', 7],
    ['{"command": "ls",}', 'trailing-comma', 16],
    ['[1, 2 , ]', 'trailing-comma', 6],
    ["{'theme': 'dark'}", 'single-quotes', 1],
    ["[1,'x']", 'single-quotes', 3],
    ['{"dark": True}', 'python-literal', 9],
    ['[None]', 'python-literal', 1],
    ['{"mean": NaN}', 'nan', 9],
    ['[-Infinity]', 'nan', 1],
    ['{"a":"x\ny"}', 'control-character', 7],
    ['["\u0000"]', 'control-character', 2],
    ['{"path":"C:\\projects\\app"}', 'invalid-escape', 11],
    ['["\\u12G4"]', 'invalid-escape', 2],
    ['["it\\\'s"]', 'invalid-escape', 4],
    ['{city:"Oslo"}', 'unquoted-key', 1],
    ['{"a":1 // one\n}', 'comment', 7],
    ['/* x */ {}', 'comment', 0],
    ['\ufeff{"a":1}', 'byte-order-mark', 0],
    ['undefined', 'not-json', 0],
    ['Sure, here it is: {}', 'not-json', 0],
    ['[01]', 'not-json', 2],
    ['01', 'not-json', 1],
    ['[+1]', 'not-json', 1],
    ['[1 2]', 'not-json', 3],
    ['{"a" 1}', 'not-json', 5],
    ['{"a":\u00a01}', 'not-json', 5],
    ['{"a":1]', 'not-json', 6],
    ['[1,,2]', 'not-json', 3],
  ])('%j is %s at %i', (text, reason, index) => {
    const fault = faultOf(text);
    expect([fault.reason, fault.index]).toEqual([reason, index]);
    expect(fault.detail).toMatch(/^\S.*[^.]$/);
  });

  it('counts what is open', () => {
    expect(faultOf('{"commands": ["npm install", "npm test"').detail).toContain('1 object and 1 array still open');
    expect(faultOf('[[{"a":"b').detail).toContain('inside a string with 1 object and 2 arrays still open');
  });

  it('says whether the values that follow repeat the first', () => {
    expect(faultOf('{"a":1}{"a":2}').detail).toBe('2 complete JSON values in one text (the second starts at index 7), and they differ');
    expect(faultOf('{"a":1,"b":2} {"b":2,"a":1.0} {"a":1,"b":2}').detail).toContain('3 complete JSON values');
    expect(faultOf('{"a":1,"b":2} {"b":2,"a":1.0}').detail).toContain('they are equal');
    expect(faultOf('{"a":1}{"a":').detail).toBe('1 complete JSON value, then a value that is cut short');
  });

  it('says what a fence encloses', () => {
    expect(faultOf('```json\n{"a":1}\n```')).toMatchObject({
      detail: expect.stringContaining('one JSON value'),
      repair: 'strip the fence',
    });
    expect(faultOf('```json\n{"a":\n```')).not.toHaveProperty('repair');
    expect(faultOf('```json\n{"a":1}').detail).toContain('never closed');
    expect(faultOf('```\n{}\n```\nHope that helps').detail).toContain('more text follows');
  });

  it('names Python where single quotes are Python', () => {
    expect(faultOf("{'theme': 'dark', 'dark': True}").detail).toContain('Python');
    expect(faultOf("{'theme': 'dark'}").detail).not.toContain('Python');
  });

  it.each([
    ['', '"" → {}'],
    ['[NaN]', 'NaN → null'],
    ['[True]', 'True → true'],
    ['[None]', 'None → null'],
    ['[1,]', 'drop the comma'],
    ['["\\d"]', 'drop the backslash'],
  ])('%j names the repair %j', (text, repair) => {
    expect(faultOf(text).repair).toBe(repair);
  });
});

describe('cost', () => {
  it.each([
    ['an exponent of a million digits', `1e${'9'.repeat(1_000_000)}`],
    ['a million digits', '9'.repeat(1_000_000)],
    ['a million escapes', `"${'\\n'.repeat(1_000_000)}"`],
    ['a million lone surrogates', `[${'"\\ud800",'.repeat(1_000_000)}1]`],
    ['two hundred thousand values in a row', '{"a":1}'.repeat(200_000)],
    ['a million backticks', '```'.repeat(1_000_000)],
    ['white space', ' '.repeat(3_000_000)],
    ['quotes', '"'.repeat(3_000_000)],
    ['single quotes after brackets', `${'['.repeat(1_000_000)}'${' '.repeat(1_000_000)}`],
  ])('%s is linear', (_, text) => {
    const start = process.cpuUsage();
    parseJson(text);
    expect(process.cpuUsage(start).user).toBeLessThan(10_000_000);
  });
});
