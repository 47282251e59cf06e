import { defineRule, type Rule } from './rule.ts';

export const ledgerInvalidUtf8: Rule = defineRule({
  code: 'ledger/invalid-utf8',
  severity: 'broken',
  title: 'a line that is not valid UTF-8',
  why: 'Replacing the bytes would change the evidence, so the line is not read.',
  fix: "Fix the writer's encoding.",
  noun: ['line that is not UTF-8', 'lines that are not UTF-8'],
  needs: [],
  observes: ['line-fault'],
  applies: ({ fault }) => fault.code === 'ledger/invalid-utf8',
  message: (observation) => observation.fault.detail,
});
