import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';
import { fixtures } from '../replay/cases.ts';

/** Why changed declarations were not asked about, for a fixture of the rule. */
async function whyNotAsked(name: string): Promise<readonly string[]> {
  const bytes = readFileSync(join(fixtures, 'rules/drift-declaration-changed', name, 'ledger.jsonl'));
  const request = requestOf([inputOf(name, bytes)]);
  const report = await auditInParts(request, 1);
  expect(await auditInParts(request, 3)).toEqual(report);
  return report.not_asked.filter(({ code }) => code === 'drift/declaration-changed').map(({ because }) => because);
}

const untold = ['requests declare a tool in several ways, and no repeated call tells which of them are one conversation'];

test.each([['quiet-requests-of-two-conversations'], ['quiet-responses-that-are-not-chained']])(
  '%s: a change between them would not be seen, and that is said',
  async (name) => {
    expect(await whyNotAsked(name)).toEqual(untold);
  },
);

test.each([
  ['fires-as-a-note-between-requests'],
  ['fires-as-a-note-between-chained-responses'],
  ['fires-as-a-note-once-for-a-further-attempt'],
  ['quiet-a-later-request-offers-more'],
  ['quiet-same-name-on-another-server'],
  ['quiet-another-run-declares-otherwise'],
])('%s: asked', async (name) => {
  expect(await whyNotAsked(name)).toEqual([]);
});

test.each([
  ['fires-id-made-at-random', 1],
  ['fires-in-a-known-conversation', 2],
  ['fires-in-a-messages-request', 1],
  ['quiet-the-same-id-in-another-conversation', 2],
  ['quiet-an-id-used-again', 2],
])('%s: each call is counted once', async (name, calls) => {
  const bytes = readFileSync(join(fixtures, 'rules/ledger-rewritten-call', name, 'ledger.jsonl'));
  const report = await auditInParts(requestOf([inputOf(name, bytes)]), 1);
  expect(report.calls.proposed).toBe(calls);
});
