import { defineRule, type Rule } from './rule.ts';

export const ledgerTimeOrder: Rule = defineRule({
  code: 'ledger/time-order',
  severity: 'note',
  title: 'time goes back inside a run',
  why: 'The events are counted in one order and dated in another: clocks of several writers, or a record that was put together afterwards.',
  fix: 'Date events where they are counted, by one clock, or know which clock each writer has.',
  noun: ['run whose time goes back', 'runs whose time goes back'],
  needs: ['time'],
  observes: ['time-order'],
  message: ({ earlierLine }, line) => `this event is dated before the one at ${line(earlierLine)}, which its run counts before it`,
});
