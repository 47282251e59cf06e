import { expect, test } from 'vitest';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';
import { linesOf } from '../plane/event.ts';
import { makeLedger } from '../plane/plane.ts';
import { ledgerCases, requestFor } from './cases.ts';

const cases = [...ledgerCases('audits'), ...ledgerCases('rules')].map((one) => [one.name, one] as const);

test.each(cases)('%s: the same report, whether answered calls are held in full or laid down at once', async (_name, one) => {
  const request = await requestFor(one);
  const held = await auditInParts(request, 1);
  expect(await auditInParts({ ...request, heldInFull: 0 }, 1)).toEqual(held);
});

test('likewise of whole ledgers of a law-abiding plane', async () => {
  for (let seed = 1; seed <= 40; seed++) {
    const { events, spelling } = makeLedger(seed);
    const request = requestOf([inputOf('ledger.jsonl', Buffer.from(`${linesOf(events, spelling).join('\n')}\n`))]);
    expect(await auditInParts({ ...request, heldInFull: 0 }, 1), `seed ${seed}`).toEqual(await auditInParts(request, 1));
  }
});
