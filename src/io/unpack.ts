import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { errorCode, failureOf } from './failure.ts';
import { IoFailure } from './io.ts';

/** Bytes in one chunk: Node's default of 16 KiB unpacks 4.7 times slower. */
export const chunkBytes: number = 1 << 20;

/** Compressed or archived inputs that are refused aloud, by the first bytes no text can begin with. */
const packed: readonly { readonly magic: readonly number[]; readonly what: string; readonly command: string }[] = [
  { magic: [0x28, 0xb5, 0x2f, 0xfd], what: 'zstd-compressed', command: 'zstd -d' },
  { magic: [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00], what: 'xz-compressed', command: 'xz -d' },
  { magic: [0x50, 0x4b, 0x03, 0x04], what: 'a zip archive', command: 'unzip' },
];
const gzipMagic = [0x1f, 0x8b];
const longestMagic = 6;

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte);
}

/** Passes bytes on as they are, unpacks gzip (all its members), and refuses other compressions by name. */
export async function* unpack(path: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const rest = source[Symbol.asyncIterator]();
  const head = await readHead(path, rest);
  for (const { magic, what, command } of packed) {
    if (!startsWith(head, magic)) continue;
    await rest.return?.(); // else the file would stay open
    throw new IoFailure(path, `${what}: unpack it first (${command})`);
  }
  const whole = joined(path, head, rest);
  yield* startsWith(head, gzipMagic) ? gunzipped(path, whole) : whole;
}

/** At least the first six bytes if there are so many: a pipe may deliver them one by one. */
async function readHead(path: string, rest: AsyncIterator<Uint8Array>): Promise<Uint8Array> {
  let head: Uint8Array = new Uint8Array(0);
  try {
    while (head.length < longestMagic) {
      const next = await rest.next();
      if (next.done === true) break;
      head = head.length === 0 ? next.value : Buffer.concat([head, next.value]);
    }
  } catch (error) {
    throw failureOf(path, error);
  }
  return head;
}

async function* joined(path: string, head: Uint8Array, rest: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    if (head.length > 0) yield head;
    for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
  } catch (error) {
    throw failureOf(path, error);
  } finally {
    await rest.return?.();
  }
}

/**
 * RFC 1952. Node stops without a word at a zero byte after a member, whatever follows it; so count what it took,
 * and allow nothing but zero padding behind that.
 */
async function* gunzipped(path: string, source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: chunkBytes });
  let fed = 0;
  let meaningful = 0;
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of source) {
      const last = chunk.findLastIndex((byte) => byte !== 0);
      if (last >= 0) meaningful = fed + last + 1;
      fed += chunk.length;
      yield Buffer.from(chunk); // a copy: the stream reads ahead, and the source uses its buffers again
    }
  }
  const packedBytes = Readable.from(counted(), { objectMode: false });
  packedBytes.on('error', (error) => gunzip.destroy(error));
  packedBytes.pipe(gunzip);
  try {
    for await (const chunk of gunzip) yield chunk;
  } catch (error) {
    throw gzipFailure(path, error);
  } finally {
    packedBytes.destroy();
  }
  if (meaningful > gunzip.bytesWritten) throw new IoFailure(path, 'damaged gzip file: other data follows its end (pack it again)');
}

function gzipFailure(path: string, error: unknown): IoFailure {
  switch (errorCode(error)) {
    case 'Z_BUF_ERROR':
      return new IoFailure(path, 'the gzip file is truncated: it stops short of its end (copy it again)');
    case 'Z_DATA_ERROR':
      return new IoFailure(path, 'damaged gzip file: its contents or its checksum are wrong (copy it again)');
    default:
      return failureOf(path, error);
  }
}
