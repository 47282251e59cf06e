import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureNumberForm: Rule = defineRule({
  code: 'structure/number-form',
  severity: 'note',
  title: 'an integer written with a fraction or an exponent',
  why: 'Valid from draft-06 on, invalid in draft-04, and refused by typed readers.',
  fix: 'Write integers without a fraction.',
  noun: ['integer written with a fraction', 'integers written with a fraction'],
  needs: [],
  observes: ['remark'],
  applies: ({ delta }) => delta.kind === 'number-form',
  message: (observation) => `an integer written with a fraction or an exponent ${placeWords(observation)}`,
});
