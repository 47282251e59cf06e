import type { Resolve } from '../../declare/declared.ts';
import { readDeclarations } from '../../declare/read.ts';
import { digestOf } from '../../digest/sha256.ts';
import type { Io } from '../../io/io.ts';
import { type LintFile, type LintRequest, lint } from '../../lint.ts';
import { findReport } from '../../reports/index.ts';
import { maskValues } from '../../reports/kit/mask.ts';
import { catalogue } from '../../rules/index.ts';
import { deliver, lookOf, protectInputs } from './deliver.ts';
import { refuse, resolveBy } from './given.ts';
import type { LintFlags } from './lint-flags.ts';
import type { Posture } from './posture.ts';
import { readResources } from './schema-files.ts';
import { UsageError } from './usage.ts';
import { version } from './version.ts';

export interface LintOrder {
  readonly paths: readonly string[];
  readonly flags: LintFlags;
  readonly posture: Posture;
}

/** From the command line to the exit code: read the declarations and keep every file they led to, lint, render, deliver. */
export async function runLint({ paths, flags, posture }: LintOrder, io: Io): Promise<number> {
  const format = findReport(flags.format);
  if (format === undefined) throw new UsageError(`--format ${flags.format}: no such format`);
  const { given, files, unknown } = await readKeeping([...new Set(paths)], io);
  await protectInputs(
    flags.output,
    files.map(({ path }) => path),
    io,
  );
  const resources = await readResources(flags.schemas ?? [], io);
  const report = await lint({ given, files, unknown, resources, ...posture, version });
  const text = await format.render(maskValues(report, flags.values, digestOf), catalogue, lookOf(flags, io));
  await deliver(text, report.conclusion, flags.output, io);
  return report.exit;
}

/** Reads the declarations and keeps the bytes of every file on the way. A file that declares nothing is said, and keeps no other from being read. */
async function readKeeping(paths: readonly string[], io: Io): Promise<Pick<LintRequest, 'given' | 'files' | 'unknown'>> {
  const bytes = new Map<string, Uint8Array>();
  const resolve = resolveBy(io);
  const keep: Resolve = async (path) => {
    const found = await resolve(path);
    if (found.kind === 'file') bytes.set(path, found.bytes);
    return found;
  };
  const known: string[] = [];
  const unknown: string[] = [];
  for (const path of paths) {
    const read = await readDeclarations([path], keep);
    if (read.ok) known.push(path);
    else if (read.refusal.isUnknown === true && read.refusal.source === path) unknown.push(`${path} ${read.refusal.detail}`);
    else return refuse(read.refusal);
  }
  const all = await readDeclarations(known, keep);
  if (!all.ok) return refuse(all.refusal);
  const files = [...bytes].map(([path, content]): LintFile => ({ path, bytes: content }));
  return { given: all.workflow, files, unknown: unknown[0] };
}
