import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readResources } from '../src/commands/kit/schema-files.ts';
import { openIo, type Sink } from '../src/io/node.ts';

const silent: Sink = { write: () => true, on: () => undefined };
let work = '';
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'twogates-schemas-'));
});
afterEach(() => rmSync(work, { recursive: true, force: true }));

function put(path: string, text: string): void {
  mkdirSync(dirname(join(work, path)), { recursive: true });
  writeFileSync(join(work, path), text);
}

function read(...sources: readonly string[]): Promise<ReadonlyMap<string, unknown>> {
  return readResources(sources, openIo({ stdin: Readable.from([]), stdout: silent, stderr: silent, env: {}, cwd: () => work }));
}

async function urisOf(...sources: readonly string[]): Promise<readonly string[]> {
  return [...(await read(...sources)).keys()].sort();
}

describe('by $id', () => {
  test('absolute ones, without fragment, in every folder below', async () => {
    put('s/a.json', '{"$id":"https://example.com/a#"}');
    put('s/deep/er/b.json', '{"id":"http://example.com/b"}');
    put('s/relative.json', '{"$id":"c.json"}');
    put('s/none.json', '{"type":"string"}');
    put('s/true.json', 'true');
    put('s/notes.txt', 'not read');
    expect(await urisOf('s')).toEqual(['http://example.com/b', 'https://example.com/a']);
  });

  test('the same schema twice is one, two under one name are refused', async () => {
    put('s/a.json', '{"$id":"https://example.com/a","maximum":5}');
    put('t/a.json', '{"maximum":5.0,"$id":"https://example.com/a"}');
    put('u/a.json', '{"maximum":6,"$id":"https://example.com/a"}');
    expect(await urisOf('s', 't')).toEqual(['https://example.com/a']);
    await expect(read('s', 'u')).rejects.toThrow(
      'u/a.json: another file under --schemas has the same URI https://example.com/a and says something else',
    );
  });
});

describe('by base and path', () => {
  test('whatever the $id says', async () => {
    put('s/a.json', '{"$id":"https://elsewhere.com/a"}');
    put('s/sub dir/b#1.json', '{}');
    const wanted = ['http://localhost:1234/r/a.json', 'http://localhost:1234/r/sub%20dir/b%231.json'];
    expect(await urisOf('http://localhost:1234/r/=s')).toEqual(wanted);
    expect(await urisOf('http://localhost:1234/r=s')).toEqual(wanted);
  });

  test('a base that is no URI is refused, a drive letter is a directory', async () => {
    await expect(read('http://=s')).rejects.toThrow('--schemas http://=s: "http://" is not an absolute URI (write BASE_URI=DIR)');
    await expect(read('C:\\x=s')).rejects.toThrow('C:\\x=s: no such directory (check --schemas)');
  });
});

describe('symbolic links', () => {
  test('out of the directory are refused, whether file or folder', async () => {
    put('secret/x.json', '{"$id":"https://example.com/x"}');
    put('s/a.json', '{"$id":"https://example.com/a"}');
    symlinkSync('../secret/x.json', join(work, 's/link.json'));
    await expect(read('s')).rejects.toThrow('s/link.json: a symbolic link that leads out of the directory');
    rmSync(join(work, 's/link.json'));
    symlinkSync('../secret', join(work, 's/folder'));
    await expect(read('s')).rejects.toThrow('s/folder: a symbolic link that leads out of the directory');
  });

  test('a sibling whose name begins like the directory is outside', async () => {
    put('s-other/x.json', '{"$id":"https://example.com/x"}');
    put('s/a.json', '{}');
    symlinkSync('../s-other/x.json', join(work, 's/link.json'));
    await expect(read('s')).rejects.toThrow('leads out of the directory');
  });

  test('inside are read once, and a circle ends', async () => {
    put('s/deep/a.json', '{"$id":"https://example.com/a"}');
    symlinkSync('..', join(work, 's/deep/up'));
    symlinkSync('deep', join(work, 's/again'));
    symlinkSync('deep/a.json', join(work, 's/b.json'));
    expect(await urisOf('http://h/=s')).toEqual(['http://h/b.json', 'http://h/deep/a.json']);
  });

  test('the directory named may itself be one', async () => {
    put('real/a.json', '{"$id":"https://example.com/a"}');
    symlinkSync('real', join(work, 's'));
    expect(await urisOf('s')).toEqual(['https://example.com/a']);
  });
});

describe('files', () => {
  test.each([
    ['{', 's/a.json: not JSON: '],
    ['{"type":"string","type":"number"}', 's/a.json: one object says type twice at '],
  ])('%s is refused', async (text, message) => {
    put('s/a.json', text);
    await expect(read('s')).rejects.toThrow(message);
  });

  test('other encodings are refused, a byte order mark is not', async () => {
    put('s/a.json', '\ufeff{"$id":"https://example.com/a"}');
    expect(await urisOf('s')).toEqual(['https://example.com/a']);
    writeFileSync(join(work, 's/a.json'), Buffer.from([0x22, 0xe9, 0x22]));
    await expect(read('s')).rejects.toThrow('s/a.json: not UTF-8 text (save it as UTF-8)');
  });

  test('keys of a prototype are keys', async () => {
    put('s/a.json', '{"$id":"https://example.com/a","properties":{"__proto__":{"type":"string"}}}');
    expect(await urisOf('s')).toEqual(['https://example.com/a']);
  });
});
