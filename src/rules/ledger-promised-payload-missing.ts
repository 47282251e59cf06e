import { defineRule, type Rule } from './rule.ts';

export const ledgerPromisedPayloadMissing: Rule = defineRule({
  code: 'ledger/promised-payload-missing',
  severity: 'failure',
  title: 'released bytes that were to be kept and are not',
  why: 'The release promises to retain its exact bytes, and the payload store does not have them: what left the system can no longer be shown, nor held against its digest.',
  fix: 'Store the bytes under their SHA-256 before the release is recorded, and keep them for as long as the promise says. Without --payloads this is not asked.',
  noun: ['promised payload that is missing', 'promised payloads that are missing'],
  needs: [],
  observes: ['promised-payload-missing'],
  message: () => 'the release promises to keep its bytes, and the payload store has no file of this digest',
});
