import { ownerWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const declarationUnknownKeyword: Rule = defineRule({
  code: 'declaration/unknown-keyword',
  severity: 'note',
  title: 'a word that JSON Schema does not know',
  why: 'It has no effect on any verdict; a misspelt keyword looks exactly like this.',
  fix: 'Correct it, or start it with x-.',
  noun: ['unknown keyword', 'unknown keywords'],
  needs: [],
  observes: ['declaration-problem'],
  applies: ({ problem }) => problem.fault === 'unknown-keyword',
  message: (observation) =>
    `the schema of ${ownerWords(observation)} has a word that JSON Schema does not know: ${observation.problem.detail}`,
});
