import { defineRule, type Rule } from './rule.ts';

export const driftUngatedExecution: Rule = defineRule({
  code: 'drift/ungated-execution',
  severity: 'failure',
  title: 'a call that ran without an earlier pass of the input gate',
  why: 'This source records its gates, so a missing verdict means that the gate was not asked.',
  fix: 'Ask the gate for every call, also for compensations and retries.',
  noun: ['execution without a gate', 'executions without a gate'],
  needs: ['gates', 'executions'],
  shows: ['executions'],
  observes: ['ungated-execution'],
  message: ({ isFailed }) =>
    isFailed
      ? 'this call ran, and the input gate that is recorded for it says fail'
      : 'this call ran, and no earlier pass of the input gate is recorded for it',
});
