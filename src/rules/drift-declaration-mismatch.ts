import { declaredWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const driftDeclarationMismatch: Rule = defineRule({
  code: 'drift/declaration-mismatch',
  severity: 'failure',
  title: 'the record declares a tool or step differently from the given declaration',
  why: 'What the record declares is in force and was judged by; the copy you gave says something else.',
  fix: 'Find out which of the two is meant to be true, and give that one.',
  noun: ['declaration unlike the given one', 'declarations unlike the given ones'],
  needs: [],
  observes: ['declaration-mismatch'],
  weigh: ({ isCompatible }) => (isCompatible ? 'note' : 'failure'),
  message: (observation) => `the record declares ${declaredWords(observation.subject)} differently from ${observation.against}`,
});
