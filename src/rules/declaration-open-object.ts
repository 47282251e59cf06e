import { ownerWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const declarationOpenObject: Rule = defineRule({
  code: 'declaration/open-object',
  severity: 'note',
  title: 'an object that accepts fields it does not name',
  why: 'A misspelt or invented field passes the gate and is dropped later.',
  fix: 'Add additionalProperties: false, or run with --closed.',
  noun: ['open object', 'open objects'],
  needs: [],
  observes: ['declaration-problem'],
  applies: ({ problem }) => problem.fault === 'open-object',
  message: (observation) => `an object of ${ownerWords(observation)} is open: fields it does not name are accepted`,
});
