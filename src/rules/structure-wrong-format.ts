import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureWrongFormat: Rule = defineRule({
  code: 'structure/wrong-format',
  severity: 'failure',
  title: 'a text that is not in the declared format',
  why: 'Whether format fails a value depends on the dialect and on --formats; the report says which was applied.',
  fix: 'Send the value in the declared format, or run with --formats annotate where your dialect treats formats as annotations.',
  noun: ['text outside its format', 'texts outside their format'],
  needs: [],
  observes: ['deviation', 'remark'],
  applies: ({ delta }) => delta.kind === 'wrong-format',
  weigh: ({ kind }) => (kind === 'deviation' ? 'failure' : 'note'),
  message: (observation) => `not the declared format ${placeWords(observation)}`,
});
