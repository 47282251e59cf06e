import { defineRule, type Rule } from './rule.ts';

export const ledgerByteOrderMark: Rule = defineRule({
  code: 'ledger/byte-order-mark',
  severity: 'note',
  title: 'a byte order mark before the first record',
  why: 'RFC 8259 lets a reader ignore it; others fail on the first line.',
  fix: 'Write UTF-8 without a byte order mark.',
  noun: ['byte order mark', 'byte order marks'],
  needs: [],
  observes: ['line-fault'],
  applies: ({ fault }) => fault.code === 'ledger/byte-order-mark',
  message: (observation) => observation.fault.detail,
});
