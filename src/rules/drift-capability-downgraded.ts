import { defineRule, type Rule } from './rule.ts';

export const driftCapabilityDowngraded: Rule = defineRule({
  code: 'drift/capability-downgraded',
  severity: 'failure',
  title: 'a request that was sent without a capability it must have',
  why: 'The plan chose the candidate for a capability, and the request as sent leaves it out: the answer was made without what it was chosen for.',
  fix: 'Send the request with every mandatory capability in effect, or refuse it.',
  noun: ['downgraded request', 'downgraded requests'],
  needs: [],
  observes: ['capability-downgraded'],
  message: ({ lacking, mandatory }) =>
    `this request was sent without ${lacking.length} of ${mandatory.length} mandatory ${mandatory.length === 1 ? 'capability' : 'capabilities'}`,
});
