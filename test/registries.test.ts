import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { commands } from '../src/commands/index.ts';
import { version } from '../src/commands/kit/version.ts';
import { readers } from '../src/readers/index.ts';
import { reports } from '../src/reports/index.ts';
import { catalogue, rules } from '../src/rules/index.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/** Names of the files that are things of the room: everything beside its contract, its list and what the list's things share. */
function filesOf(room: string, helpers: readonly string[]): readonly string[] {
  const apart = new Set(['index', ...helpers]);
  return readdirSync(join(root, 'src', room), { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => entry.name.slice(0, -3))
    .filter((name) => !apart.has(name))
    .sort();
}

/** `structure/wrong-type` names a file and a folder `structure-wrong-type`. */
const fileName = (code: string): string => code.replace('/', '-');

const sorted = (names: readonly string[]): readonly string[] => [...names].sort();

describe('every file is registered under its own name, and once', () => {
  test('readers', () => expect(sorted(readers.map(({ id }) => id))).toEqual(filesOf('readers', ['reader'])));
  test('rules', () => expect(sorted(rules.map(({ code }) => fileName(code)))).toEqual(filesOf('rules', ['rule'])));
  test('reports', () => expect(sorted(reports.map(({ id }) => id))).toEqual(filesOf('reports', ['report', 'tree'])));
  test('commands', () => expect(sorted(commands.map(({ name }) => name))).toEqual(filesOf('commands', ['command'])));
});

test('the catalogue holds the page of every rule', () => {
  expect([...catalogue.keys()].sort()).toEqual(sorted(rules.map(({ code }) => code)));
});

describe('a reader has fixtures', () => {
  test.each(readers.map(({ id }) => id))('%s', (id) => {
    expect(existsSync(join(root, 'fixtures/readers', id)), `fixtures/readers/${id}/<case>/input.*`).toBe(true);
  });
});

const severities = ['broken', 'failure', 'note'];

describe.each(rules.map((rule) => ({ code: rule.code, rule })))('$code', ({ code, rule }) => {
  test('names the area and the fault', () =>
    expect(code).toMatch(/^(structure|drift|ledger|declaration|policy|attestation)\/[a-z0-9]+(-[a-z0-9]+)*$/));

  test('says what, why and what to do', () => {
    expect(severities).toContain(rule.severity);
    expect(rule.title, 'a phrase').not.toMatch(/\.$/);
    for (const text of [rule.why, rule.fix]) expect(text, 'whole sentences').toMatch(/\.$/);
    for (const text of [rule.title, rule.why, rule.fix]) {
      expect(text.trim().length).toBeGreaterThan(10);
      expect(text, 'one line').not.toMatch(/\n/);
    }
  });

  test('has a ledger that fires it and its nearest innocent one', () => {
    const folder = join(root, 'fixtures/rules', fileName(code));
    const cases = existsSync(folder) ? readdirSync(folder) : [];
    expect(
      cases.some((name) => name.startsWith('fires-')),
      `fixtures/rules/${fileName(code)}/fires-*/ledger.jsonl`,
    ).toBe(true);
    expect(
      cases.some((name) => name.startsWith('quiet-')),
      `fixtures/rules/${fileName(code)}/quiet-*/ledger.jsonl`,
    ).toBe(true);
  });
});

test('the version is the package’s', () => {
  expect(readFileSync(join(root, 'package.json'), 'utf8')).toContain(`"version": "${version}"`);
});
