import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureForbidden: Rule = defineRule({
  code: 'structure/forbidden',
  severity: 'failure',
  title: 'a value that the declaration forbids',
  why: 'A false schema, not, or a dependency rules it out.',
  fix: 'Fail the attempt, or change the declaration.',
  noun: ['forbidden value', 'forbidden values'],
  needs: [],
  observes: ['deviation'],
  applies: ({ delta }) => delta.kind === 'forbidden',
  message: (observation) => `what stands here is forbidden by the declaration: ${placeWords(observation)}`,
});
