import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { checkFormat, isCheckedFormat } from '../../src/gates/formats/check.ts';
import { loadFormatLibrary, needsFormatLibrary } from '../../src/gates/formats/library.ts';
import { parseJson } from '../../src/json/parse.ts';
import type { DialectName } from '../../src/model/declaration.ts';
import { ExactNumber, isJsonArray, type JsonValue, memberOf, stringMember } from '../../src/model/json.ts';

const suite = new URL('../../fixtures/vectors/json-schema-test-suite/tests', import.meta.url).pathname;
const drafts: ReadonlyMap<string, DialectName> = new Map([
  ['draft4', 'draft-04'],
  ['draft6', 'draft-06'],
  ['draft7', 'draft-07'],
  ['draft2019-09', '2019-09'],
  ['draft2020-12', '2020-12'],
]);

interface FormatCase {
  readonly name: string;
  readonly format: string;
  readonly value: JsonValue;
  readonly isValid: boolean;
}

function items(value: JsonValue | undefined): readonly JsonValue[] {
  return isJsonArray(value) ? value : [];
}

function readCases(folder: string): readonly FormatCase[] {
  return readdirSync(folder).flatMap((file) => {
    const parsed = parseJson(readFileSync(join(folder, file), 'utf8'));
    return items(parsed.ok ? parsed.value : undefined).flatMap((group) =>
      items(memberOf(group, 'tests')).map((test) => ({
        name: `${file}: ${stringMember(test, 'description')}`,
        format: stringMember(memberOf(group, 'schema'), 'format') ?? '',
        value: memberOf(test, 'data') ?? null,
        isValid: memberOf(test, 'valid') === true,
      })),
    );
  });
}

beforeAll(loadFormatLibrary);

describe('the formats of the JSON Schema test suite', () => {
  for (const [draft, dialect] of drafts) {
    it(`are right under ${dialect}, and unchecked only where the format is unknown`, () => {
      const cases = readCases(join(suite, draft, 'optional/format'));
      expect(cases.length).toBeGreaterThan(200);
      const wrong = cases.filter(({ format, value, isValid }) => {
        const answer = checkFormat(format, value, dialect);
        return isCheckedFormat(format) ? answer !== (isValid ? 'right' : 'wrong') : answer !== 'unchecked' || !isValid;
      });
      expect(wrong.map(({ name }) => name)).toEqual([]);
      expect(new Set(cases.map(({ format }) => format).filter((format) => !isCheckedFormat(format)))).toEqual(new Set(['unknown']));
    });
  }
});

function check(format: string, value: JsonValue, dialect: DialectName = '2020-12'): string {
  return checkFormat(format, value, dialect);
}

describe('leap seconds', () => {
  it.each([
    ['2016-12-31T23:59:60Z', 'right'],
    ['2017-01-01T00:59:60+01:00', 'right'],
    ['2015-06-30T18:59:60-05:00', 'right'],
    ['2016-12-30T23:59:60Z', 'wrong'],
    ['2016-12-31T22:59:60Z', 'wrong'],
    ['2017-01-02T00:59:60+01:00', 'wrong'],
  ])('%s is %s', (text, answer) => expect(check('date-time', text)).toBe(answer));
});

describe('calendar', () => {
  it.each([
    ['2000-02-29', 'right'],
    ['1900-02-29', 'wrong'],
    ['2024-04-31', 'wrong'],
    ['0000-01-01', 'right'],
    ['2024-00-10', 'wrong'],
  ])('%s is %s', (text, answer) => expect(check('date', text)).toBe(answer));
});

describe('what other checkers get wrong', () => {
  it.each([
    ['uri', 'http://localhost:3000', 'right'],
    ['uri', 'urn:isbn:0451450523', 'right'],
    ['uri', 'http://[::1]:8080/a?b#c', 'right'],
    ['uri', 'http://[::1', 'wrong'],
    ['uri', 'http://a b/', 'wrong'],
    ['uri', '/relative', 'wrong'],
    ['uri-reference', 'a:b:c/d', 'right'],
    ['uri-reference', '1:b', 'wrong'],
    ['email', 'a@localhost', 'right'],
    ['email', 'a@[IPv6:::1]', 'right'],
    ['email', 'a@[tag:x]', 'wrong'],
    ['uuid', 'urn:uuid:6ba7b810-9dad-11d1-80b4-00c04fd430c8', 'wrong'],
    ['duration', 'P1Y1D', 'wrong'],
    ['duration', 'P1Y2M3DT4H5M6S', 'right'],
    ['ipv6', '::ffff:192.0.2.1', 'right'],
    ['ipv6', '1:2:3:4:5:6:7::', 'right'],
    ['ipv6', '1:2:3:4:5:6:7:8::', 'wrong'],
    ['ipv6', 'fe80::1%eth0', 'wrong'],
    ['idn-email', '실례@실례.테스트', 'right'],
    ['json-pointer', '/a~2', 'wrong'],
    ['regex', '(?i)x', 'wrong'],
  ])('%s %s is %s', (format, text, answer) => expect(check(format, text)).toBe(answer));
});

describe('integer formats', () => {
  it.each([
    ['int32', 2147483647, 'right'],
    ['int32', 2147483648, 'wrong'],
    ['int32', 1.5, 'wrong'],
    ['int64', new ExactNumber('9223372036854775807'), 'right'],
    ['int64', new ExactNumber('9223372036854775808'), 'wrong'],
    ['int64', 1e30, 'wrong'],
    ['uint64', new ExactNumber('18446744073709551615'), 'right'],
    ['uint8', -1, 'wrong'],
    ['uint8', new ExactNumber('5.0'), 'right'],
    ['int32', 'text', 'right'],
  ])('%s %s is %s', (format, value, answer) => expect(check(format, value)).toBe(answer));
});

describe('formats nobody defined', () => {
  it.each(['byte', 'password', 'EAN-13', 'toString', '__proto__', 'constructor', ''])('%s is unchecked', (format) => {
    expect(isCheckedFormat(format)).toBe(false);
    expect(check(format, 'anything')).toBe('unchecked');
  });
});

describe('the IDNA tables', () => {
  it('print nothing, whatever they refuse', () => {
    const printed: unknown[] = [];
    const print = console.log;
    console.log = (...words: readonly unknown[]) => printed.push(words);
    try {
      expect(check('idn-hostname', '-secret')).toBe('wrong');
    } finally {
      console.log = print;
    }
    expect(printed).toEqual([]);
  });

  it('are asked for by the schemas that use them, at any depth', () => {
    expect(needsFormatLibrary({ properties: { host: { format: 'idn-hostname' } } })).toBe(true);
    expect(needsFormatLibrary({ properties: { at: { format: 'date-time' } } })).toBe(false);
  });

  it('follow the draft: draft-04 knows no Punycode', () => {
    expect(check('hostname', 'xn--X', 'draft-04')).toBe('right');
    expect(check('hostname', 'xn--X', 'draft-07')).toBe('wrong');
  });
});

describe('hostile texts', () => {
  it.each([
    'uri',
    'iri',
    'email',
    'idn-email',
    'hostname',
    'idn-hostname',
    'uri-template',
    'json-pointer',
    'date-time',
    'duration',
    'ipv6',
  ])('%s decides about a million characters', (format) => {
    const pieces = ['a', '/', ':', '@', '.', '%', '{', 'é', '1M'];
    const answers = pieces.map((piece) => checkFormat(format, piece.repeat(1_000_000 / piece.length), '2020-12'));
    expect(answers.filter((answer) => answer !== 'right' && answer !== 'wrong')).toEqual([]);
  });
});
