import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { AuditInput } from '../../src/audit.ts';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';

const digestOf = (line: string): string => createHash('sha256').update(line).digest('hex');
const zeros = '0'.repeat(64);
const opened = { type: 'run.opened', run: 'r' };
const noted = { type: 'checkpoint', run: 'r', note: 'n' };
const closed = { type: 'run.closed', run: 'r', outcome: 'completed' };

/** Lines that name one another; `ending` and `mark` are bytes of theirs. */
function chained(events: readonly object[], { ending = '', mark = '', prev = zeros } = {}): readonly string[] {
  const lines: string[] = [];
  let before = prev;
  for (const event of events) {
    const line = `${lines.length === 0 ? mark : ''}${JSON.stringify({ v: 1, ...event, prev: before })}${ending}`;
    lines.push(line);
    before = digestOf(line);
  }
  return lines;
}

const fileOf = (name: string, lines: readonly string[]): AuditInput => inputOf(name, Buffer.from(`${lines.join('\n')}\n`));

async function told(inputs: readonly AuditInput[], parts = 1): Promise<readonly string[]> {
  const { findings } = await auditInParts(requestOf(inputs), parts);
  return findings
    .filter(({ code }) => code === 'ledger/chain-broken')
    .map(({ kind, at, severity }) => `${severity} ${kind} ${at.file}:${at.line}`);
}

test.each([
  ['as it is', {}],
  ['with carriage returns', { ending: '\r' }],
  ['with a byte order mark', { mark: '\ufeff' }],
])('a chain %s holds', async (_words, how) => {
  expect(await told([fileOf('a.jsonl', chained([opened, noted, closed], how))])).toEqual([]);
});

test('a digest that is none breaks the chain where it stands, and upper case is a spelling', async () => {
  const [first = '', second = '', third = ''] = chained([opened, noted, closed]);
  const shout = second.replace(digestOf(first), digestOf(first).toUpperCase());
  const none = third.replace(digestOf(second), 'none');
  expect(await told([fileOf('a.jsonl', [first, shout, none])])).toEqual(['broken malformed a.jsonl:3']);
});

test('a damaged line is told as damage, and the line after it is not held against what nobody read', async () => {
  const [first = '', second = '', third = ''] = chained([opened, noted, closed]);
  expect(await told([fileOf('a.jsonl', [first, second.slice(0, 20), third])])).toEqual([]);
});

test('a ledger in two files is one chain, and the second one alone begins in the middle', async () => {
  const lines = chained([opened, noted, noted, closed]);
  const files = [fileOf('a.jsonl', lines.slice(0, 2)), fileOf('b.jsonl', lines.slice(2))];
  expect(await told(files)).toEqual([]);
  expect(await told(files.slice(1))).toEqual(['note begins-later b.jsonl:1']);
  const rewritten = fileOf('a.jsonl', [lines[0] ?? '', (lines[1] ?? '').replace('"n"', '"m"')]);
  expect(await told([rewritten, fileOf('b.jsonl', lines.slice(2))])).toEqual(['broken other b.jsonl:1']);
});

test('it is told once, whatever the number of parts', async () => {
  const lines = chained([opened, noted, closed]);
  const rewritten = [lines[0] ?? '', (lines[1] ?? '').replace('"n"', '"m"'), lines[2] ?? ''];
  expect(await told([fileOf('a.jsonl', rewritten)])).toEqual(['broken other a.jsonl:3']);
  expect(await told([fileOf('a.jsonl', rewritten)], 3)).toEqual(['broken other a.jsonl:3']);
});

test('other formats may have a prev of their own', async () => {
  expect(await told([fileOf('a.jsonl', ['{"prev":"x","messages":[]}', '{"prev":"y","messages":[]}'])])).toEqual([]);
});
