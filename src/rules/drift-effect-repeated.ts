import { nameWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const driftEffectRepeated: Rule = defineRule({
  code: 'drift/effect-repeated',
  severity: 'failure',
  title: 'an effect that was made twice',
  why: 'A retry is for what did not happen. What had succeeded, and was not undone, was done once more: the customer is refunded twice. What is undone twice is taken back once too often.',
  fix: 'Retry the part that failed, undo an effect before it is made again, and undo it once; one pass of the input gate is for one execution.',
  noun: ['repeated effect', 'repeated effects'],
  needs: ['attempts'],
  needsEffects: true,
  observes: ['effect-repeated'],
  message: ({ effect, way, earlierLine }, line) => {
    if (way === 'undoing') return `this call undid ${nameWords(effect)} again, which had been undone at ${line(earlierLine)}`;
    return way === 'execution'
      ? `${nameWords(effect)} ran twice for one proposal, the first time at ${line(earlierLine)}`
      : `this retry ran ${nameWords(effect)} again, which had succeeded at ${line(earlierLine)} with the same arguments`;
  },
});
