import { defineRule, type Rule } from './rule.ts';

export const ledgerSplicedLine: Rule = defineRule({
  code: 'ledger/spliced-line',
  severity: 'broken',
  title: 'several records on one line',
  why: 'A newline between two appends is missing, as concurrent writers leave it. Whole objects were read one by one.',
  fix: 'Write each record with its newline in one append.',
  noun: ['spliced line', 'spliced lines'],
  needs: [],
  observes: ['line-fault'],
  applies: ({ fault }) => fault.code === 'ledger/spliced-line',
  weigh: ({ fault }) => (fault.isHarmless ? 'note' : 'broken'),
  message: (observation) => observation.fault.detail,
});
