import { defineRule, type Rule } from './rule.ts';

export const driftUnrecordedFailure: Rule = defineRule({
  code: 'drift/unrecorded-failure',
  severity: 'failure',
  title: 'a deviation for which no failure is recorded',
  why: 'A deviation is a failure. A plane that records failures and not this one has passed over it.',
  fix: 'Record attempt.failed, of the class model_behavior, with the structural delta, for every deviation.',
  noun: ['deviation without a failure event', 'deviations without a failure event'],
  needs: ['failures'],
  observes: ['unrecorded-failure'],
  weigh: ({ isOpenTail }) => (isOpenTail ? 'note' : 'failure'),
  message: ({ isOpenTail }) =>
    `this value deviates from its declaration, and no failure of it is recorded${isOpenTail ? ' yet: its run has not ended' : ''}`,
});
