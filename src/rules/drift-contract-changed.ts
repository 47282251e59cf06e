import { defineRule, type Rule } from './rule.ts';

export const driftContractChanged: Rule = defineRule({
  code: 'drift/contract-changed',
  severity: 'failure',
  title: 'a gate that judged by another schema than the declared one',
  why: 'There is no second source of truth: a copy of a schema drifts from it, and its verdicts are about something nobody declared.',
  fix: "Let the gate read the tool's own declaration, and record the digest of that.",
  noun: ['gate that judged by another contract', 'gates that judged by another contract'],
  needs: ['gates'],
  observes: ['contract-changed'],
  message: ({ gate }) => `the ${gate} gate judged by another schema than the declaration in force`,
});
