import { defineRule, type Rule } from './rule.ts';

export const driftExecutedDespiteDeviation: Rule = defineRule({
  code: 'drift/executed-despite-deviation',
  severity: 'failure',
  title: 'a call that the input gate fails, and that ran',
  why: 'The gate, recomputed from the declaration in force, fails the call. Something between the record and the tool let it through: by coercing, dropping, filling, or not checking.',
  fix: 'Put the gate before the execution and let nothing behind it repair. The structural findings this one follows from say what was wrong.',
  noun: ['execution despite a deviation', 'executions despite a deviation'],
  needs: [],
  observes: ['executed-despite-deviation'],
  message: (observation) =>
    observation.evidence === 'recorded'
      ? 'the input gate fails this call, and it ran'
      : 'the input gate fails this call, and it was answered with success',
});
