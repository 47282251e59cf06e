import { defineRule, type Rule } from './rule.ts';

export const ledgerTornLine: Rule = defineRule({
  code: 'ledger/torn-line',
  severity: 'note',
  title: 'a record that stops short',
  why: 'At the very end of a file an append was interrupted, and what was not read is not passed (exit 3); anywhere else the record is damaged.',
  fix: 'At the end of a live file, audit it again once it is whole; otherwise find out what cut it.',
  noun: ['torn line', 'torn lines'],
  needs: [],
  observes: ['line-fault'],
  applies: ({ fault }) => fault.code === 'ledger/torn-line',
  weigh: ({ fault }) => (fault.isHarmless ? 'note' : 'broken'),
  message: (observation) => observation.fault.detail,
});
