import { type AuditRequest, audit } from './audit.ts';
import { differences, type ValueDifference } from './delta/values.ts';
import { type ComparedDeclarations, compareDeclarations, type DeclarationChange, type DeclarationChanges } from './diff/declarations.ts';
import { type Delta, deltaKinds } from './model/delta.ts';
import type { Finding } from './model/finding.ts';
import type { JsonValue } from './model/json.ts';
import { unreachable } from './model/unreachable.ts';

export type { DeclarationChange };

/** The two sides, by what they are. A further pair is a further kind. */
export type DiffRequest =
  /** One value and what was declared for it: the audit of that value, so that `diff` and `validate` cannot disagree. */
  | { readonly kind: 'declared'; readonly request: AuditRequest }
  | { readonly kind: 'values'; readonly before: JsonValue; readonly after: JsonValue }
  /** Two sets of declarations: what changed, and whom it hurts. */
  | ({ readonly kind: 'declarations' } & ComparedDeclarations);

export type DiffResult =
  | {
      readonly kind: 'declared';
      readonly deltas: readonly Delta[];
      /** Differences that fail nothing. */
      readonly notes: readonly Delta[];
      /** What is said about the declaration itself: code and message. */
      readonly remarks: readonly { readonly code: string; readonly message: string }[];
      /** Why no answer can be given. Never the same as "no differences". */
      readonly unchecked: readonly { readonly reason: string; readonly detail: string }[];
    }
  | { readonly kind: 'values'; readonly changes: readonly ValueDifference[] }
  | ({ readonly kind: 'declarations' } & DeclarationChanges);

/** Compares two sides. Never throws on data; what cannot be read passes through as an IoFailure. */
export async function diff(request: DiffRequest): Promise<DiffResult> {
  switch (request.kind) {
    case 'declared':
      return againstDeclaration(request.request);
    case 'values':
      return { kind: 'values', changes: differences(request.before, request.after) };
    case 'declarations':
      return { kind: 'declarations', ...compareDeclarations(request) };
    default:
      return unreachable(request);
  }
}

async function againstDeclaration(request: AuditRequest): Promise<DiffResult> {
  // one value has as many differences as it has
  const report = await audit({ ...request, listed: Number.POSITIVE_INFINITY });
  const deltas: Delta[] = [];
  const notes: Delta[] = [];
  const remarks: { readonly code: string; readonly message: string }[] = [];
  for (const finding of report.findings) {
    const delta = deltaOf(finding);
    if (delta === undefined) remarks.push({ code: finding.code, message: finding.message });
    else (finding.severity === 'note' ? notes : deltas).push(delta);
  }
  return { kind: 'declared', deltas, notes, remarks, unchecked: report.unchecked.map(({ reason, detail }) => ({ reason, detail })) };
}

/** A structural finding as the difference it reports; undefined for a finding about anything else. */
function deltaOf(finding: Finding): Delta | undefined {
  const kind = deltaKinds.find((known) => finding.code === `structure/${known}`);
  if (kind === undefined) return undefined;
  const { path = '', declared, recorded, detail, hint, repair, count, kind: reason } = finding;
  return {
    kind,
    path,
    ...(declared !== undefined && { declared }),
    ...(recorded !== undefined && { recorded }),
    ...(reason !== undefined && { reason }),
    ...(detail !== undefined && { detail }),
    ...(hint !== undefined && { hint }),
    ...(repair !== undefined && { repair }),
    ...(count !== undefined && { count }),
  };
}
