import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureWrongPattern: Rule = defineRule({
  code: 'structure/wrong-pattern',
  severity: 'failure',
  title: 'a text that the declared pattern does not match',
  why: 'Patterns usually guard identifiers: a value outside of them belongs to something else or to nothing.',
  fix: 'Fail the attempt. Patterns are ECMA-262 with the u flag; write rules of other dialects anew.',
  noun: ['text outside its pattern', 'texts outside their pattern'],
  needs: [],
  observes: ['deviation'],
  applies: ({ delta }) => delta.kind === 'wrong-pattern',
  message: (observation) => `a text that its pattern does not match ${placeWords(observation)}`,
});
