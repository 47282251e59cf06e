import { copyWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const ledgerDuplicateEvent: Rule = defineRule({
  code: 'ledger/duplicate-event',
  severity: 'note',
  title: 'the same event, run or file is given twice',
  why: 'Resumed and forked sessions copy their history, writers retry, ledgers are appended to themselves or given under two names.',
  fix: 'Nothing, if the copy is known. A run that a file opens again by its own record, or a copy that parts from what it copies, is counted again: leave one of the two out.',
  noun: ['event recorded twice', 'events recorded twice'],
  needs: [],
  observes: ['duplicate-event', 'copied-history', 'copied-lines', 'copied-run', 'copied-input'],
  message: copyWords,
});
