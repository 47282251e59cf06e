import { ownerWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const declarationUntypedField: Rule = defineRule({
  code: 'declaration/untyped-field',
  severity: 'note',
  title: 'a field without any constraint',
  why: 'The declaration promises nothing about it.',
  fix: 'Give it a type.',
  noun: ['untyped field', 'untyped fields'],
  needs: [],
  observes: ['declaration-problem'],
  applies: ({ problem }) => problem.fault === 'untyped-field',
  message: (observation) => `a field of ${ownerWords(observation)} accepts anything`,
});
