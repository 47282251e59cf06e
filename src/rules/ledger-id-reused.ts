import { defineRule, type Rule } from './rule.ts';

export const ledgerIdReused: Rule = defineRule({
  code: 'ledger/id-reused',
  severity: 'note',
  title: 'a call id is used again after its call ended',
  why: 'Legal in places, and a trap for whoever joins by id.',
  fix: 'Prefer ids that are never used again.',
  noun: ['reused call id', 'reused call ids'],
  needs: ['ids'],
  observes: ['id-reused'],
  message: (observation) => `the call id ${observation.subject.call ?? ''} was used before in this run, for a call that has ended`,
});
