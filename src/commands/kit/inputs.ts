import type { AuditInput } from '../../audit.ts';
import type { Io } from '../../io/io.ts';
import { expandInputs } from './expand-inputs.ts';
import { UsageError } from './usage.ts';

/** The recordings that the command line names, folders and patterns included. */
export async function openRecordings(paths: readonly string[], io: Io): Promise<readonly AuditInput[]> {
  return openInputs(await expandInputs(paths, io), io);
}

/** Finds every input before anything is read, so that a wrong name among many costs no audit. */
export async function openInputs(paths: readonly string[], io: Io): Promise<readonly AuditInput[]> {
  const inputs: AuditInput[] = [];
  for (const path of paths) {
    if (inputs.some(({ name }) => name === path)) throw new UsageError(`${path}: named twice (each input is audited once)`);
    const kind = await requireFile(path, io);
    // a pipe is read once
    inputs.push({ name: path, chunks: () => io.chunks(path), ...(kind === 'file' && { head: () => readHead(path, io) }) });
  }
  return inputs;
}

/** Enough of a file for its first event. */
const headBytes = 1 << 16;

async function readHead(path: string, io: Io): Promise<Uint8Array> {
  for await (const chunk of io.chunks(path)) return Uint8Array.from(chunk.subarray(0, headBytes));
  return new Uint8Array(0);
}

async function requireFile(path: string, io: Io): Promise<'file' | 'other'> {
  const { kind } = await io.look(path);
  if (kind === 'missing') throw new UsageError(`${path}: no such file (check the path)`);
  if (kind === 'directory') throw new UsageError(`${path}: is a directory (one value is one file: name it)`);
  return kind;
}
