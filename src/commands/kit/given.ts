import type { DeclarationRefusal, GivenWorkflow, Resolve } from '../../declare/declared.ts';
import { readDeclarations, readSchema } from '../../declare/read.ts';
import { type Io, IoFailure } from '../../io/io.ts';
import type { JsonValue } from '../../model/json.ts';
import { UsageError } from './usage.ts';

/** How the declarations reach the files they name. */
export function resolveBy(io: Io): Resolve {
  return async (path) => {
    // Only an input can be standard input: a file that is really called `-` is meant here.
    const named = path === '-' ? './-' : path;
    try {
      const { kind } = await io.look(named);
      if (kind === 'missing') return { kind: 'missing', reason: 'no such file' };
      if (kind === 'directory') return { kind: 'directory', names: await io.list(named) };
      return { kind: 'file', bytes: await io.readFile(named) };
    } catch (error) {
      if (error instanceof IoFailure) return { kind: 'missing', reason: error.reason };
      throw error;
    }
  };
}

/** A declaration that cannot be read at all is a wrong call. */
export function refuse({ source, place, detail }: DeclarationRefusal): never {
  throw new UsageError(`${place === undefined ? source : `${source}:${place}`}: ${detail}`);
}

/** Everything `--declare` named, or undefined when nothing was. */
export async function readGiven(paths: readonly string[], io: Io): Promise<GivenWorkflow | undefined> {
  if (paths.length === 0) return undefined;
  const read = await readDeclarations(paths, resolveBy(io));
  return read.ok ? read.workflow : refuse(read.refusal);
}

/** The schema that `--schema` named. */
export async function readGivenSchema(path: string, io: Io): Promise<JsonValue> {
  const read = await readSchema(path, resolveBy(io));
  return read.ok ? read.schema.schema : refuse(read.refusal);
}
