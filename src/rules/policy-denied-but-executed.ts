import { defineRule, type Rule } from './rule.ts';

export const policyDeniedButExecuted: Rule = defineRule({
  code: 'policy/denied-but-executed',
  severity: 'failure',
  title: 'a call that was denied, and that ran',
  why: 'The last decision recorded before the execution says no. Whether it was the right one is not asked here: it was not obeyed.',
  fix: 'Execute nothing but what was allowed; record the decision that lifts a denial before the call runs.',
  noun: ['denied call that ran', 'denied calls that ran'],
  needs: ['executions'],
  shows: ['executions'],
  observes: ['denied-but-executed'],
  message: ({ subject, line }, words) =>
    `this call${subject.tool === undefined ? '' : ` of ${subject.tool}`} was executed, and the last decision before it, at ${words(line)}, denies it`,
});
