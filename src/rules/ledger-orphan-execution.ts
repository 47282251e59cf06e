import { defineRule, type Rule } from './rule.ts';

export const ledgerOrphanExecution: Rule = defineRule({
  code: 'ledger/orphan-execution',
  severity: 'failure',
  title: 'a call that ran and that nobody proposed',
  why: 'This run records what is asked for, and this call it does not have: something ran beside the plane, or its proposal was left out.',
  fix: 'Record every proposal before its execution, also those of the plane itself and of compensations.',
  noun: ['execution without a proposal', 'executions without a proposal'],
  needs: ['ids', 'executions'],
  shows: ['executions'],
  observes: ['orphan-execution'],
  weigh: ({ isOpenTail }) => (isOpenTail ? 'note' : 'failure'),
  message: ({ subject: { call = '' }, isOpenTail }) =>
    `the call ${call} ran, and no proposal of it is recorded${isOpenTail ? ' so far' : ' before its result'}`,
});
