import { defineRule, type Rule } from './rule.ts';

export const declarationStepStrictness: Rule = defineRule({
  code: 'declaration/step-strictness',
  severity: 'failure',
  title: 'a step that carries its own strict_mode',
  why: "strict_mode is a property of the whole run: a step that changes it makes the run's posture a matter of where one looks.",
  fix: 'Declare strict_mode once, in global_config.',
  noun: ['step with its own strictness', 'steps with their own strictness'],
  needs: [],
  observes: ['step-strictness'],
  message: (observation) => `the step ${observation.subject.step ?? ''} carries its own strict_mode`,
});
