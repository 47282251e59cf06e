import { defineRule, type Rule } from './rule.ts';

export const driftIterationsExceeded: Rule = defineRule({
  code: 'drift/iterations-exceeded',
  severity: 'failure',
  title: 'more critiques than the run declares',
  why: 'max_iterations: N allows N critiques, hence N + 1 attempts, for each instance of a step.',
  fix: 'Stop at the bound: compensate if an effect was made, otherwise abort.',
  noun: ['critique beyond the bound', 'critiques beyond the bound'],
  needs: [],
  observes: ['iterations-exceeded'],
  message: ({ count, bound, subject: { step, tool } }) =>
    `critique ${count} of ${placeOf(step, tool)}, and ${bound} ${bound === 1 ? 'is' : 'are'} declared`,
});

/** Recordings of requests name no steps: there it is a call that is tried again. */
function placeOf(step: string | undefined, tool: string | undefined): string {
  if (step !== undefined) return 'this step';
  return tool === undefined ? 'this run' : `a call of ${tool}`;
}
