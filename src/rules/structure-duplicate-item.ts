import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureDuplicateItem: Rule = defineRule({
  code: 'structure/duplicate-item',
  severity: 'failure',
  title: 'an item that stands twice where items are unique',
  why: 'Equality is JSON Schema equality: numbers by value, objects without order.',
  fix: 'Fail the attempt, or drop uniqueItems from the declaration.',
  noun: ['repeated item', 'repeated items'],
  needs: [],
  observes: ['deviation'],
  applies: ({ delta }) => delta.kind === 'duplicate-item',
  message: (observation) => `an item stands twice in a list of unique items ${placeWords(observation)}`,
});
