import type { GivenWorkflow, Resolve } from '../../src/declare/declared.ts';
import { readDeclarations } from '../../src/declare/read.ts';
import type { Report } from '../../src/model/report.ts';
import { auditInParts, inputOf, requestOf } from '../kit/audit.ts';
import type { Json } from './event.ts';

const encoder = new TextEncoder();

/** Audits a ledger as the command line would, without a file system. */
export async function auditText(text: string | Uint8Array, given: ReadonlyMap<string, Json> | undefined, parts = 1): Promise<Report> {
  const bytes = typeof text === 'string' ? encoder.encode(text) : text;
  return auditInParts(requestOf([inputOf('ledger.jsonl', bytes)], { given: await read(given) }), parts);
}

/** The same of a ledger that goes on in a second file. */
export async function auditTwo(texts: readonly [string, string], given: ReadonlyMap<string, Json> | undefined): Promise<Report> {
  const [first, second] = texts.map((text) => encoder.encode(text));
  const inputs = [inputOf('ledger.jsonl', first ?? encoder.encode('')), inputOf('later.jsonl', second ?? encoder.encode(''))];
  return auditInParts(requestOf(inputs, { given: await read(given) }), 1);
}

async function read(given: ReadonlyMap<string, Json> | undefined): Promise<GivenWorkflow | undefined> {
  if (given === undefined) return undefined;
  const resolve: Resolve = async (path) => {
    const file = given.get(path.replace(/^\.\//, ''));
    return file === undefined ? { kind: 'missing', reason: 'not given' } : { kind: 'file', bytes: encoder.encode(JSON.stringify(file)) };
  };
  const result = await readDeclarations(['workflow.json'], resolve);
  if (!result.ok) throw new Error(result.refusal.detail);
  return result.workflow;
}
