import { defineRule, type Rule } from './rule.ts';

export const driftWrongClass: Rule = defineRule({
  code: 'drift/wrong-class',
  severity: 'failure',
  title: 'a structural deviation recorded under another class',
  why: 'Recorded as a tool fault or a timeout, a deviation takes the way back that those have, and the model is never told.',
  fix: "Record structural deviations as model_behavior. A tool's own result that breaks its own schema may also be recorded as tool.",
  noun: ['failure of the wrong class', 'failures of the wrong class'],
  needs: ['failures'],
  shows: ['failures'],
  observes: ['wrong-class'],
  message: ({ recorded }) => `a structural deviation is recorded as a failure of the class ${recorded}`,
});
