import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureWrongLength: Rule = defineRule({
  code: 'structure/wrong-length',
  severity: 'failure',
  title: 'a text, list or object shorter or longer than declared',
  why: 'A list that was cut and a list that was padded look alike afterwards.',
  fix: 'Fail the attempt, or change the declared limits.',
  noun: ['wrong length', 'wrong lengths'],
  needs: [],
  observes: ['deviation'],
  applies: ({ delta }) => delta.kind === 'wrong-length',
  message: (observation) => `too short, too long, too few or too many ${placeWords(observation)}`,
});
