import { defineRule, type Rule } from './rule.ts';

export const ledgerContentLeaked: Rule = defineRule({
  code: 'ledger/content-leaked',
  severity: 'failure',
  title: 'content in a ledger that records digests only',
  why: 'A run is content-free when it records payloads and all of them as digests alone. Its deltas then carry kind and path only. A value in a delta, in the errors of a validator, or among the reasons or the input of a decision gives away what the digests withhold.',
  fix: 'Write kind and path of a delta and nothing else, no values in errors, and code and path of a reason. A run that records its payloads anyway is not content-free, and nothing leaks from it.',
  noun: ['leak of content', 'leaks of content'],
  needs: [],
  observes: ['content-leaked'],
  message: ({ site }) => `a run that records digests only repeats content: ${placeWords(site.pointer)}`,
});

const holders: ReadonlySet<string> = new Set(['delta', 'errors', 'reasons', 'context']);

/** `recorded in delta`: the member and where it stands. A key of any other shape is the recorder's own, and not repeated. */
function placeWords(pointer: string): string {
  const names = pointer.split('/').filter((name) => !/^\d*$/.test(name));
  const start = names.findIndex((name) => holders.has(name));
  const [holder = 'this record', name] = names.slice(Math.max(start, 0));
  if (name === undefined) return holder;
  return `${/^[a-z_]{1,40}$/i.test(name) ? name : 'a member of its own'} in ${holder}`;
}
