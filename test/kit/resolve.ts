import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { Resolve } from '../../src/declare/declared.ts';

/** Reads declarations from the real file system, for tests. */
export const resolveFiles: Resolve = async (path) => {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return { kind: 'missing', reason: 'no such file' };
  if (stat.isDirectory()) return { kind: 'directory', names: readdirSync(path).sort() };
  return { kind: 'file', bytes: readFileSync(path) };
};
