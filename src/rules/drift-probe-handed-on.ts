import { defineRule, type Rule } from './rule.ts';

export const driftProbeHandedOn: Rule = defineRule({
  code: 'drift/probe-handed-on',
  severity: 'failure',
  title: 'the answer to a probe that became the outcome of its step',
  why: 'A declared probe is excused from what a request owes (proven capabilities, leave to ask somebody else) because it answers nothing. Handed on, its answer is one that nobody may rely on.',
  fix: 'Ask the candidate again as an ordinary request once it is proven, and hand that answer on.',
  noun: ['answer of a probe handed on', 'answers of probes handed on'],
  needs: [],
  observes: ['probe-handed-on'],
  message: ({ isReleased }) =>
    `this candidate was asked as a probe, and its answer was ${isReleased ? 'released' : 'committed'} as that of the step`,
});
