import { nameWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const structureInventedTool: Rule = defineRule({
  code: 'structure/invented-tool',
  severity: 'failure',
  title: 'a call of a tool that nobody declared',
  why: 'The set of tools is known to be complete at this point of the record, and this name is not in it. Whatever ran instead was chosen by something other than the model and the declaration.',
  fix: 'Declare the tool, or make the host refuse names outside the list. Names are never resolved to the nearest one: the nearest is said so that a person can see what was meant.',
  noun: ['invented tool', 'invented tools'],
  needs: [],
  observes: ['deviation'],
  applies: ({ delta }) => delta.kind === 'invented-tool',
  message: (observation) => `the tool ${nameWords(observation.subject.tool)} is not declared here`,
});
