import { defineRule, type Rule } from './rule.ts';

const deniers = { human: 'a person', hook: 'a hook', host: 'the host', policy: 'the policy' } as const;

export const policyDenied: Rule = defineRule({
  code: 'policy/denied',
  severity: 'note',
  title: 'a call that was denied',
  why: 'Somebody decided against this call: a recorded decision about its values, which is neither an error of the tool nor a fault of its structure.',
  fix: 'Nothing, if the decision was right. A denial that comes back again and again belongs into the policy.',
  noun: ['denied call', 'denied calls'],
  needs: [],
  observes: ['denied-call'],
  message: ({ subject, by }) => `${deniers[by]} denied this call${subject.tool === undefined ? '' : ` of ${subject.tool}`}`,
});
