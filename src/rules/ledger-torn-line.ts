import { defineRule, type Rule } from './rule.ts';

export const ledgerTornLine: Rule = defineRule({
  code: 'ledger/torn-line',
  severity: 'note',
  title: 'a record that stops short',
  why: 'At the very end of a file an append was interrupted; anywhere else the record is damaged.',
  fix: 'Nothing at the end of a live file; otherwise find out what cut it.',
  noun: ['torn line', 'torn lines'],
  needs: [],
  observes: ['line-fault'],
  applies: ({ fault }) => fault.code === 'ledger/torn-line',
  weigh: ({ fault }) => (fault.isHarmless ? 'note' : 'broken'),
  message: (observation) => observation.fault.detail,
});
