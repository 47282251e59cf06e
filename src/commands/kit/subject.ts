import type { AuditRequest } from '../../audit.ts';
import type { GivenWorkflow } from '../../declare/declared.ts';
import type { Io } from '../../io/io.ts';
import { findTool } from './find-tool.ts';
import { readGivenSchema } from './given.ts';
import type { SubjectFlags } from './subject-flags.ts';
import { UsageError } from './usage.ts';

/** The flags that make the input one value speak of one file only. */
export function requireOneValue({ tool, server, schema }: SubjectFlags, files: readonly string[]): void {
  if (server !== undefined && tool === undefined) throw new UsageError('--server says whose tool is meant (add --tool NAME)');
  const flag = tool === undefined ? '--schema' : '--tool';
  if ((tool ?? schema) !== undefined && files.length !== 1) throw new UsageError(`${flag} makes the input one value (name one file)`);
}

/** What the single value is; undefined when the inputs are recordings. */
export async function subjectOf(flags: SubjectFlags, given: GivenWorkflow | undefined, io: Io): Promise<AuditRequest['subject']> {
  if (flags.schema !== undefined) return { kind: 'answer', schema: await readGivenSchema(flags.schema, io), source: flags.schema };
  if (flags.tool === undefined) return undefined;
  const found = findTool(given, flags.tool, flags.server);
  return { kind: 'call', tool: found.name, server: found.server };
}
