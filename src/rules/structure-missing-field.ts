import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureMissingField: Rule = defineRule({
  code: 'structure/missing-field',
  severity: 'failure',
  title: 'a required field is not there',
  why: 'The declaration says that the value means nothing without it. Filling it with null or a default invents what was not said.',
  fix: 'Fail the attempt. If the field is truly optional, say so in the declaration.',
  noun: ['missing field', 'missing fields'],
  needs: [],
  observes: ['deviation'],
  applies: ({ delta }) => delta.kind === 'missing-field',
  message: (observation) => `a required field is missing: ${placeWords(observation)}`,
});
