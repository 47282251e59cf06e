import type { CallObjectFault, MisshapenMember } from '../model/observation/payloads.ts';
import { defineRule, type Rule } from './rule.ts';

export const ledgerProtocolShape: Rule = defineRule({
  code: 'ledger/protocol-shape',
  severity: 'failure',
  title: 'a digest, an envelope or a call object that is not what the ledger says it is',
  why: 'A digest is 64 digits of lower-case hexadecimal, an authorisation a DSSE envelope around an in-toto Statement v1, and one call has one call object {server, tool, arguments, call, session, nonce}, hence one call digest. What is in another shape names nothing: what it stands for is unchecked. Upper case, or the name of the algorithm before the digits, is another spelling of the same digest (a note). Without a nonce, arguments are found by trying.',
  fix: 'Write digests in lower case and in full, the envelope as DSSE v1 says, and make the call object once: with a nonce of at least 128 random bits, nothing beside its six members, and the same for every event of the call.',
  noun: ['member in another shape', 'members in another shape'],
  needs: [],
  observes: ['misshapen', 'call-object'],
  weigh: (observation) => (observation.kind === 'call-object' || observation.what === 'spelling' ? 'note' : 'failure'),
  message(observation) {
    if (observation.kind === 'call-object') return callObjectWords(observation);
    return misshapenWords(observation);
  },
});

function misshapenWords({ what, detail }: MisshapenMember): string {
  switch (what) {
    case 'digest':
      return `this is no digest: it is ${detail}`;
    case 'spelling':
      return `this digest is ${detail}, and is read as those`;
    case 'envelope':
      return `what this authorises cannot be read: ${detail}`;
  }
}

function callObjectWords({ fault, stages }: CallObjectFault): string {
  const names = stages.map(({ stage }) => stage).join(' and ');
  switch (fault) {
    case 'unsalted':
      return 'the call object under this digest has no nonce: its arguments can be found by trying';
    case 'extra-member':
      return 'the call object under this digest has a member beside server, tool, arguments, call, session and nonce';
    case 'two-nonces':
      return `the call objects of ${names} differ in their nonce alone: one call has one`;
    case 'two-digests':
      return `${names} name two call digests for one recorded call: another nonce, or the digest of something else`;
  }
}
