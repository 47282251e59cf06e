import { defineRule, type Rule } from './rule.ts';

export const structureTextDisagrees: Rule = defineRule({
  code: 'structure/text-disagrees',
  severity: 'note',
  title: 'text and structured result disagree',
  why: 'The model may have read the one, the program the other.',
  fix: 'Write the text mirror from the structured result.',
  noun: ['text that disagrees with its structure', 'texts that disagree with their structure'],
  needs: [],
  observes: ['remark'],
  applies: ({ delta }) => delta.kind === 'text-disagrees',
  message: () => 'the text of the result reads as JSON and says something else than the structured result',
});
