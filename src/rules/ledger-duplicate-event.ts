import { copyWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const ledgerDuplicateEvent: Rule = defineRule({
  code: 'ledger/duplicate-event',
  severity: 'note',
  title: 'the same event stands twice',
  why: 'Resumed and forked sessions copy their history, and writers retry.',
  fix: 'Nothing, if the copy is known.',
  noun: ['event recorded twice', 'events recorded twice'],
  needs: ['ids'],
  observes: ['duplicate-event', 'copied-history'],
  message: (observation) =>
    observation.kind === 'copied-history'
      ? copyWords(observation)
      : `the same event is recorded again${observation.earlierLine === undefined ? '' : ` (first at line ${observation.earlierLine})`}; it is counted once`,
});
