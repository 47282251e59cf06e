import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { expandInputs } from '../src/commands/kit/expand-inputs.ts';
import { matchName, matchPath } from '../src/commands/kit/glob.ts';
import { openIo, type Sink } from '../src/io/node.ts';

const silent: Sink = { write: () => true, on: () => undefined };
let work = '';
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'twogates-inputs-'));
});
afterEach(() => rmSync(work, { recursive: true, force: true }));

function put(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), '{}\n');
  }
}

function expand(...paths: readonly string[]): Promise<readonly string[]> {
  return expandInputs(paths, openIo({ stdin: Readable.from([]), stdout: silent, stderr: silent, env: {}, cwd: () => work }));
}

describe('a folder', () => {
  test('is every recording below it, by code unit, whatever the depth', async () => {
    put('r/b.jsonl', 'r/B.ndjson', 'r/a/z.json', 'r/a-1.json.gz', 'r/a.b/c.JSONL', 'r/.hidden/d.ndjson.gz');
    put('r/notes.txt', 'r/a/x.jsonl.bak', 'r/jsonl', 'r/x.gz', 'other/x.jsonl');
    expect(await expand('r')).toEqual(['r/.hidden/d.ndjson.gz', 'r/B.ndjson', 'r/a-1.json.gz', 'r/a.b/c.JSONL', 'r/a/z.json', 'r/b.jsonl']);
    expect(await expand('r/')).toEqual(await expand('r'));
    expect(await expand('r/a')).toEqual(['r/a/z.json']);
  });

  test('without one is refused, and says which endings count', async () => {
    put('r/notes.txt');
    await expect(expand('r')).rejects.toThrow(
      'r: holds no recording: no file ending in .jsonl, .ndjson or .json, or one of them and .gz (name other files)',
    );
  });

  test('with a recording in a compression that is not unpacked is refused by its name', async () => {
    put('r/a.jsonl', 'r/b.jsonl.zst');
    await expect(expand('r')).rejects.toThrow('r/b.jsonl.zst: zstd-compressed: unpack it first (zstd -d)');
    put('s/b.ndjson.xz');
    await expect(expand('s')).rejects.toThrow('s/b.ndjson.xz: xz-compressed: unpack it first (xz -d)');
  });
});

describe('symbolic links', () => {
  test('out of the folder are refused, whether file or folder', async () => {
    put('secret/x.jsonl', 'r/a.jsonl');
    symlinkSync('../secret/x.jsonl', join(work, 'r/link.jsonl'));
    await expect(expand('r')).rejects.toThrow(
      'r/link.jsonl: a symbolic link that leads out of the directory (name its target as an input of its own)',
    );
    await expect(expand('r/*')).rejects.toThrow('r/link.jsonl: a symbolic link that leads out of the directory');
    rmSync(join(work, 'r/link.jsonl'));
    symlinkSync('../secret', join(work, 'r/folder'));
    await expect(expand('r')).rejects.toThrow('r/folder: a symbolic link that leads out of the directory');
  });

  test('inside are read once, and a circle ends', async () => {
    put('r/deep/a.jsonl', 'r/deep/b.bin');
    symlinkSync('..', join(work, 'r/deep/up'));
    symlinkSync('deep', join(work, 'r/again'));
    symlinkSync('deep/a.jsonl', join(work, 'r/a.jsonl'));
    symlinkSync('deep/b.bin', join(work, 'r/b.jsonl'));
    expect(await expand('r')).toEqual(['r/b.jsonl', 'r/deep/a.jsonl']);
  });

  test('that lead nowhere are refused: a recording is missing', async () => {
    put('r/a.jsonl');
    symlinkSync('gone', join(work, 'r/b.jsonl'));
    await expect(expand('r')).rejects.toThrow('r/b.jsonl: a symbolic link that leads nowhere (remove it)');
  });
});

describe('a pattern', () => {
  beforeEach(() => put('r/a.jsonl', 'r/b.jsonl', 'r/b.txt', 'r/.c.jsonl', 'r/d/e.jsonl', 'r/d/f/e.jsonl', 'r/d/f/e.txt', 'top.jsonl'));

  test.each([
    ['r/*.jsonl', ['r/a.jsonl', 'r/b.jsonl']],
    ['r/?.*', ['r/a.jsonl', 'r/b.jsonl', 'r/b.txt']],
    ['r/.*', ['r/.c.jsonl']],
    ['r/**/*.jsonl', ['r/a.jsonl', 'r/b.jsonl', 'r/d/e.jsonl', 'r/d/f/e.jsonl']],
    ['**/e.jsonl', ['r/d/e.jsonl', 'r/d/f/e.jsonl']],
    ['*/d/*.jsonl', ['r/d/e.jsonl']],
    ['*.jsonl', ['top.jsonl']],
    // a folder that matches is a folder that is named: only its recordings
    ['r/d*', ['r/d/e.jsonl', 'r/d/f/e.jsonl']],
    ['r/d/**', ['r/d/e.jsonl', 'r/d/f/e.jsonl']],
  ])('%s', async (pattern, files) => expect(await expand(pattern)).toEqual(files));

  test('that matches nothing is refused', async () => {
    await expect(expand('r/*.csv')).rejects.toThrow('r/*.csv: no file matches (check the pattern: *, ? and ** are special)');
    await expect(expand('nowhere/*')).rejects.toThrow('nowhere/*: no file matches');
  });

  test('that is the name of a file is that file', async () => {
    put('r/*.jsonl');
    expect(await expand('r/*.jsonl')).toEqual(['r/*.jsonl']);
  });

  test('and what else is named come out sorted, each once', async () => {
    expect(await expand('top.jsonl', 'r', 'r/a.jsonl', '-', 'r/*.jsonl', '-')).toEqual([
      '-',
      ...['r/.c.jsonl', 'r/a.jsonl', 'r/b.jsonl', 'r/d/e.jsonl', 'r/d/f/e.jsonl'],
      'top.jsonl',
    ]);
  });

  test('an absolute one starts where it says', async () => {
    expect(await expand(`${work}/r/d/*.jsonl`)).toEqual([`${work}/r/d/e.jsonl`]);
  });
});

describe('matching a name', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*', '?', '𝒳'), maxLength: 10 });

  /** The definition, letter by letter: slow and plain. */
  function isMatch(pattern: readonly string[], name: readonly string[]): boolean {
    const [first, ...rest] = pattern;
    if (first === undefined) return name.length === 0;
    if (first === '*')
      return Array.from({ length: name.length + 1 }, (_, taken) => taken).some((taken) => isMatch(rest, name.slice(taken)));
    return name.length > 0 && (first === '?' || first === name[0]) && isMatch(rest, name.slice(1));
  }

  test('is what the words say', () => {
    fc.assert(
      fc.property(letters, letters, (pattern, name) => {
        const isHidden = name.startsWith('.') && !pattern.startsWith('.');
        expect(matchName(pattern, name)).toBe(!isHidden && isMatch([...pattern], [...name]));
      }),
      { numRuns: 2_000 },
    );
  });

  test('ends on the pattern that makes others try without end', () => {
    expect(matchName(`${'a*'.repeat(120)}b`, 'a'.repeat(255))).toBe(false);
    expect(
      matchPath(
        Array.from({ length: 200 }, () => '**').concat('x'),
        Array.from({ length: 200 }, () => 'a'),
      ).isWhole,
    ).toBe(false);
  });
});
