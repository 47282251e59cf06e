import { defineRule, type Rule } from './rule.ts';

export const driftRecordedAmendment: Rule = defineRule({
  code: 'drift/recorded-amendment',
  severity: 'note',
  title: 'a rewrite that was recorded',
  why: 'A recorded rewrite is legitimate. The gate is asked again for the amended bytes.',
  fix: 'Nothing, unless the rewrite surprises you.',
  noun: ['recorded amendment', 'recorded amendments'],
  needs: [],
  observes: ['amendment'],
  message: (observation) =>
    `the arguments were rewritten, and the record says so${observation.by === undefined ? '' : ` (by ${observation.by})`}`,
});
