import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fingerprintOf } from '../../src/digest/fingerprint.ts';
import { digestOf, sha256 } from '../../src/digest/sha256.ts';
import { ExactNumber } from '../../src/model/json.ts';

describe('sha256', () => {
  it('digests the UTF-8 bytes of a text (FIPS 180-2 examples)', () => {
    expect(sha256('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(sha256('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    expect(sha256(new TextEncoder().encode('é'))).toBe(sha256('é'));
  });
});

describe('digestOf', () => {
  it('is the digest of the canonical form', () => {
    expect(digestOf({ b: 1, a: [true] })).toBe(sha256('{"a":[true],"b":1}'));
    expect(digestOf({ a: new ExactNumber('5.0') })).toBe(digestOf({ a: 5 }));
    expect(digestOf(new ExactNumber('9007199254740993'))).not.toBe(digestOf(9007199254740992));
  });
});

describe('fingerprintOf', () => {
  it('is the first sixteen hex of what it stands for', () => {
    const whole = createHash('sha256').update('["structure/wrong-type","s","t","input",null,["rows","*","id"]]').digest('hex');
    expect(fingerprintOf({ code: 'structure/wrong-type', server: 's', tool: 't', gate: 'input', path: '/rows/3/id' })).toBe(
      whole.slice(0, 16),
    );
  });

  it('does not see array indices', () => {
    const of = (path: string): string => fingerprintOf({ code: 'a/b', path });
    expect(of('/rows/0')).toBe(of('/rows/17'));
    expect(of('/rows/0')).not.toBe(of('/rows/x'));
    expect(of('/rows')).not.toBe(of('/rows/0'));
  });

  it('cannot be joined in two ways, and tells absent from empty', () => {
    const all = [
      fingerprintOf({ code: 'a', server: 'bc' }),
      fingerprintOf({ code: 'ab', server: 'c' }),
      fingerprintOf({ code: 'a', tool: 'bc' }),
      fingerprintOf({ code: 'a' }),
      fingerprintOf({ code: 'a', server: '' }),
      fingerprintOf({ code: 'a', path: '' }),
      fingerprintOf({ code: 'a', path: '/a~1b' }),
      fingerprintOf({ code: 'a', path: '/a/b' }),
    ];
    expect(new Set(all).size).toBe(all.length);
  });
});
