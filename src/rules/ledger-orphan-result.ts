import { defineRule, type Rule } from './rule.ts';

export const ledgerOrphanResult: Rule = defineRule({
  code: 'ledger/orphan-result',
  severity: 'failure',
  title: 'a result without a call',
  why: 'Something ran that the record does not show being proposed. Its tool is unknown, so its structure is unchecked.',
  fix: 'Record calls before their results; a compaction marker explains an orphan and does not excuse it.',
  noun: ['result without a call', 'results without a call'],
  needs: ['ids'],
  observes: ['orphan-result'],
  message: (observation) =>
    `a result for a call that was never recorded${observation.subject.call === undefined ? '' : `: ${observation.subject.call}`}`,
});
