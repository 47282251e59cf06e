import { defineRule, type Rule } from './rule.ts';

export const driftWrongRoute: Rule = defineRule({
  code: 'drift/wrong-route',
  severity: 'failure',
  title: 'the way taken after a deviation is not the declared one',
  why: 'Under strict_mode every deviation ends in compensation, nothing else; otherwise the critique is engaged while the bound allows it.',
  fix: "Route by the run's own global_config.",
  noun: ['wrong route after a deviation', 'wrong routes after a deviation'],
  needs: [],
  observes: ['wrong-route'],
  message: ({ recorded, expected }) => `after this deviation the run goes to ${recorded}; what it declares leads to ${expected}`,
});
