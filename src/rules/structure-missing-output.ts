import { defineRule, type Rule } from './rule.ts';

export const structureMissingOutput: Rule = defineRule({
  code: 'structure/missing-output',
  severity: 'failure',
  title: 'a success without the declared structured result',
  why: 'The tool declares an output schema, so its success must carry a structured result. Absent is not null and not {}.',
  fix: 'Return structuredContent, or drop the output schema. Error results owe none.',
  noun: ['missing structured result', 'missing structured results'],
  needs: ['structured-results'],
  observes: ['deviation'],
  applies: ({ delta }) => delta.kind === 'missing-output',
  message: () => 'a success without the structured result that its tool declares',
});
