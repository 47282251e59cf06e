import { ownerWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const declarationUncheckedFormat: Rule = defineRule({
  code: 'declaration/unchecked-format',
  severity: 'note',
  title: 'a format that nothing checks',
  why: "It is not one of JSON Schema's own, so it is an annotation here.",
  fix: 'Express it as a pattern if it must hold.',
  noun: ['format that is not checked', 'formats that are not checked'],
  needs: [],
  observes: ['declaration-problem'],
  applies: ({ problem }) => problem.fault === 'unchecked-format',
  message: (observation) => `a format of ${ownerWords(observation)} is not checked: ${observation.problem.detail}`,
});
