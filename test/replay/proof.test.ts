import { expect, test } from 'vitest';
import type { CapabilityEvidence } from '../../src/model/event/providers.ts';
import { whyUnproven } from '../../src/replay/delivery/proof.ts';

const mandatory = new Set(['schema', 'delivery']);
const why = (...evidence: readonly CapabilityEvidence[]) => whyUnproven(mandatory, evidence);
const of = (state: string | undefined, ...combination: readonly string[]): CapabilityEvidence => ({ combination, state });

test('nothing mandatory needs no proof', () => {
  expect(whyUnproven(new Set(), [])).toBeUndefined();
  expect(whyUnproven(new Set(), [of('absent', 'schema')])).toBeUndefined();
});

test('one entry that shows all of it together is the proof', () => {
  expect(why(of('verified', 'delivery', 'schema'))).toBeUndefined();
  expect(why(of('verified', 'schema', 'reasoning', 'delivery'))).toBeUndefined();
  expect(why({ state: 'verified' })).toBeUndefined();
  expect(why(of('unknown', 'schema'), of('verified', 'schema', 'delivery'))).toBeUndefined();
});

test('parts do not make a whole', () => {
  expect(why(of('verified', 'schema'), of('verified', 'delivery'))).toBe('combination');
  expect(why(of('verified', 'schema'))).toBe('no-evidence');
  expect(why(of('verified', 'schema', 'schema'))).toBe('no-evidence');
  expect(why(of('verified', 'reasoning'))).toBe('no-evidence');
  expect(why()).toBe('no-evidence');
});

test('absent is absent, and any other word is unknown', () => {
  expect(why(of('verified', 'schema', 'delivery'), of('absent', 'delivery'))).toBe('absent');
  expect(why(of('verified', 'schema', 'delivery'), of('absent', 'reasoning'))).toBeUndefined();
  expect(why({ state: 'unknown' })).toBe('unknown');
  expect(why(of('probably', 'schema', 'delivery'))).toBe('unknown');
  expect(why(of(undefined, 'schema', 'delivery'))).toBe('unknown');
});

test('one text that names no capability is a name for the whole', () => {
  expect(why({ combination: ['profile-7'], isLabel: true, state: 'verified' })).toBeUndefined();
  expect(why({ combination: ['schema'], isLabel: true, state: 'verified' })).toBe('no-evidence');
});
