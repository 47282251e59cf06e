import { defineRule, type Rule } from './rule.ts';

export const ledgerUnreadableLine: Rule = defineRule({
  code: 'ledger/unreadable-line',
  severity: 'broken',
  title: 'a line that cannot be read',
  why: 'The rest was audited, but nobody knows what this line said.',
  fix: 'Find out what wrote it. Compare with a backup or another sink.',
  noun: ['unreadable line', 'unreadable lines'],
  needs: [],
  observes: ['line-fault'],
  applies: ({ fault }) => fault.code === 'ledger/unreadable-line',
  message: (observation) => observation.fault.detail,
});
