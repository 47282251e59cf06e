import { defineRule, type Rule } from './rule.ts';

export const driftRejectedThoughValid: Rule = defineRule({
  code: 'drift/rejected-though-valid',
  severity: 'note',
  title: 'a valid call or answer was refused as invalid',
  why: 'Something is enforced that the declaration does not say.',
  fix: 'Declare what is enforced.',
  noun: ['valid call rejected as invalid', 'valid calls rejected as invalid'],
  needs: [],
  observes: ['rejected-though-valid'],
  message: ({ gate }) =>
    gate === undefined
      ? 'this call satisfies its declaration and was refused as invalid'
      : `this failure is recorded for the ${gate} gate, which passes the value when it is asked again`,
});
