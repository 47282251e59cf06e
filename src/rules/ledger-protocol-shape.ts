import type { CallObjectFault } from '../model/observation.ts';
import { defineRule, type Rule } from './rule.ts';

export const ledgerProtocolShape: Rule = defineRule({
  code: 'ledger/protocol-shape',
  severity: 'failure',
  title: 'a digest, an envelope or a call object that is not what the ledger says it is',
  why: 'A digest is 64 digits of lower-case hexadecimal, an authorisation a DSSE envelope around an in-toto Statement v1, and one call has one call object {server, tool, arguments, call, session, nonce}, hence one call digest. What is in another shape names nothing: what it stands for is unchecked. Without a nonce, arguments are found by trying.',
  fix: 'Write digests in lower case and in full, the envelope as DSSE v1 says, and make the call object once: with a nonce of at least 128 random bits, nothing beside its six members, and the same for every event of the call.',
  noun: ['member in another shape', 'members in another shape'],
  needs: [],
  observes: ['misshapen', 'call-object'],
  weigh: ({ kind }) => (kind === 'call-object' ? 'note' : 'failure'),
  message(observation) {
    if (observation.kind === 'call-object') return callObjectWords(observation);
    return observation.what === 'digest'
      ? `this is no digest: it is ${observation.detail}`
      : `what this authorises cannot be read: ${observation.detail}`;
  },
});

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
