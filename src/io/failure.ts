import { IoFailure } from './io.ts';

const phrases: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'no such file (check the path)'],
  ['ENOTDIR', 'no such file: a part of the path is not a directory (check the path)'],
  ['EISDIR', 'is a directory (name the files in it)'],
  ['EACCES', 'permission denied (check who may read and write it)'],
  ['EPERM', 'not permitted by the system'],
  ['EROFS', 'the file system is read-only'],
  ['ELOOP', 'its symbolic links lead in a circle'],
  ['ENAMETOOLONG', 'the name is longer than the file system allows'],
  ['ENOSPC', 'no space left on the device'],
  ['EMFILE', 'too many open files'],
  ['EIO', 'the device reported an error'],
  ['ERR_FS_FILE_TOO_LARGE', 'larger than 2 GiB, which is too large to be read whole'],
]);

/** The error code of whatever Node threw, or undefined. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined;
  return typeof error.code === 'string' ? error.code : undefined;
}

/** Turns what Node threw about a path into a failure with a phrase for a person. */
export function failureOf(path: string, error: unknown): IoFailure {
  if (error instanceof IoFailure) return error;
  const code = errorCode(error);
  const name = path === '-' ? 'standard input' : path;
  return new IoFailure(name, phrases.get(code ?? '') ?? `the system cannot use it (${code ?? 'unknown error'})`);
}
