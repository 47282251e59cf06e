import { defineRule, type Rule } from './rule.ts';

export const driftRejectedThoughValid: Rule = defineRule({
  code: 'drift/rejected-though-valid',
  severity: 'note',
  title: 'a valid call was refused as invalid',
  why: 'The callee enforces something that its declaration does not say.',
  fix: 'Declare what is enforced.',
  noun: ['valid call rejected as invalid', 'valid calls rejected as invalid'],
  needs: [],
  observes: ['rejected-though-valid'],
  message: () => 'this call satisfies its declaration and was refused as invalid',
});
