import { ownerWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const declarationInvalidSchema: Rule = defineRule({
  code: 'declaration/invalid-schema',
  severity: 'failure',
  title: 'a schema that is not valid in its dialect',
  why: 'No honest verdict exists under it: validators that accept it enforce something else than it says. Every value under it is unchecked.',
  fix: 'Correct the schema, or say in $schema which dialect it is written in.',
  noun: ['invalid schema', 'invalid schemas'],
  needs: [],
  observes: ['declaration-problem'],
  applies: ({ problem }) => problem.fault === 'invalid-schema',
  message: (observation) => `the schema of ${ownerWords(observation)} is not valid: ${observation.problem.detail}`,
});
