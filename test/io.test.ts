import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { type Io, IoFailure } from '../src/io/io.ts';
import { type Host, openIo, type Sink } from '../src/io/node.ts';

const work = mkdtempSync(join(tmpdir(), 'twogates-io-'));
afterAll(() => rmSync(work, { recursive: true, force: true }));

const silent: Sink = {
  write(_text, written) {
    written();
    return true;
  },
  on: () => undefined,
};

function ioOf(host: Partial<Host>): Io {
  return openIo({ stdin: Readable.from([]), stdout: silent, stderr: silent, env: {}, cwd: () => work, ...host });
}

async function textOf(source: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The bytes through a file, and through standard input one by one: a pipe may cut anywhere. */
async function readBothWays(bytes: Uint8Array): Promise<readonly string[]> {
  writeFileSync(join(work, 'input'), bytes);
  const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
  return Promise.all([textOf(ioOf({}).chunks('input')), textOf(ioOf({ stdin: Readable.from(single) }).chunks('-'))]);
}

async function refusals(bytes: Uint8Array): Promise<readonly string[]> {
  writeFileSync(join(work, 'input'), bytes);
  const single = Array.from(bytes, (byte) => Uint8Array.of(byte));
  const reading = [textOf(ioOf({}).chunks('input')), textOf(ioOf({ stdin: Readable.from(single) }).chunks('-'))];
  const settled = await Promise.allSettled(reading);
  return settled.map((one) =>
    one.status === 'rejected' && one.reason instanceof IoFailure ? one.reason.reason : `no failure: ${one.status}`,
  );
}

const both = (text: string): readonly string[] => [text, text];

describe('chunks', () => {
  test.each([
    ['nothing', Buffer.alloc(0), ''],
    ['one byte', Buffer.from('{'), '{'],
    ['plain text', Buffer.from('{"v":1}\n'), '{"v":1}\n'],
    ['gzip', gzipSync('abc\n'), 'abc\n'],
    ['several gzip members', Buffer.concat([gzipSync('abc\n'), gzipSync(''), gzipSync('def\n')]), 'abc\ndef\n'],
    ['zero padding behind gzip', Buffer.concat([gzipSync('abc\n'), Buffer.alloc(600)]), 'abc\n'],
  ])('%s', async (_, bytes, text) => expect(await readBothWays(bytes)).toEqual(both(text)));

  test('large gzip, in chunks of bounded size', async () => {
    const text = 'x'.repeat(5_000_000);
    writeFileSync(join(work, 'large'), gzipSync(text));
    let longest = 0;
    let total = 0;
    for await (const chunk of ioOf({}).chunks('large')) {
      longest = Math.max(longest, chunk.length);
      total += chunk.length;
    }
    expect(total).toBe(5_000_000);
    expect(longest).toBeLessThanOrEqual(1 << 20);
  });

  const packed = gzipSync('{"v":1}\n'.repeat(40));
  const flipped = Buffer.from(packed);
  flipped[flipped.length - 6] = (flipped[flipped.length - 6] ?? 0) ^ 1;
  const truncated = 'the gzip file is truncated: it stops short of its end (copy it again)';
  const damaged = 'damaged gzip file: its contents or its checksum are wrong (copy it again)';
  test.each([
    ['truncated in the data', packed.subarray(0, 20), truncated],
    ['truncated in the checksum', packed.subarray(0, -2), truncated],
    ['a second member cut short', Buffer.concat([packed, packed.subarray(0, 3)]), truncated],
    ['a flipped bit in the checksum', flipped, damaged],
    ['other text behind it', Buffer.concat([packed, Buffer.from('{"v":1}\n')]), damaged],
    [
      'data hidden behind a zero byte',
      Buffer.concat([packed, Buffer.of(0), packed]),
      'damaged gzip file: other data follows its end (pack it again)',
    ],
    ['zstd', Buffer.of(0x28, 0xb5, 0x2f, 0xfd, 0, 0, 0), 'zstd-compressed: unpack it first (zstd -d)'],
    ['xz', Buffer.of(0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 1), 'xz-compressed: unpack it first (xz -d)'],
    ['zip', Buffer.from('PK\u0003\u0004rest'), 'a zip archive: unpack it first (unzip)'],
  ])('refuses %s', async (_, bytes, reason) => expect(await refusals(bytes)).toEqual(both(reason)));

  test('a missing file and a directory fail with a phrase', async () => {
    await expect(textOf(ioOf({}).chunks('nowhere'))).rejects.toThrow('nowhere: no such file (check the path)');
    await expect(textOf(ioOf({}).chunks('.'))).rejects.toThrow('.: is a directory (name the files in it)');
  });
});

describe('readMember', () => {
  const folder = join(work, 'members');

  test('one regular file of a folder, up to a limit', async () => {
    mkdirSync(join(folder, 'inner'), { recursive: true });
    writeFileSync(join(folder, 'five'), '12345');
    writeFileSync(join(folder, 'none'), '');
    const io = ioOf({});
    const read = (name: string, limit: number) => io.readMember('members', name, limit);
    expect(await read('five', 5)).toEqual({ kind: 'file', bytes: new Uint8Array(Buffer.from('12345')) });
    expect(await read('none', 0)).toEqual({ kind: 'file', bytes: new Uint8Array() });
    expect(await read('five', 4)).toEqual({ kind: 'too-large', bytes: 5 });
    expect(await read('gone', 4)).toEqual({ kind: 'missing' });
    expect(await read('inner', 4)).toEqual({ kind: 'other' });
    expect(await io.readMember('members/five', 'x', 4)).toEqual({ kind: 'missing' });
  });

  test('no link is followed, no pipe waited for, and no name is a path', async () => {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(work, 'outside'), 'secret');
    symlinkSync('../outside', join(folder, 'link'));
    symlinkSync('link', join(folder, 'link-to-a-link'));
    execFileSync('mkfifo', [join(folder, 'pipe')]);
    const io = ioOf({});
    const read = (name: string) => io.readMember('members', name, 100);
    for (const name of ['link', 'link-to-a-link', 'pipe']) expect(await read(name), name).toEqual({ kind: 'other' });
    for (const name of ['../outside', '..', '.', '', 'inner/../../outside', '..\\outside', join(work, 'outside')])
      expect(await read(name), name).toEqual({ kind: 'missing' });
  });
});

describe('look', () => {
  test('tells files, directories and nothing apart', async () => {
    writeFileSync(join(work, 'five'), '12345');
    symlinkSync('five', join(work, 'link'));
    symlinkSync('gone', join(work, 'dangling'));
    const io = ioOf({});
    linkSync(join(work, 'five'), join(work, 'hard'));
    writeFileSync(join(work, 'other'), '12345');
    const five = await io.look('five');
    expect(five).toEqual({ kind: 'file', bytes: 5, identity: expect.stringMatching(/^\d+:\d+$/) });
    expect(await io.look('link')).toEqual(five);
    expect(await io.look('hard')).toEqual(five);
    expect((await io.look('other')).identity).not.toBe(five.identity);
    expect(await io.look('.')).toEqual({ kind: 'directory', bytes: 0 });
    expect(await io.look('dangling')).toEqual({ kind: 'missing', bytes: 0 });
    expect(await io.look('five/below')).toEqual({ kind: 'missing', bytes: 0 });
    expect(await io.look('-')).toEqual({ kind: 'other', bytes: 0 });
    expect(await io.realPath('link')).toBe(await io.realPath('five'));
  });
});

function failing(code: string): Sink & { asked: number } {
  return {
    asked: 0,
    write(_text, written) {
      this.asked += 1;
      written(Object.assign(new Error(code), { code }));
      return false;
    },
    on: () => undefined,
  };
}

describe('out', () => {
  test('a reader that went away is no error, and is not written to again', async () => {
    const stdout = failing('EPIPE');
    const io = ioOf({ stdout });
    await io.out('first');
    await io.out('second');
    expect(stdout.asked).toBe(1);
  });

  test('a full device is', async () => {
    await expect(ioOf({ stdout: failing('ENOSPC') }).out('text')).rejects.toThrow('standard output: no space left on the device');
  });

  test('columns are known on a terminal only', () => {
    expect(ioOf({ stdout: { ...silent, isTTY: true, columns: 72 } }).columns).toBe(72);
    expect(ioOf({ stdout: { ...silent, columns: 72 } }).columns).toBeUndefined();
  });
});
