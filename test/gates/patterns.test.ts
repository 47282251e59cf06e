import { describe, expect, it } from 'vitest';
import { createPatternGuard } from '../../src/gates/patterns/guard.ts';
import { runLimited } from '../../src/gates/patterns/limit.ts';
import { readPattern } from '../../src/gates/patterns/read.ts';

function foreignDetail(source: string): string {
  const pattern = readPattern(source);
  return pattern.kind === 'foreign' ? pattern.detail : 'compiles';
}

function ambiguityOf(source: string): string {
  const pattern = readPattern(source);
  return pattern.kind === 'ready' ? pattern.ambiguity : pattern.kind;
}

describe('patterns of other dialects', () => {
  it.each([
    ['(?i)^fix', '(?i) sets a flag inside the pattern, which is not ECMA-262'],
    ['^[a-z\\_\\-]+$', '\\_ is not a valid escape in Unicode mode (write ^[a-z_\\-]+$)'],
    ['^a\\@b$', '\\@ is not a valid escape in Unicode mode (write ^a@b$)'],
    ['\\Aabc\\Z', '\\A is not ECMA-262 (write ^abc$)'],
    ['(?P<year>\\d+)', '(?P< is the Python form of a named group (write (?<year>\\d+))'],
    ['a++', '++ is a possessive quantifier'],
    ['[[:alpha:]]', '[:alpha:] is a POSIX character class'],
    ['(?>a)', '(?> starts an atomic group'],
    ['{x}', 'not an ECMA-262 regular expression in Unicode mode'],
    ['(', 'not an ECMA-262 regular expression in Unicode mode'],
  ])('%s: %s', (source, detail) => expect(foreignDetail(source)).toContain(detail));

  it.each(['^(?<year>\\d{4})$', '\\p{L}+', '^\\/a\\-b$'.replace('\\-', '-'), '[\\w.-]+', '(?=a)(?<!b)c', '^[\\]\\-]$'])(
    '%s is ECMA-262',
    (source) => expect(foreignDetail(source)).toBe('compiles'),
  );
});

describe('ambiguity', () => {
  it.each([
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|ab|b)*$',
    '(a*)*b',
    '^(\\w+\\s?)*$',
    '^(.*)*$',
    '^(x{1,50}){1,50}$',
    '(?=(a+)+$)a',
    '^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*@x$',
    '^(?:\\p{L}|é)+$',
  ])('%s can run away', (source) => expect(ambiguityOf(source)).toBe('found'));

  it.each([
    '^(?:[a-z]+\\.)*[a-z]+$',
    '^[^@\\s]+@[^@\\s]+\\.[^@\\s]+$',
    '^(\\d{1,3}\\.){3}\\d{1,3}$',
    '^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$',
    '^(?=.*[A-Z])(?=.*\\d).{8,}$',
    '(?:a|b)*',
    '^(ab|cd)+$',
    '^(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-((?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*)(?:\\.(?:0|[1-9]\\d*|\\d*[a-zA-Z-][0-9a-zA-Z-]*))*))?$',
  ])('%s can not', (source) => expect(ambiguityOf(source)).toBe('none'));

  it.each([`^(${'ab'.repeat(200)}c)*$`, `${'('.repeat(500)}a${')'.repeat(500)}`])(
    'is unknown for a pattern too large to be analysed',
    (source) => expect(ambiguityOf(source)).toBe('unknown'),
  );

  it('is looked for no longer than a moment', () => {
    const letters = Array.from({ length: 120 }, (_, index) => String.fromCharCode(0x4e00 + index));
    expect(ambiguityOf(`^(?:${letters.join('|')})*$`)).toBe('unknown');
    expect(ambiguityOf(`^(?:${letters.slice(0, 20).join('|')})*$`)).toBe('none');
  });
});

describe('the time limit', () => {
  it('interrupts a regular expression', () => {
    expect(runLimited(() => /^(a+)+$/u.test(`${'a'.repeat(40)}!`))).toEqual({ isInTime: false });
  });

  it('hands on what the work returns and throws', () => {
    expect(runLimited(() => 5)).toEqual({ isInTime: true, value: 5 });
    expect(() =>
      runLimited(() => {
        throw new TypeError('mine');
      }),
    ).toThrow('mine');
  });
});

describe('the guard', () => {
  it('answers ordinary patterns', () => {
    const guard = createPatternGuard();
    expect(guard.run(() => guard.match('^a', 'ab'))).toEqual({ kind: 'done', value: true });
    expect(guard.run(() => guard.match('^b', 'ab'))).toEqual({ kind: 'done', value: false });
  });

  it('answers an ambiguous pattern that ends in time', () => {
    const guard = createPatternGuard();
    expect(guard.run(() => guard.match('^(a+)+$', 'aaaa'))).toEqual({ kind: 'done', value: true });
  });

  it('names the pattern that does not end', () => {
    const guard = createPatternGuard();
    const text = `${'a'.repeat(40)}!`;
    expect(guard.run(() => guard.match('^(a|a)*$', text))).toEqual({ kind: 'timeout', pattern: '^(a|a)*$' });
  });

  it('limits a long text even for a plain pattern', () => {
    const guard = createPatternGuard();
    expect(guard.run(() => guard.match('a*a*a*a*a*b', 'a'.repeat(20_000)))).toEqual({ kind: 'timeout', pattern: 'a*a*a*a*a*b' });
    expect(guard.run(() => guard.match('^a+$', 'a'.repeat(20_000)))).toEqual({ kind: 'done', value: true });
  });

  it('says so when a pattern turns out to be foreign, and forgets it afterwards', () => {
    const guard = createPatternGuard();
    expect(guard.run(() => guard.match('(?i)a', 'A')).kind).toBe('foreign');
    expect(guard.run(() => guard.match('a', 'a'))).toEqual({ kind: 'done', value: true });
  });
});

describe('repeats between bounds', () => {
  // no loop without an end, and still more ways than anyone waits for
  it.each(['^(a{1,2}){1,40}$', `^(a?){40}a{40}$`, `^${'(a|a)'.repeat(30)}$`])('%s runs under the time limit', (source) => {
    const read = readPattern(source);
    expect(read.kind === 'foreign' ? read.kind : read.ambiguity).toBe('unknown');
  });
});
