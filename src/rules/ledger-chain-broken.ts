import { defineRule, type Rule } from './rule.ts';

const words = {
  other: 'prev is not the digest of the line before: a line was rewritten, taken out or put in',
  'begins-anew': 'the chain of lines begins anew here: what stands before it was joined to it later',
  malformed: 'prev is no SHA-256 in hex',
  'begins-later': 'the chain begins in the middle: the line before the first one is not here',
  'ends-early': 'the chain of lines ends before here: nothing covers what follows',
} as const;

export const ledgerChainBroken: Rule = defineRule({
  code: 'ledger/chain-broken',
  severity: 'broken',
  title: 'a chain of lines that does not hold',
  why: 'Each line of a chained ledger names the digest of the line before. Where one does not fit, the file is not the one that was written. A chain that holds proves only that nobody changed single lines.',
  fix: 'Compare with another copy or a signed checkpoint; give the files of one ledger together.',
  noun: ['break in the chain of lines', 'breaks in the chain of lines'],
  needs: [],
  observes: ['chain-broken'],
  // a file of several, and lines appended after a seal, are no damage
  weigh: ({ fault }) => (fault === 'begins-later' || fault === 'ends-early' ? 'note' : 'broken'),
  message: ({ fault }) => words[fault],
});
