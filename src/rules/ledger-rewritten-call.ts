import { defineRule, type Rule } from './rule.ts';

export const ledgerRewrittenCall: Rule = defineRule({
  code: 'ledger/rewritten-call',
  severity: 'note',
  title: 'a repeated history has a call with other arguments',
  why: 'The model is told that it asked for something else than it did, and the record says two things of one call; what ran may be either.',
  fix: 'Send calls along as they were made; record a rewrite where it happens.',
  noun: ['rewritten call', 'rewritten calls'],
  needs: ['ids'],
  observes: ['rewritten-call'],
  message: ({ subject, earlierLine }, line) =>
    `the history of this request repeats the call ${subject.call ?? ''} with other arguments than ${earlierLine === undefined ? 'before' : line(earlierLine)}: counted once, as it was made`,
});
