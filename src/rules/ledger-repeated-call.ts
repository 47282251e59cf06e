import { defineRule, type Rule } from './rule.ts';

export const ledgerRepeatedCall: Rule = defineRule({
  code: 'ledger/repeated-call',
  severity: 'note',
  title: 'the same refused call again and again',
  why: 'A call that was refused comes back unchanged, or is refused for the third time in a row: nobody learns from the refusals, and each one costs.',
  fix: 'Give the model the structural delta of the refusal, bound the critiques, and stop the loop when the bound is reached.',
  noun: ['call repeated after its refusal', 'calls repeated after their refusal'],
  needs: ['order'],
  // attempts are joined where the conversation itself says which came first
  shows: ['order'],
  observes: ['repeated-call'],
  message: ({ count, isIdentical }) =>
    isIdentical
      ? `the same arguments were refused before: attempt ${count} repeats the one before it`
      : `${count} attempts in a row were refused`,
});
