import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureUndeclaredField: Rule = defineRule({
  code: 'structure/undeclared-field',
  severity: 'note',
  title: 'a field that the open declaration does not name',
  why: 'JSON Schema accepts it, because the object is not closed; the callee most likely never sees it. A misspelt optional field looks exactly like this.',
  fix: 'Close the object (additionalProperties: false), run with --closed, or declare the field.',
  noun: ['undeclared field', 'undeclared fields'],
  needs: [],
  observes: ['remark'],
  applies: ({ delta }) => delta.kind === 'undeclared-field',
  message: (observation) => `a field that the open declaration does not name: ${placeWords(observation)}`,
});
