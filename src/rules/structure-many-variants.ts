import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureManyVariants: Rule = defineRule({
  code: 'structure/many-variants',
  severity: 'failure',
  title: 'a value that fits several variants where exactly one may fit',
  why: 'oneOf means exactly one. An OpenAPI discriminator does not change that.',
  fix: 'Make the variants exclusive, or declare anyOf.',
  noun: ['value that fits several variants', 'values that fit several variants'],
  needs: [],
  observes: ['deviation'],
  applies: ({ delta }) => delta.kind === 'many-variants',
  message: (observation) => `fits more than one of the variants of which exactly one may fit ${placeWords(observation)}`,
});
