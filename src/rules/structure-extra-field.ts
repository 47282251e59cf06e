import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureExtraField: Rule = defineRule({
  code: 'structure/extra-field',
  severity: 'failure',
  title: 'a field that a closed object does not declare',
  why: 'The object is closed, so the declaration says that nothing else may stand here. Dropping the field silently means that what ran is not what was written.',
  fix: 'Fail the attempt, or declare the field.',
  noun: ['extra field', 'extra fields'],
  needs: [],
  observes: ['deviation'],
  applies: ({ delta }) => delta.kind === 'extra-field',
  message: (observation) => `a field that is not declared: ${placeWords(observation)}`,
});
