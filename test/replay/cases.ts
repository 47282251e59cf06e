import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AuditRequest } from '../../src/audit.ts';
import type { GivenWorkflow } from '../../src/declare/declared.ts';
import { readDeclarations } from '../../src/declare/read.ts';
import { inputOf, requestOf } from '../kit/audit.ts';
import { payloadsIn } from '../kit/payloads.ts';
import { resolveFiles } from '../kit/resolve.ts';

export const fixtures: string = join(import.meta.dirname, '../../fixtures');

/** A folder of a fixture that holds recordings as JSONL, and what goes with them. */
export interface LedgerCase {
  /** The folder, seen from fixtures/. */
  readonly name: string;
  readonly folder: string;
  /** Its recordings. */
  readonly files: readonly string[];
}

const foldersIn = (folder: string): readonly string[] => (existsSync(folder) ? readdirSync(folder).sort() : []);

/** Every folder, so many levels below `area`, in which a file ends in .jsonl. */
export function ledgerCases(area: 'audits' | 'rules' | 'readers'): readonly LedgerCase[] {
  const names =
    area === 'audits'
      ? foldersIn(join(fixtures, area)).map((name) => join(area, name))
      : foldersIn(join(fixtures, area)).flatMap((group) => foldersIn(join(fixtures, area, group)).map((name) => join(area, group, name)));
  return names.flatMap((name) => {
    const folder = join(fixtures, name);
    const files = foldersIn(folder).filter((file) => file.endsWith('.jsonl'));
    return files.length === 0 ? [] : [{ name, folder, files }];
  });
}

async function givenIn(folder: string): Promise<GivenWorkflow | undefined> {
  const source = ['workflow.yaml', 'tools.json'].map((name) => join(folder, name)).find((path) => existsSync(path));
  if (source === undefined) return undefined;
  const read = await readDeclarations([source], resolveFiles);
  if (!read.ok) throw new Error(`${read.refusal.source}: ${read.refusal.detail}`);
  return read.workflow;
}

type Options = Parameters<typeof requestOf>[1];

function optionsIn(folder: string): Options {
  const path = join(folder, 'options.json');
  const options: Options = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
  return options;
}

/** The audit of a case as its folder describes it; of each file the bytes that `cut` leaves. */
export async function requestFor(
  { folder, files }: LedgerCase,
  cut: (bytes: Buffer) => Uint8Array = (bytes) => bytes,
): Promise<AuditRequest> {
  const inputs = files.map((file) => inputOf(file, cut(readFileSync(join(folder, file)))));
  return { ...requestOf(inputs, { ...optionsIn(folder), given: await givenIn(folder) }), payloads: payloadsIn(join(folder, 'payloads')) };
}
