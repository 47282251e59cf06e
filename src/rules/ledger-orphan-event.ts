import { nameEvent } from './kit/words.ts';
import { defineRule, type Rule } from './rule.ts';

export const ledgerOrphanEvent: Rule = defineRule({
  code: 'ledger/orphan-event',
  severity: 'note',
  title: 'something recorded about a call that is not recorded',
  why: 'A verdict, a decision, an authorisation, an amendment, a failure or a compensation names a call that the record does not have: either the call was left out, or the name is wrong.',
  fix: 'Record the call, or name the one that is meant.',
  noun: ['event about an unknown call', 'events about unknown calls'],
  needs: ['ids'],
  observes: ['orphan-event'],
  message: ({ subject, what, about }) => `${nameEvent[what]} is recorded for the call ${about ?? subject.call ?? ''}, which is not`,
});
