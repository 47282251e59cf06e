import { ownerWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const declarationForeignKeyword: Rule = defineRule({
  code: 'declaration/foreign-keyword',
  severity: 'note',
  title: 'a keyword that its dialect does not know',
  why: 'It has no effect under the declared dialect, though engines disagree.',
  fix: 'Say the dialect you mean in $schema.',
  noun: ['keyword of another dialect', 'keywords of another dialect'],
  needs: [],
  observes: ['declaration-problem'],
  applies: ({ problem }) => problem.fault === 'foreign-keyword',
  message: (observation) => `the schema of ${ownerWords(observation)} has a keyword of another dialect: ${observation.problem.detail}`,
});
