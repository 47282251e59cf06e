import { defineRule, type Rule } from './rule.ts';

export const ledgerDuplicateCall: Rule = defineRule({
  code: 'ledger/duplicate-call',
  severity: 'failure',
  title: 'one id for two living calls',
  why: 'The result that follows cannot be told to belong to the one or the other.',
  fix: 'Give every call its own id.',
  noun: ['call id used twice at once', 'call ids used twice at once'],
  needs: ['ids'],
  observes: ['duplicate-call'],
  message: ({ subject, earlierLine }, line) =>
    `the call id ${subject.call ?? ''} is already in use by a different call${earlierLine === undefined ? '' : ` (${line(earlierLine)})`}`,
});
