import { mismatchWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const driftVerdictMismatch: Rule = defineRule({
  code: 'drift/verdict-mismatch',
  severity: 'failure',
  title: 'the recorded verdict of a gate is not the one its declaration gives',
  why: 'The gate that ran judged by something else than the declaration in force: a copy of the schema, another dialect, a lenient validator, or a third verdict such as "warn".',
  fix: "Let the gate read the tool's own declaration; there is no second source of truth.",
  noun: ['verdict that does not hold', 'verdicts that do not hold'],
  needs: ['gates'],
  shows: ['gates'],
  observes: ['verdict-mismatch'],
  weigh: ({ isOnlyDelta }) => (isOnlyDelta ? 'note' : 'failure'),
  message: (observation) => mismatchWords(observation),
});
