import { defineRule, type Rule } from './rule.ts';

const places = {
  plan: 'the plan for this step names',
  request: 'this request was sent with',
} as const;

export const driftContractChanged: Rule = defineRule({
  code: 'drift/contract-changed',
  severity: 'failure',
  title: 'a plan, a request or a gate that goes by another schema than the declared one',
  why: 'There is no second source of truth: a copy of a schema drifts from it, and what is planned, sent or judged by it is about something nobody declared.',
  fix: 'Let plan, request and gate read the one declaration, and record the digest of that.',
  noun: ['contract that changed on its way', 'contracts that changed on their way'],
  needs: [],
  observes: ['contract-changed'],
  message: ({ place, gate }) =>
    place === 'gate'
      ? `the ${gate} gate judged by another schema than the declaration in force`
      : `${places[place]} another contract than the one in force for its answer`,
});
