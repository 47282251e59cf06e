import { type AuditRequest, audit } from '../../audit.ts';
import type { GivenWorkflow } from '../../declare/declared.ts';
import { digestOf } from '../../digest/sha256.ts';
import type { Io } from '../../io/io.ts';
import { findReport } from '../../reports/index.ts';
import { maskValues } from '../../reports/kit/mask.ts';
import { catalogue } from '../../rules/index.ts';
import type { AuditFlags } from './audit-flags.ts';
import { deliver, lookOf, protectInputs } from './deliver.ts';
import { readGiven } from './given.ts';
import { openInputs, openRecordings } from './inputs.ts';
import { openPayloadStore } from './payload-store.ts';
import type { Posture } from './posture.ts';
import { readResources } from './schema-files.ts';
import { UsageError } from './usage.ts';
import { version } from './version.ts';

/** What `validate` and `replay` have in common once the command line is understood. */
export interface AuditOrder {
  readonly command: 'validate' | 'replay';
  readonly files: readonly string[];
  readonly flags: AuditFlags;
  readonly posture: Posture;
  /** Declarations that are not shipped yet (`--against`). */
  readonly against?: readonly string[] | undefined;
  /** The one file is one value, and no folder or pattern of recordings. */
  readonly isOneValue?: boolean;
  /** Says what a single value is, once the declarations are read. */
  readonly subjectOf?: (given: GivenWorkflow | undefined) => Promise<AuditRequest['subject']>;
}

/** The readers are loaded only where they are wanted: a single value has no use for them. */
async function checkReader(id: string | undefined): Promise<void> {
  if (id === undefined) return;
  const { readers } = await import('../../readers/index.ts');
  if (!readers.some((reader) => reader.id === id))
    throw new UsageError(`--from ${id}: no such format (known: ${readers.map((reader) => reader.id).join(', ')})`);
}

/** From the command line to the exit code: read what was given, audit, render, deliver. */
export async function runAudit(order: AuditOrder, io: Io): Promise<number> {
  const { command, files, flags, posture } = order;
  const { declare = [], schemas = [], formats, closed = false, from, allowUnchecked = [] } = flags;
  const format = findReport(flags.format);
  if (format === undefined) throw new UsageError(`--format ${flags.format}: no such format`);
  await checkReader(from);
  const inputs = order.isOneValue === true ? await openInputs(files, io) : await openRecordings(files, io);
  await protectInputs(
    flags.output,
    [
      ...inputs.map(({ name }) => name),
      ...declare,
      ...(order.against ?? []),
      ...(flags.payloads === undefined ? [] : [flags.payloads]),
      ...schemas.map((given) => given.slice(given.lastIndexOf('=') + 1)),
    ],
    io,
  );
  const given = await readGiven(declare, io);
  const against = await readGiven(order.against ?? [], io);
  const resources = await readResources(schemas, io);
  const payloads = flags.payloads === undefined ? undefined : await openPayloadStore(flags.payloads, io);
  const subject = await order.subjectOf?.(given);
  const options = { command, ...posture, formats, isClosedObjects: closed, from, allowUnchecked, version };
  const report = await audit({ inputs, given, against, resources, options, subject, payloads });
  const text = await format.render(maskValues(report, flags.values, digestOf), catalogue, lookOf(flags, io));
  await deliver(text, report.conclusion, flags.output, io);
  return report.exit;
}
