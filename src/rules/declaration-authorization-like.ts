import { ownerWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const declarationAuthorizationLike: Rule = defineRule({
  code: 'declaration/authorization-like',
  severity: 'note',
  title: 'structure that looks like authorisation',
  why: 'An enum of verbs or a maximum on an amount is structure: it says what a call can look like, never that this caller may make it.',
  fix: 'Keep limits and permissions in a policy, in the context of the session.',
  noun: ['rule that looks like authorisation', 'rules that look like authorisation'],
  needs: [],
  observes: ['declaration-problem'],
  applies: ({ problem }) => problem.fault === 'authorization-like',
  message: (observation) =>
    `the schema of ${ownerWords(observation)} looks like it grants or limits something: ${observation.problem.detail}`,
});
