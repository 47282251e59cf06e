import { ownerWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const declarationUnresolvedRef: Rule = defineRule({
  code: 'declaration/unresolved-ref',
  severity: 'failure',
  title: 'a reference that leads to no schema',
  why: 'Treating it as "anything" would be a silent pass, so every value under the schema is unchecked.',
  fix: 'Bring the definitions along ($defs), or give the document with --schemas.',
  noun: ['reference that leads nowhere', 'references that lead nowhere'],
  needs: [],
  observes: ['declaration-problem'],
  applies: ({ problem }) => problem.fault === 'unresolved-ref',
  message: (observation) => `the schema of ${ownerWords(observation)} refers to what is not there: ${observation.problem.detail}`,
});
