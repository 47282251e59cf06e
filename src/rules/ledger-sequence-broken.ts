import { sequenceWords } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const ledgerSequenceBroken: Rule = defineRule({
  code: 'ledger/sequence-broken',
  severity: 'broken',
  title: "the run's own count repeats, skips, or goes on after the end",
  why: 'Events were lost, copied or added: the record is not the whole run. One that merely stands late in the file is a note: the run is judged in the order of its count. So is a run that is opened again after an end that was final: how it ended is not how it ends.',
  fix: 'Compare with another sink. Clocks may go back; counts may not. Close a run that is to go on as suspended, and give one that begins anew a name of its own.',
  noun: ['broken sequence', 'broken sequences'],
  needs: ['order'],
  observes: ['sequence-broken'],
  // several writers append in the order in which they get to it: nothing is lost by that; nor by a run that says that it goes on
  weigh: ({ fault }) => (fault === 'late' || fault === 'reopened' ? 'note' : 'broken'),
  message: (observation) => sequenceWords(observation),
});
