import { defineRule, type Rule } from './rule.ts';

const units = { attempts: 'attempts', tokens: 'tokens', input_tokens: 'input tokens', output_tokens: 'output tokens', cost: '' } as const;

export const driftRecoveryBeyondLimit: Rule = defineRule({
  code: 'drift/recovery-beyond-limit',
  severity: 'failure',
  title: 'a recovery that used more than its authorisation allows',
  why: 'Whoever allowed another way allowed this much of it: what comes after was allowed by nobody.',
  fix: 'Stop at the limit, or record a new recovery.authorized for the attempt that failed last.',
  noun: ['recovery beyond its limit', 'recoveries beyond their limit'],
  needs: [],
  observes: ['recovery-beyond-limit'],
  message: ({ limit, allowed, used }) =>
    limit === 'cost'
      ? `this recovery has cost ${used}, and its authorisation allows ${allowed}`
      : `this recovery has used ${used} ${units[limit]}, and its authorisation allows ${allowed}`,
});
