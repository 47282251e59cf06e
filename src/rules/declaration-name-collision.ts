import { nameWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const declarationNameCollision: Rule = defineRule({
  code: 'declaration/name-collision',
  severity: 'failure',
  title: 'two tools of one server under one name',
  why: 'Which of the two a call means cannot be told: the first counts here, and another reader may take the second.',
  fix: 'Give each tool of a server a name of its own.',
  noun: ['name collision', 'name collisions'],
  needs: [],
  observes: ['name-collision'],
  message: ({ subject }) => `${nameWords(subject.tool)} is declared a second time on the same server: only the first counts`,
});
