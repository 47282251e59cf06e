import { placeWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureLoneSurrogate: Rule = defineRule({
  code: 'structure/lone-surrogate',
  severity: 'failure',
  title: 'half a character in a text',
  why: 'It cannot be written as UTF-8, and strict parsers and RFC 8785 refuse it, so digests over it cannot agree.',
  fix: 'Fix the writer that cuts texts between two UTF-16 units.',
  noun: ['half a character', 'half characters'],
  needs: [],
  observes: ['deviation'],
  applies: ({ delta }) => delta.kind === 'lone-surrogate',
  message: (observation) => `half a character ${placeWords(observation)}`,
});
