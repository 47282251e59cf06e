import { readFileSync } from 'node:fs';
import { type AuditInput, type AuditRequest, merge, scan } from '../../src/audit.ts';
import type { GivenWorkflow } from '../../src/declare/declared.ts';
import type { Report } from '../../src/model/report.ts';

/** An input held in memory, handed over in pieces of `size` bytes. */
export function inputOf(name: string, bytes: Uint8Array, size: number = 1 << 16): AuditInput {
  return {
    name,
    async *chunks() {
      for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
    },
  };
}

export function fileInput(path: string, name: string = path): AuditInput {
  return inputOf(name, readFileSync(path));
}

export function requestOf(
  inputs: readonly AuditInput[],
  options: Partial<AuditRequest['options']> & { readonly given?: GivenWorkflow | undefined } = {},
): AuditRequest {
  const { given, ...rest } = options;
  return {
    inputs,
    given,
    resources: new Map(),
    options: { command: 'replay', formats: 'assert', isClosedObjects: false, allowUnchecked: [], version: '0.0.0', ...rest },
  };
}

/** The audit in `count` parts, joined. */
export async function auditInParts(request: AuditRequest, count: number): Promise<Report> {
  const parts = [];
  for (let index = 0; index < count; index++) parts.push(await scan(request, { index, count }));
  return merge(request, parts);
}
