import { defineRule, type Rule } from './rule.ts';

export const ledgerRepeatedCommit: Rule = defineRule({
  code: 'ledger/repeated-commit',
  severity: 'failure',
  title: 'one answer or result that was committed twice',
  why: 'A commit makes a value the outcome of its step. Of two that differ nobody can say which one it is; the same value twice is most likely a writer that tried again (a note).',
  fix: 'Commit once; where a value is replaced, record the answer, the gate and the recovery that the new one comes from.',
  noun: ['repeated commit', 'repeated commits'],
  needs: ['commits'],
  shows: ['commits'],
  observes: ['repeated-commit'],
  // where both are compared with the answer, the one that differs from it is told as a silent repair
  weigh: ({ isOther, isCompared }) => (isOther && !isCompared ? 'failure' : 'note'),
  message: ({ isOther, earlierLine }, line) =>
    `a value was committed here before (${line(earlierLine)}), and ${isOther ? 'this is another one' : 'nothing says why it is committed again'}`,
});
