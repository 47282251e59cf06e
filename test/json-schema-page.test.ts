import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { checkedFormats } from '../src/gates/formats/check.ts';
import { loadFormatLibrary } from '../src/gates/formats/library.ts';
import { isNumericFormat } from '../src/gates/formats/numbers.ts';
import { timeLimit } from '../src/gates/patterns/limit.ts';
import { type Score, scoreOf, suiteDrafts } from './kit/json-schema-suite.ts';

const page = join(dirname(fileURLToPath(import.meta.url)), '../docs/json-schema.md');
const how = 'UPDATE=1 npx vitest run test/json-schema-page.test.ts rewrites it';
const scores = new Map<string, { readonly required: Score; readonly format: Score }>();

beforeAll(async () => {
  await loadFormatLibrary();
  for (const [folder, dialect] of suiteDrafts) {
    const required = await scoreOf(folder, dialect, 'required');
    scores.set(folder, { required, format: await scoreOf(folder, dialect, 'format') });
  }
}, 300_000);

function scoreRow(folder: string, part: 'required' | 'format'): string {
  const score = scores.get(folder)?.[part];
  if (score === undefined) throw new Error(`${folder} was not asked`);
  const name = part === 'required' ? folder : `${folder} optional/format`;
  return `| ${name} | ${score.tests} | ${score.right} | ${score.unchecked.length} | ${score.wrong.length} |`;
}

function suiteTable(): string {
  const rows = (['required', 'format'] as const).flatMap((part) => suiteDrafts.map(([folder]) => scoreRow(folder, part)));
  return ['| part of the suite | tests | right | unchecked | silently wrong |', '|---|---|---|---|---|', ...rows].join('\n');
}

function formatTable(): string {
  const names = [...checkedFormats()].sort((a, b) => (a < b ? -1 : 1));
  const list = (isWanted: (name: string) => boolean): string =>
    names
      .filter(isWanted)
      .map((name) => `\`${name}\``)
      .join(', ');
  return [
    '| class | formats | what happens |',
    '|---|---|---|',
    `| asserted | ${list((name) => !isNumericFormat(name))} | a text that is none fails (\`--formats assert\`, the default) |`,
    `| range of integers | ${list(isNumericFormat)} | a number outside the range, or with a fraction, fails; compared exactly, not as doubles |`,
    '| annotation only | every other name | never fails a value; said once for each schema (`declaration/unchecked-format`) |',
  ].join('\n');
}

/** The generated parts of the page, by the name between their markers. */
const parts: Readonly<Record<string, () => string>> = { suite: suiteTable, formats: formatTable };

function withParts(text: string): string {
  return Object.entries(parts).reduce((before, [name, make]) => {
    const marked = new RegExp(`(<!-- generated: ${name} -->\n)[^]*?(<!-- end: ${name} -->)`);
    expect(before, `docs/json-schema.md has a place for ${name}`).toMatch(marked);
    return before.replace(marked, (_, start: string, end: string) => `${start}${make()}\n${end}`);
  }, text);
}

describe('docs/json-schema.md', () => {
  test.each(suiteDrafts)('%s: nothing is silently wrong', (folder) => {
    const score = scores.get(folder);
    expect([...(score?.required.wrong ?? ['not asked']), ...(score?.format.wrong ?? ['not asked'])]).toEqual([]);
    expect(score?.required.unchecked).toEqual([]);
    expect(Math.min(score?.required.tests ?? 0, score?.format.tests ?? 0)).toBeGreaterThan(200);
  });

  test('its tables are what the audit says today', () => {
    const text = readFileSync(page, 'utf8');
    const wanted = withParts(text);
    if (process.env.UPDATE === '1') writeFileSync(page, wanted);
    else expect(text, how).toBe(wanted);
  });

  test('it says the time limit there is', () => {
    expect(readFileSync(page, 'utf8')).toContain(`${timeLimit} milliseconds`);
  });
});
