import { defineRule, type Rule } from './rule.ts';

export const ledgerMissingResult: Rule = defineRule({
  code: 'ledger/missing-result',
  severity: 'failure',
  title: 'a call without a result',
  why: 'The call went out and the record does not say what came back: the live session may have been right while the record is not.',
  fix: 'Record every result, also of parallel, cancelled and failed calls.',
  noun: ['call without a result', 'calls without a result'],
  needs: ['order'],
  observes: ['missing-result'],
  weigh: ({ isOpenTail }) => (isOpenTail ? 'note' : 'failure'),
  message: (observation) =>
    observation.isOpenTail
      ? 'no result is recorded for this call yet: its run has not ended'
      : 'no result is recorded for this call, and its run has ended',
});
