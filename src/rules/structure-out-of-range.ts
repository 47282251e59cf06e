import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureOutOfRange: Rule = defineRule({
  code: 'structure/out-of-range',
  severity: 'failure',
  title: 'a number outside the declared bounds or steps',
  why: 'Bounds are compared exactly, also where a double would round them.',
  fix: 'Fail the attempt. A bound in a schema is structure; whether the amount is authorised is a question for a policy.',
  noun: ['number out of range', 'numbers out of range'],
  needs: [],
  observes: ['deviation'],
  applies: ({ delta }) => delta.kind === 'out-of-range',
  message: (observation) => `a number outside its declared bounds ${placeWords(observation)}`,
});
