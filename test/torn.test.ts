import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditInParts, inputOf, requestOf } from './kit/audit.ts';
import { fixtures } from './replay/cases.ts';

/** Every recording of the readers' fixtures, as bytes. */
const recordings = readdirSync(join(fixtures, 'readers')).flatMap((reader) =>
  readdirSync(join(fixtures, 'readers', reader)).flatMap((name) => {
    const folder = join(fixtures, 'readers', reader, name);
    const file = readdirSync(folder).find((entry) => entry.startsWith('input.'));
    return file === undefined ? [] : [{ name: `${reader}/${name}`, bytes: readFileSync(join(folder, file)) }];
  }),
);

/** Places inside the last record: after its first byte, before its last one, and between. Records are objects, so no such piece is whole. */
function cutsOf(bytes: Buffer): readonly number[] {
  const end = bytes.toString('latin1').trimEnd().length;
  const start = bytes.subarray(0, end).lastIndexOf(10) + 1;
  return [start + 1, Math.floor((start + end) / 2), end - 1].filter((cut) => cut > start && cut < end);
}

test('there are recordings of every format', () => {
  expect(recordings.length).toBeGreaterThan(60);
});

describe('a recording that ends in the middle of its last record', () => {
  test.each(recordings)('$name', async ({ name, bytes }) => {
    for (const cut of cutsOf(bytes)) {
      for (const failOn of ['evidence', 'deviation'] as const) {
        // a ledger is appended to, and may end so: below the level deviation it is a note
        if (failOn === 'evidence' && name.startsWith('native/')) continue;
        const report = await auditInParts(requestOf([inputOf(name, bytes.subarray(0, cut))], { failOn }), 1);
        expect(report.exit, `${cut} bytes, ${failOn}: ${report.conclusion}`).not.toBe(0);
      }
    }
  });
});

test('where it stops is the same from any number of parts', async () => {
  const whole = readFileSync(join(fixtures, 'demo/refund-desk.jsonl'));
  const cut = inputOf('desk.jsonl', whole.subarray(0, whole.length - 20));
  const request = requestOf([cut], { failOn: 'evidence' });
  const one = await auditInParts(request, 1);
  const lines = whole.toString('utf8').trimEnd().split('\n').length;
  expect(one.inputs[0]?.torn).toMatchObject({ line: lines, column: 1 });
  expect(one.exit).toBe(0);
  expect(one.conclusion).toContain(`desk.jsonl:${lines}, is cut short: 1 record not read`);
  expect((await auditInParts(requestOf([cut], { failOn: 'deviation', allowUnchecked: [] }), 1)).exit).toBe(1);
  const three = await auditInParts(request, 3);
  expect(three).toEqual(one);
});
