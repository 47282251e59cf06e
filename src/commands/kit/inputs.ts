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
    await requireFile(path, io);
    inputs.push({ name: path, chunks: () => io.chunks(path) });
  }
  return inputs;
}

async function requireFile(path: string, io: Io): Promise<void> {
  const { kind } = await io.look(path);
  if (kind === 'missing') throw new UsageError(`${path}: no such file (check the path)`);
  if (kind === 'directory') throw new UsageError(`${path}: is a directory (one value is one file: name it)`);
}
