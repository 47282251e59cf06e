import { nameWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureToolNotOffered: Rule = defineRule({
  code: 'structure/tool-not-offered',
  severity: 'failure',
  title: 'a call of a declared tool that was not offered here',
  why: 'The step, allowed_tools or tool_choice narrowed what could be called, and the call went outside of it.',
  fix: 'Offer the tool in this step, or refuse the call at the input gate.',
  noun: ['tool called though not offered', 'tools called though not offered'],
  needs: [],
  observes: ['deviation'],
  applies: ({ delta }) => delta.kind === 'tool-not-offered',
  message: (observation) => `the tool ${nameWords(observation.subject.tool)} is declared, but was not offered in this step or turn`,
});
