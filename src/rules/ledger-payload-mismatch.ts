import type { PayloadMismatch } from '../model/observation/payloads.ts';
import { defineRule, type Rule } from './rule.ts';

export const ledgerPayloadMismatch: Rule = defineRule({
  code: 'ledger/payload-mismatch',
  severity: 'broken',
  title: 'a digest that does not fit what it stands for',
  why: 'A digest is all that a content-free ledger says of a value. Where the kept bytes, the call object, the declaration or the value beside it give another one, either the record or the payload was changed after it was written, and neither proves anything about the other.',
  fix: 'Take the digest over the exact bytes that are stored, name the file by it, and change neither afterwards. A call digest is SHA-256 of the RFC 8785 form of {server, tool, arguments, call, session, nonce}, in the words of the event; the digest of a tool is that of its whole object, the digest of a step that of its output schema, each in RFC 8785 form.',
  noun: ['digest that does not fit', 'digests that do not fit'],
  needs: [],
  observes: ['payload-mismatch'],
  message: ({ fault, path }) => words[fault](path?.slice(1) ?? ''),
});

const words: Readonly<Record<PayloadMismatch['fault'], (member: string) => string>> = {
  'other-bytes': () => 'what is kept under this digest has another one: the payload is not the one that was recorded',
  'other-value': () => 'the record holds a value, and a digest that is not its own',
  'not-canonical': () => 'what is kept under this call digest is not the RFC 8785 form of a call object',
  'other-declaration': () => 'what is declared here has another digest than the record gives it',
  'other-call': (member) => `what this digest stands for is another call: its ${member} is not the one recorded`,
};
