import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureWrongValue: Rule = defineRule({
  code: 'structure/wrong-value',
  severity: 'failure',
  title: 'a value that an enum or const does not list',
  why: 'The declaration names every value that has a meaning here. A default put in its place is schema-valid and wrong.',
  fix: 'Fail the attempt, or add the value to the declaration.',
  noun: ['value outside the declared ones', 'values outside the declared ones'],
  needs: [],
  observes: ['deviation'],
  applies: ({ delta }) => delta.kind === 'wrong-value',
  message: (observation) => `a value outside the declared ones ${placeWords(observation)}`,
});
