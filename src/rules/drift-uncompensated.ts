import { undoingWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const driftUncompensated: Rule = defineRule({
  code: 'drift/uncompensated',
  severity: 'failure',
  title: 'an effect that had to be undone and was not',
  why: 'When a deviation is terminal, what the run has already done to the world is undone: the last effect first, each by a call of its compensate_with tool that is itself valid.',
  fix: 'Call the declared tool for every effect, in reverse order, and name the call whose effect it undoes in compensates.',
  noun: ['effect not undone as declared', 'effects not undone as declared'],
  needs: ['attempts'],
  needsEffects: true,
  observes: ['uncompensated'],
  // where nobody knows that there is an effect, or nothing is declared to undo it, the plane may have done all it could
  weigh: ({ fault }) => (fault === 'possible' || fault === 'irreversible' ? 'note' : 'failure'),
  message: undoingWords,
});
