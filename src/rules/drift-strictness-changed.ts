import { defineRule, type Rule } from './rule.ts';

export const driftStrictnessChanged: Rule = defineRule({
  code: 'drift/strictness-changed',
  severity: 'failure',
  title: 'a run that changes its own posture',
  why: 'The posture decides what every deviation of the run leads to. A run that changes it is judged by whatever it said last.',
  fix: 'Declare global_config once, when the run opens.',
  noun: ['changed strictness', 'changed strictness'],
  needs: [],
  observes: ['strictness-changed'],
  message: () => 'the run is opened again with another strict_mode or max_iterations',
});
