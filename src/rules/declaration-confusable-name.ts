import { nameWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const declarationConfusableName: Rule = defineRule({
  code: 'declaration/confusable-name',
  severity: 'note',
  title: 'two tool names that differ only by case, by a separator or by look-alike characters',
  why: 'A model, and whoever approves its calls, can take one tool for the other; a look-alike name is also how a foreign tool hides.',
  fix: 'Rename one of the two so that they differ in a word.',
  noun: ['confusable name', 'confusable names'],
  needs: [],
  observes: ['confusable-name'],
  message: ({ subject, other }) => `${nameWords(subject.tool)} is easily taken for ${other}, which is declared too`,
});
