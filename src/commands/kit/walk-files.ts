import type { Io } from '../../io/io.ts';
import { UsageError } from './usage.ts';

/** More files than any collection has: a wrong directory is said early. */
const mostFiles = 100_000;

/** A file found below a directory. */
export interface WalkedFile {
  /** As a message names it: the directory as it was given, and the segments. */
  readonly path: string;
  /** Path segments below the directory. */
  readonly segments: readonly string[];
  /** The absolute path with every symbolic link followed. */
  readonly real: string;
  /** Whether a symbolic link leads to it; its target lies in the directory as well. */
  readonly isLinked: boolean;
}

/** What a walk is looking for. */
export interface WalkOrder {
  readonly directory: string;
  isWanted(segments: readonly string[]): boolean;
  /** Whether a folder is entered; absent: every one. */
  isEntered?(segments: readonly string[]): boolean;
  /** What to do about a link that leads out of the directory. */
  readonly hint: string;
}

/**
 * Every wanted file below a directory. A symbolic link out of the directory is refused: its owner would choose what is read. A linked directory
 * inside it is not followed, it is read where it really stands; so a circle of links ends nowhere.
 */
export async function walkFiles(order: WalkOrder, io: Io): Promise<readonly WalkedFile[]> {
  const { directory } = order;
  const root = await io.realPath(directory);
  const files: WalkedFile[] = [];
  const waiting: (readonly string[])[] = [[]];
  for (let above = waiting.pop(); above !== undefined; above = waiting.pop()) {
    const folder = pathBelow(directory, above);
    for (const name of await io.list(folder === '' ? '.' : folder)) {
      const segments = [...above, name];
      const path = pathBelow(directory, segments);
      const { kind } = await io.look(path);
      const isFolder = kind === 'directory';
      if (isFolder ? order.isEntered?.(segments) === false : !order.isWanted(segments)) continue;
      if (kind === 'missing') throw new UsageError(`${path}: a symbolic link that leads nowhere (remove it)`);
      if (!isFolder && kind !== 'file') continue;
      const { real, isLinked } = await follow(path, { root, segments, hint: order.hint }, io);
      if (!isFolder) files.push({ path, segments, real, isLinked });
      else if (!isLinked) waiting.push(segments);
    }
    if (files.length + waiting.length > mostFiles)
      throw new UsageError(`${directory}: more than ${mostFiles} files (name a smaller directory)`);
  }
  return files;
}

/** An empty directory stands for where the program is. */
function pathBelow(directory: string, segments: readonly string[]): string {
  const start = directory === '/' || directory === '' ? directory : `${directory.replace(/\/+$/, '')}/`;
  return segments.length === 0 ? directory : `${start}${segments.join('/')}`;
}

interface Inside {
  readonly root: string;
  readonly segments: readonly string[];
  readonly hint: string;
}

async function follow(path: string, { root, segments, hint }: Inside, io: Io): Promise<{ real: string; isLinked: boolean }> {
  const real = await io.realPath(path);
  if (real === [root === '/' ? '' : root, ...segments].join('/')) return { real, isLinked: false };
  if (real !== root && !real.startsWith(root === '/' ? '/' : `${root}/`))
    throw new UsageError(`${path}: a symbolic link that leads out of the directory (${hint})`);
  return { real, isLinked: true };
}
