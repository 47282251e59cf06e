import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureDuplicateKey: Rule = defineRule({
  code: 'structure/duplicate-key',
  severity: 'failure',
  title: 'one object says a key twice',
  why: 'Two readers may see two values: parsers keep the first, keep the last, or refuse.',
  fix: 'Fail the attempt; write every key once.',
  noun: ['key said twice', 'keys said twice'],
  needs: [],
  observes: ['deviation', 'record-defect'],
  applies: (observation) => observation.kind === 'record-defect' || observation.delta.kind === 'duplicate-key',
  message: (observation) =>
    observation.kind === 'record-defect'
      ? 'one object of the record says a key twice'
      : `one object says a key twice ${placeWords(observation)}`,
});
