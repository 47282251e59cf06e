import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { commands } from '../src/commands/index.ts';
import { runLine } from './kit/run-line.ts';
import { parseScript, type Step } from './kit/script.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const folder = join(root, 'fixtures/commands');
const names = readdirSync(folder).filter((name) => name.endsWith('.txt'));

test('there are scripts for every command', () => {
  const starts = new Set(names.map((name) => name.split('-')[0]));
  expect([...starts].sort()).toEqual(['main', ...commands.map(({ name }) => name)].sort());
});

let work = '';
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'twogates-'));
});
afterEach(() => rmSync(work, { recursive: true, force: true }));

async function play({ line, exit, stdin, wanted }: Step): Promise<void> {
  const ran = await runLine(line, { cwd: work, stdin });
  const seen = { line, exit: ran.exit, stdout: ran.stdout, stderr: ran.stderr };
  expect.soft(seen, line).toEqual({ line, exit, stdout: wanted.stdout ?? ran.stdout, stderr: wanted.stderr ?? '' });
  for (const part of wanted.stdoutHas) expect.soft(ran.stdout, line).toContain(part);
}

describe.each(names)('%s', (name) => {
  const script = parseScript(readFileSync(join(folder, name), 'utf8'));

  test('runs as it is written', async () => {
    for (const source of script.copies) cpSync(join(root, source), work, { recursive: true });
    for (const [path, text] of script.files) {
      mkdirSync(dirname(join(work, path)), { recursive: true });
      writeFileSync(join(work, path), text);
    }
    expect(script.steps.length).toBeGreaterThan(0);
    for (const step of script.steps) await play(step);
  });
});
