import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureNoVariant: Rule = defineRule({
  code: 'structure/no-variant',
  severity: 'failure',
  title: 'a value that fits none of several declared variants',
  why: 'Several variants are equally close, so none is explained as the one that was meant.',
  fix: 'Fail the attempt. A property with a constant in each variant lets people and models tell them apart.',
  noun: ['value that fits no variant', 'values that fit no variant'],
  needs: [],
  observes: ['deviation'],
  applies: ({ delta }) => delta.kind === 'no-variant',
  message: (observation) => `fits none of the declared variants ${placeWords(observation)}`,
});
