import { defineRule, type Rule } from './rule.ts';

export const ledgerRepeatedExecution: Rule = defineRule({
  code: 'ledger/repeated-execution',
  severity: 'note',
  title: 'one proposal that ran twice',
  why: 'A proposal, and the pass of its gate, are for one execution. Nothing recorded says that the first one failed, and no effect is declared of this tool that could tell whether it did harm.',
  fix: 'Give a retry an id and a gate of its own, record why the first execution was not enough, and declare the effects of tools that have some.',
  noun: ['call that ran twice', 'calls that ran twice'],
  needs: ['ids', 'executions', 'attempts'],
  shows: ['executions'],
  observes: ['repeated-execution'],
  message: ({ subject: { call }, earlierLine }, line) =>
    `the execution of ${call === undefined ? 'this call' : `the call ${call}`} is recorded again (first at ${line(earlierLine)}), and nothing says that the first failed`,
});
