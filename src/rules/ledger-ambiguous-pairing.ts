import { defineRule, type Rule } from './rule.ts';

export const ledgerAmbiguousPairing: Rule = defineRule({
  code: 'ledger/ambiguous-pairing',
  severity: 'note',
  title: 'a result that several open calls could own',
  why: 'Without ids, results are paired with the earliest unanswered call of their name. Parallel calls may well be answered in another order.',
  fix: 'Record call ids.',
  noun: ['result paired by order alone', 'results paired by order alone'],
  needs: [],
  observes: ['ambiguous-pairing'],
  message: ({ earlierLine }, line) =>
    `this result names no call; it was paired with the earliest open one${earlierLine === undefined ? '' : ` (${line(earlierLine)})`}, and others of that name are open`,
});
