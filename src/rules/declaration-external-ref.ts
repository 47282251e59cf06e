import { ownerWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const declarationExternalRef: Rule = defineRule({
  code: 'declaration/external-ref',
  severity: 'failure',
  title: 'a reference to a document that was not given',
  why: 'References are never fetched over a network: whoever answers would decide what passes.',
  fix: 'Give the document with --schemas BASE_URI=DIR.',
  noun: ['reference to another document', 'references to other documents'],
  needs: [],
  observes: ['declaration-problem'],
  applies: ({ problem }) => problem.fault === 'external-ref',
  message: (observation) => `the schema of ${ownerWords(observation)} refers to another document: ${observation.problem.detail}`,
});
