import { ownerWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const declarationForeignPattern: Rule = defineRule({
  code: 'declaration/foreign-pattern',
  severity: 'failure',
  title: 'a pattern that is not ECMA-262',
  why: 'JSON Schema patterns are ECMA-262. Python, PCRE and Go syntax means something else here or nothing.',
  fix: 'Rewrite the pattern; the detail suggests how.',
  noun: ['pattern of another regex dialect', 'patterns of another regex dialect'],
  needs: [],
  observes: ['declaration-problem'],
  applies: ({ problem }) => problem.fault === 'foreign-pattern',
  message: (observation) => `a pattern of ${ownerWords(observation)} is not ECMA-262: ${observation.problem.detail}`,
});
