import { ownerWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const declarationUnsafePattern: Rule = defineRule({
  code: 'declaration/unsafe-pattern',
  severity: 'failure',
  title: 'a pattern that can take exponential time',
  why: 'A short hostile text can keep a validator busy for hours. It is run under a time limit here.',
  fix: 'Remove nested or overlapping repetitions.',
  noun: ['pattern that can hang a validator', 'patterns that can hang a validator'],
  needs: [],
  observes: ['declaration-problem'],
  applies: ({ problem }) => problem.fault === 'unsafe-pattern',
  message: (observation) => `a pattern of ${ownerWords(observation)} can take exponential time: ${observation.problem.detail}`,
});
