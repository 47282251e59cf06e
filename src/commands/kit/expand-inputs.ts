import type { Io } from '../../io/io.ts';
import { compareText } from '../../model/order.ts';
import { isPattern, matchPath, splitPattern } from './glob.ts';
import { UsageError } from './usage.ts';
import { type WalkedFile, walkFiles } from './walk-files.ts';

const recording = /\.(?:jsonl|ndjson|json)(?:\.gz)?$/i;
/** Recordings in a compression that is not unpacked: passed over, they would be missing from the report without a word. */
const packed = /\.(?:jsonl|ndjson|json)\.(zst|xz)$/i;
const hint = 'name its target as an input of its own';

/**
 * The files that the inputs of a command line mean: a folder every recording below it, a pattern whatever it matches, anything else itself.
 * Sorted by code unit, each path once, so that neither the shell nor the order of the words changes the report.
 */
export async function expandInputs(paths: readonly string[], io: Io): Promise<readonly string[]> {
  const files = new Set<string>();
  for (const path of paths) for (const file of await expandInput(path, io)) files.add(file);
  return [...files].sort(compareText);
}

/** A file that is really called `a*.jsonl` is that file. */
async function expandInput(path: string, io: Io): Promise<readonly string[]> {
  const { kind } = await io.look(path);
  if (kind === 'directory') return recordingsBelow(path, io);
  return kind === 'missing' && isPattern(path) ? matchesOf(path, io) : [path];
}

async function recordingsBelow(directory: string, io: Io): Promise<readonly string[]> {
  const files = await walkFiles({ directory, hint, isWanted: isRecording }, io);
  if (files.length > 0) return pathsOf(files);
  throw new UsageError(
    `${directory}: holds no recording: no file ending in .jsonl, .ndjson or .json, or one of them and .gz (name other files)`,
  );
}

const isRecording = (segments: readonly string[]): boolean => {
  const name = segments.at(-1) ?? '';
  return recording.test(name) || packed.test(name);
};

/** As a shell would expand it: a folder that matches is an input like a folder that is named. */
async function matchesOf(pattern: string, io: Io): Promise<readonly string[]> {
  const { folder, segments } = splitPattern(pattern);
  const isAnything = segments.at(-1) === '**';
  const isWanted = (path: readonly string[]): boolean => {
    const isMatched = matchPath(segments, path).isWhole && !isAnything;
    return isMatched || (isRecording(path) && isReached(segments, path));
  };
  const isEntered = (path: readonly string[]): boolean => matchPath(segments, path).isOpen || isReached(segments, path);
  const start = await io.look(folder === '' ? '.' : folder);
  const files = start.kind === 'directory' ? await walkFiles({ directory: folder, hint, isWanted, isEntered }, io) : [];
  if (files.length === 0) throw new UsageError(`${pattern}: no file matches (check the pattern: *, ? and ** are special)`);
  return pathsOf(files);
}

/** Whether the path, or a folder above it, matches. */
function isReached(pattern: readonly string[], path: readonly string[]): boolean {
  for (let depth = 0; depth <= path.length; depth++) if (matchPath(pattern, path.slice(0, depth)).isWhole) return true;
  return false;
}

/** A link to a file that is found as well would audit it twice. */
function pathsOf(files: readonly WalkedFile[]): readonly string[] {
  const seen = new Set(files.filter(({ isLinked }) => !isLinked).map(({ real }) => real));
  const paths: string[] = [];
  for (const { path, real, isLinked } of files) {
    const tool = packedBy(path);
    if (tool !== undefined) throw new UsageError(`${path}: ${tool}-compressed: unpack it first (${tool} -d)`);
    if (isLinked && seen.has(real)) continue;
    seen.add(real);
    paths.push(path);
  }
  return paths;
}

function packedBy(path: string): 'zstd' | 'xz' | undefined {
  const ending = packed.exec(path)?.[1]?.toLowerCase();
  return ending === undefined ? undefined : ending === 'xz' ? 'xz' : 'zstd';
}
