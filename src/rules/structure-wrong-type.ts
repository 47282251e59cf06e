import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureWrongType: Rule = defineRule({
  code: 'structure/wrong-type',
  severity: 'failure',
  title: 'a value of another JSON type than declared',
  why: 'Coercion between types is where records and reality part: "false" becomes true, "" becomes 0, null becomes nothing.',
  fix: 'Fail the attempt. Declare the type that is really sent, if the callers are right.',
  noun: ['wrong type', 'wrong types'],
  needs: [],
  observes: ['deviation'],
  applies: ({ delta }) => delta.kind === 'wrong-type',
  message: (observation) => `wrong type ${placeWords(observation)}`,
});
