import { defineRule, type Rule } from './rule.ts';

export const ledgerContradictedStatus: Rule = defineRule({
  code: 'ledger/contradicted-status',
  severity: 'note',
  title: 'a result that speaks against its own status',
  why: 'The status says one thing and the result itself another: whoever reads only one of them is told something else.',
  fix: 'Find out which is true. Hand an error on as an error, with its flag set.',
  noun: ['result that contradicts its status', 'results that contradict their status'],
  needs: ['error-flag'],
  observes: ['contradicted-status'],
  message: ({ words }) => `this result contradicts its status: ${words}`,
});
