import { defineRule, type Rule } from './rule.ts';

const waits = {
  gate: 'the output gate had passed it',
  commit: 'its commit was recorded',
  evidence: 'evidence that covers its commit was persisted',
} as const;

export const driftReleasedEarly: Rule = defineRule({
  code: 'drift/released-early',
  severity: 'failure',
  title: 'a validated document, or a part of it, that was released too early',
  why: 'In validated-document mode nothing leaves before the output gate passed, the commit is recorded and evidence.persisted covers it: what has left cannot be called back.',
  fix: 'Release after all three; or declare the step as a stream, whose reader knows that a part is not yet valid.',
  noun: ['early release', 'early releases'],
  needs: [],
  observes: ['released-early'],
  message: ({ isPartial, missing }) =>
    `${isPartial ? 'a part of this document' : 'this document'} was released before ${missing.map((one) => waits[one]).join(' and ')}`,
});
