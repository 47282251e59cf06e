import { defineRule, type Rule } from './rule.ts';

export const ledgerDuplicateResult: Rule = defineRule({
  code: 'ledger/duplicate-result',
  severity: 'failure',
  title: 'two results for one call',
  why: 'Only one of them can be what the caller saw.',
  fix: 'Find out which sink wrote twice; never rename one to make it fit.',
  noun: ['second result for one call', 'second results for one call'],
  needs: ['ids'],
  observes: ['duplicate-result'],
  message: ({ subject, earlierLine }, line) =>
    `a second result for the call ${subject.call ?? ''}${earlierLine === undefined ? '' : ` (the first at ${line(earlierLine)})`}`,
});
