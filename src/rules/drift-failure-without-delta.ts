import { defineRule, type Rule } from './rule.ts';

export const driftFailureWithoutDelta: Rule = defineRule({
  code: 'drift/failure-without-delta',
  severity: 'failure',
  title: 'a recorded failure that does not say what differed',
  why: 'Without the structural delta nobody can tell a misspelt field from an invented one, and the critique has nothing to say.',
  fix: "Record the delta (or the validator's errors) in attempt.failed.",
  noun: ['failure without a delta', 'failures without a delta'],
  needs: ['failures'],
  shows: ['failures'],
  observes: ['failure-without-delta'],
  message: () => 'the recorded failure does not say what differed',
});
