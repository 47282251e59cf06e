import { defineRule, type Rule } from './rule.ts';

export const ledgerRunOpen: Rule = defineRule({
  code: 'ledger/run-open',
  severity: 'note',
  title: 'a run without a recorded end',
  why: 'The run may still be going on, or its end was lost: what is missing at its tail cannot be told from what is still to come.',
  fix: 'Record run.closed.',
  noun: ['run without an end', 'runs without an end'],
  needs: ['order'],
  observes: ['run-open'],
  message: (observation) => `the run ${observation.subject.run} has no recorded end`,
});
