import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureSuspiciousValue: Rule = defineRule({
  code: 'structure/suspicious-value',
  severity: 'note',
  title: 'a valid value that is probably not what was meant',
  why: 'The declaration allows it, so the verdict stays. The text holds what another variant wanted, or markup that swallowed the next parameter.',
  fix: 'Look at the recorded value. Narrow the declaration where the union hides mistakes.',
  noun: ['suspicious value', 'suspicious values'],
  needs: [],
  observes: ['remark'],
  applies: ({ delta }) => delta.kind === 'suspicious-value',
  message: (observation) => `valid, but probably not what was meant ${placeWords(observation)}`,
});
