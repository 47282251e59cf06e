import { defineRule, type Rule } from './rule.ts';

export const ledgerContentLeaked: Rule = defineRule({
  code: 'ledger/content-leaked',
  severity: 'failure',
  title: 'content in a ledger that records digests only',
  why: 'A run that records payloads by digests alone withholds them. Its deltas carry kind and path only: a value in a delta, in the error of a validator, among the reasons or in the input of a decision gives it away. Errors and reasons in free words are searched where --payloads gives what their call holds: texts of 12 characters or more that are no plain names.',
  fix: 'Write kind and path of a delta and nothing else, no values in errors, and code and path of a reason; of a failure in words the code, not the words. A run that records its payloads anyway is not content-free, and nothing leaks from it.',
  noun: ['leak of content', 'leaks of content'],
  needs: [],
  observes: ['content-leaked'],
  weigh: ({ isOpenTail }) => (isOpenTail ? 'note' : 'failure'),
  message: ({ site }) => `a run that records digests only repeats content: ${placeWords(site.pointer)}`,
});

const holders: ReadonlySet<string> = new Set(['delta', 'errors', 'error', 'reasons', 'reason', 'context']);

/** `recorded in delta`: the member and where it stands. A key of any other shape is the recorder's own, and not repeated. */
function placeWords(pointer: string): string {
  const names = pointer.split('/').filter((name) => !/^\d*$/.test(name));
  const start = names.findIndex((name) => holders.has(name));
  const [holder = 'this record', name] = names.slice(Math.max(start, 0));
  if (name === undefined) return holder;
  return `${/^[a-z_]{1,40}$/i.test(name) ? name : 'a member of its own'} in ${holder}`;
}
