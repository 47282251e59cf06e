import { defineRule, type Rule } from './rule.ts';

export const driftCommittedDespiteDeviation: Rule = defineRule({
  code: 'drift/committed-despite-deviation',
  severity: 'failure',
  title: 'a value that the output gate fails, and that was committed',
  why: 'What was committed is not what was declared, and everything downstream builds on it.',
  fix: 'Check before the commit; route the deviation to critique or compensation.',
  noun: ['commit despite a deviation', 'commits despite a deviation'],
  needs: ['commits'],
  shows: ['commits'],
  observes: ['committed-despite-deviation'],
  message: ({ isReleasedOnly }) => `the output gate fails this value, and it was ${isReleasedOnly === true ? 'released' : 'committed'}`,
});
