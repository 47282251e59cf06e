import { defineRule, type Rule } from './rule.ts';

const reasons = {
  refused: 'the plan refused this candidate',
  absent: 'a capability it must have is recorded as absent',
  unknown: 'whether it has all that is mandatory is recorded as unknown',
  combination: 'each mandatory capability is verified by itself, and nothing shows them together',
  'no-evidence': 'nothing recorded shows that it has what is mandatory',
  unclear: 'of a mandatory capability the request says neither that it was in effect nor that it was not',
} as const;

export const driftCapabilityUnproven: Rule = defineRule({
  code: 'drift/capability-unproven',
  severity: 'failure',
  title: 'an ordinary request to a candidate that was not eligible',
  why: 'A mandatory capability that is unknown or absent makes a candidate ineligible; asking all the same turns an answer that people rely on into an experiment.',
  fix: 'Choose another candidate, refuse the plan, or declare the request as a probe; record evidence that names the whole combination.',
  noun: ['request to a candidate without proof', 'requests to candidates without proof'],
  needs: [],
  observes: ['capability-unproven'],
  message: ({ because }) => `this candidate was asked as usual, and ${reasons[because]}`,
});
