import type { AuditRequest } from '../../audit.ts';
import { type DiffResult, diff } from '../../diff.ts';
import type { Io } from '../../io/io.ts';
import { parseJson } from '../../json/parse.ts';
import type { JsonValue } from '../../model/json.ts';
import { lookOf } from './deliver.ts';
import type { DiffFlags } from './diff-flags.ts';
import { diffJson } from './diff-json.ts';
import { openSides, readAsDeclarations, readSide, refuseDamaged, requireSides, type SideFiles } from './diff-sides.ts';
import { diffText, type Sides } from './diff-text.ts';
import { failingChanges } from './diff-verdict.ts';
import { readGiven } from './given.ts';
import { openInputs } from './inputs.ts';
import { decode, readResources } from './schema-files.ts';
import { requireOneValue, subjectOf } from './subject.ts';
import { UsageError } from './usage.ts';
import { version } from './version.ts';

export interface DiffOrder {
  readonly before: string;
  readonly after: string | undefined;
  readonly flags: DiffFlags;
}

/** From the command line to the exit code: 0 with differences, 1 under --strict, 3 when no answer can be given. */
export async function runDiff(order: DiffOrder, io: Io): Promise<number> {
  const { before, after, flags } = order;
  const isDeclared = flags.tool !== undefined || flags.schema !== undefined;
  if (isDeclared && flags.accept !== undefined) throw new UsageError('--accept is about declarations (this is one value)');
  const files = after === undefined ? [before] : [before, after];
  requireOneValue(flags, files);
  const against = isDeclared ? (flags.tool ?? flags.schema) : after;
  if (against === undefined)
    throw new UsageError(`${before}: compared with what? (add a second file, --tool NAME --declare PATH, or --schema FILE)`);
  const result = isDeclared ? await againstDeclaration(before, flags, io) : await betweenFiles(before, against, flags, io);
  const exit = exitOf(result, flags.strict === true);
  const sides: Sides = { before, after: against, exit };
  await io.out(
    flags.format === 'json' ? diffJson(result, sides) : await diffText(result, sides, lookOf({ color: true, values: 'show' }, io)),
  );
  return exit;
}

function exitOf(result: DiffResult, isStrict: boolean): 0 | 1 | 3 {
  if (result.kind === 'declarations') return isStrict && failingChanges(result.changes).length > 0 ? 1 : 0;
  const found = result.kind === 'values' ? result.changes : result.deltas;
  if (isStrict && found.length > 0) return 1;
  return result.kind === 'declared' && result.unchecked.length > 0 ? 3 : 0;
}

async function againstDeclaration(path: string, flags: DiffFlags, io: Io): Promise<DiffResult> {
  const inputs = await openInputs([path], io);
  const given = await readGiven(flags.declare ?? [], io);
  const resources = await readResources(flags.schemas ?? [], io);
  const subject = await subjectOf(flags, given, io);
  const options: AuditRequest['options'] = {
    command: 'validate',
    formats: flags.formats,
    isClosedObjects: flags.closed === true,
    allowUnchecked: [],
    version,
  };
  return diff({ kind: 'declared', request: { inputs, given, resources, options, subject } });
}

async function betweenFiles(before: string, after: string, flags: DiffFlags, io: Io): Promise<DiffResult> {
  await requireSides([before, after], io);
  const files = await openSides(before, after, io);
  const [old, now] = [await readSide(before, files), await readSide(after, files)];
  const sides = readAsDeclarations(old, now);
  if (sides !== undefined) return diff({ kind: 'declarations', ...sides, accepted: flags.accept ?? [] });
  if (flags.accept !== undefined) throw new UsageError('--accept is about declarations (these are values)');
  const values = { before: await readValue(before, files), after: await readValue(after, files) };
  refuseDamaged(old, values.before);
  refuseDamaged(now, values.after);
  return diff({ kind: 'values', ...values });
}

async function readValue(path: string, files: SideFiles): Promise<JsonValue> {
  const parsed = parseJson(decode(path, await files.read(path)));
  if (!parsed.ok) throw new UsageError(`${path}: not JSON: ${parsed.fault.detail} (diff compares JSON values)`);
  const twice = parsed.defects.find(({ kind }) => kind === 'duplicate-key');
  if (twice !== undefined)
    throw new UsageError(`${path}: one object says ${twice.text} twice at ${twice.pointer} (it has no single value to compare)`);
  return parsed.value;
}
