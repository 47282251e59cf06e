import { ownerWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const declarationRefLoop: Rule = defineRule({
  code: 'declaration/ref-loop',
  severity: 'failure',
  title: 'references that lead back to themselves without reading on',
  why: 'Such a schema has no meaning; engines overflow or accept everything.',
  fix: 'Break the loop: recursion must pass through a property or an item.',
  noun: ['reference that leads back to itself', 'references that lead back to themselves'],
  needs: [],
  observes: ['declaration-problem'],
  applies: ({ problem }) => problem.fault === 'ref-loop',
  message: (observation) => `the schema of ${ownerWords(observation)} refers to itself without an end: ${observation.problem.detail}`,
});
