import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ParseResult, parseExactly, parseJson } from '../../src/json/parse.ts';
import { printJson } from '../../src/json/print.ts';
import { isSuspect } from '../../src/json/suspect.ts';

/** Everything a result says, -0, number texts and own `__proto__` included. */
function shown(result: ParseResult): unknown {
  return result.ok ? { value: printJson(result.value), defects: result.defects, isDeep: result.isDeep } : result.fault;
}

function acceptsJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const digits = fc.string({ unit: fc.constantFrom('0', '1', '5', '9'), minLength: 1, maxLength: 20 });
const numberToken = fc
  .tuple(
    fc.constantFrom('', '-'),
    digits,
    fc.option(digits),
    fc.option(
      fc.tuple(
        fc.constantFrom('e', 'E', 'e+', 'e-'),
        digits.map((text) => text.slice(0, 3)),
      ),
    ),
  )
  .map(
    ([sign, whole, fraction, exponent]) =>
      `${sign}${whole.replace(/^0+(?=.)/, '')}${fraction === null ? '' : `.${fraction}`}${exponent?.join('') ?? ''}`,
  );
const escaped = fc.constantFrom(
  '\\n',
  '\\"',
  '\\\\',
  '\\/',
  '\\u0061',
  '\\ud83d',
  '\\uDE00',
  '\\u00',
  '\\x',
  '\\',
  '"',
  '\n',
  '😀',
  '\ud800',
  '\udc00',
  'é',
  '日',
);
const stringToken = fc
  .array(fc.oneof({ weight: 5, arbitrary: fc.constantFrom('a', 'b', ' ', ':', ',', '{', ']', '1') }, escaped), { maxLength: 6 })
  .map((parts) => `"${parts.join('')}"`);
const key = fc.constantFrom('"a":', '"b":', '"\\u0061":', '"__proto__":', '"toString" :', '"":', "'a':", 'a:');
const fragment = fc.oneof(
  fc.constantFrom('{', '}', '[', ']', ',', ':', ' ', '\n', 'true', 'false', 'null', 'NaN', '//', '-', '.', '+1'),
  numberToken,
  stringToken,
  key,
);

/** Mostly well-formed texts with duplicate keys and odd numbers. */
const jsonText = fc.letrec<{ value: string; array: string; object: string }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'medium' },
    fc.constantFrom('1', 'true', 'null', '""'),
    numberToken,
    stringToken,
    tie('array'),
    tie('object'),
  ),
  array: fc.array(tie('value'), { maxLength: 4 }).map((items) => `[${items.join(', ')}]`),
  object: fc
    .array(fc.tuple(key, tie('value')), { maxLength: 4 })
    .map((members) => `{${members.map((member) => member.join('')).join(',')}}`),
})).value;

const anyText = fc.oneof(
  jsonText,
  fc.array(fragment, { maxLength: 12 }).map((parts) => parts.join('')),
  fc.tuple(jsonText, fc.nat(), fc.constantFrom('', '"', ',', '}', '\\', '0')).map(([text, at, junk]) => {
    const index = at % (text.length + 1);
    return text.slice(0, index) + junk + text.slice(index + 1);
  }),
);

describe('the fast path', () => {
  it('never gives another answer than the exact reading', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(shown(parseJson(text))).toEqual(shown(parseExactly(text)));
      }),
      { numRuns: 5_000 },
    );
  });

  it('is really taken by ordinary lines', () => {
    const line =
      '{"v":1,"type":"call.proposed","arguments":{"amount":48.5,"note":"a \\"quoted\\" word","id":1234567890},"list":[0,-1,0.25,true,null]}';
    const bytes = new TextEncoder().encode(line);
    expect(isSuspect(bytes, 0, bytes.length)).toBe(false);
  });

  it('reads only its own range of bytes', () => {
    const bytes = new TextEncoder().encode('[5.0] {"a":1} {"b":1,"b":2}');
    expect(isSuspect(bytes, 6, 13)).toBe(false);
    expect(isSuspect(bytes, 0, 5)).toBe(true);
    expect(isSuspect(bytes, 14, bytes.length)).toBe(true);
  });
});

describe('the exact reading', () => {
  it('accepts exactly what JSON.parse accepts', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(parseExactly(text).ok).toBe(acceptsJson(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it('reads any ordinary value as JSON.parse does', () => {
    fc.assert(
      fc.property(fc.json({ depthSize: 'medium' }), (text) => {
        const result = parseExactly(text);
        expect(result.ok && !/\d[.eE]/.test(text) ? JSON.stringify(result.value) : '').toBe(
          /\d[.eE]/.test(text) ? '' : JSON.stringify(JSON.parse(text)),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it('stops inside the text, or at its end, with a reason', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const result = parseExactly(text);
        if (result.ok) return;
        expect(result.fault.index).toBeGreaterThanOrEqual(0);
        expect(result.fault.index).toBeLessThanOrEqual(text.length);
        expect(result.fault.detail).not.toBe('');
      }),
      { numRuns: 2_000 },
    );
  });
});
