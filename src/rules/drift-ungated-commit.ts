import { defineRule, type Rule } from './rule.ts';

export const driftUngatedCommit: Rule = defineRule({
  code: 'drift/ungated-commit',
  severity: 'failure',
  title: 'a value that was committed without an earlier pass of the output gate',
  why: 'This source records its gates, so a missing verdict means that the gate was not asked.',
  fix: 'Ask the output gate before every commit.',
  noun: ['commit without a gate', 'commits without a gate'],
  needs: ['gates', 'commits'],
  shows: ['commits'],
  observes: ['ungated-commit'],
  message: ({ isFailed }) =>
    isFailed
      ? 'this was committed, and the output gate that is recorded for it says fail'
      : 'this value was committed, and no earlier pass of the output gate is recorded for it',
});
