import { constants, type FileHandle, open } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorCode } from './failure.ts';
import type { Member } from './io.ts';

// Whoever fills the folder may not be trusted: a link could lead out of it, and opening a pipe would wait for a writer for ever.
// On Windows the two are undefined, which an `|` takes for none: neither pipe nor link can be made there by an ordinary user.
const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

const absent: ReadonlySet<string> = new Set(['ENOENT', 'ENOTDIR', 'ENAMETOOLONG']);
/** What opening a link (ELOOP, EMLINK) or a socket (ENXIO, EOPNOTSUPP) answers, and a folder where that is an error (EISDIR). */
const special: ReadonlySet<string> = new Set(['ELOOP', 'EMLINK', 'ENXIO', 'EOPNOTSUPP', 'EISDIR']);

/** One file of a folder, as {@link Io.readMember} promises. */
export async function readMember(folder: string, name: string, limit: number): Promise<Member> {
  if (name === '' || name === '.' || name === '..' || basename(name) !== name || name.includes('\\')) return { kind: 'missing' };
  let handle: FileHandle;
  try {
    handle = await open(join(folder, name), flags);
  } catch (error) {
    const code = errorCode(error) ?? '';
    if (absent.has(code)) return { kind: 'missing' };
    if (special.has(code)) return { kind: 'other' };
    throw error;
  }
  try {
    return await readHandle(handle, limit);
  } finally {
    await handle.close();
  }
}

/** The size is asked of the open file, so that nothing can be put in its place between the question and the reading. */
async function readHandle(handle: FileHandle, limit: number): Promise<Member> {
  const found = await handle.stat();
  if (!found.isFile()) return { kind: 'other' };
  if (found.size > limit) return { kind: 'too-large', bytes: found.size };
  const bytes = new Uint8Array(found.size);
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await handle.read(bytes, length, bytes.length - length, length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return { kind: 'file', bytes: bytes.subarray(0, length) };
}
