import { ownerWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const declarationUnsupportedDialect: Rule = defineRule({
  code: 'declaration/unsupported-dialect',
  severity: 'failure',
  title: 'a $schema that is not known',
  why: 'Guessing the dialect would guess the verdict.',
  fix: 'Use draft-04, 06, 07, 2019-09 or 2020-12, or give the meta-schema with --schemas.',
  noun: ['unknown dialect', 'unknown dialects'],
  needs: [],
  observes: ['declaration-problem'],
  applies: ({ problem }) => problem.fault === 'unsupported-dialect',
  message: (observation) => `the schema of ${ownerWords(observation)} names a dialect that is not known: ${observation.problem.detail}`,
});
