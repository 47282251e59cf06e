import { ownerWords, placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureRoundedNumber: Rule = defineRule({
  code: 'structure/rounded-number',
  severity: 'note',
  title: 'a number that a double does not hold',
  why: 'Most JSON readers hold numbers as doubles and would hand on another value. It was compared exactly here.',
  fix: 'Send large identifiers and exact decimals as text.',
  noun: ['number that a double rounds', 'numbers that a double rounds'],
  needs: [],
  observes: ['remark', 'declaration-problem'],
  applies: (observation) =>
    observation.kind === 'remark' ? observation.delta.kind === 'rounded-number' : observation.problem.fault === 'rounded-number',
  message: (observation) =>
    observation.kind === 'remark'
      ? `a number that a double does not hold ${placeWords(observation)}`
      : `a number that a double does not hold in the schema of ${ownerWords(observation)}`,
});
