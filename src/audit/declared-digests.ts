import { digestOf } from '../digest/sha256.ts';
import { isDigestOfValue } from '../digest/spellings.ts';
import { sliceOf } from '../json/slice.ts';
import type { UncheckedReason } from '../model/delta.ts';
import type { Declared, DeclaredDigest, StepDeclared } from '../model/event/declarations.ts';
import type { Site } from '../model/observation/base.ts';
import type { Observation } from '../model/observation.ts';
import type { SourceRecord } from '../model/record.ts';
import type { UncheckedNote } from '../replay/context.ts';
import type { Mismatch } from './payloads-verify.ts';

// What a declaration says its digest is: of the RFC 8785 form of the whole tool, or of a step's output schema (ledger.md §6).

interface Telling {
  observe(observation: Observation): void;
  unchecked(note: UncheckedNote): void;
}

type Weighed =
  | { readonly kind: 'true' }
  | { readonly kind: 'mismatch'; readonly mismatch: Mismatch }
  | { readonly kind: 'unknown'; readonly reason: UncheckedReason; readonly detail: string };

/** Holds the digest against what the event declares. Another spelling of the same declaration is the same declaration. */
function weigh({ sha256, value, subject, isRedacted }: DeclaredDigest, record: SourceRecord): Weighed {
  if (isRedacted) return unknown('redacted', 'a part of what the digest is over was redacted');
  if (value === undefined) return unknown('content-withheld', 'what the digest is over is not in the record');
  if (isDigestOfValue(sha256, value, () => sliceOf(record.text, subject))) return { kind: 'true' };
  // RFC 8785 knows doubles, whole characters and keys that are said once: of anything else its writer may have digested another reading
  if (record.defects.some(({ pointer }) => `${pointer}/`.startsWith(`${subject}/`)))
    return unknown('opaque', 'what the digest is over has no RFC 8785 form: two readers may read two values');
  const actual = digestOf(value);
  const detail = `the SHA-256 of what is declared is ${actual}`;
  return { kind: 'mismatch', mismatch: { fault: 'other-declaration', declared: sha256, recorded: actual, detail } };
}

const unknown = (reason: UncheckedReason, why: string): Weighed => ({
  kind: 'unknown',
  reason,
  detail: `the digest of this declaration could not be compared: ${why}`,
});

/** Tells a declaration of another digest than it gives itself. What it declares is in force all the same. */
export function tellDeclaredDigest(event: Declared | StepDeclared, { observe, unchecked }: Telling): void {
  const { digest, record, run } = event;
  if (digest === undefined) return;
  const site: Site = { record, pointer: digest.pointer, part: 'value' };
  const subject = event.kind === 'declared' ? { run, server: event.server, tool: event.tools[0]?.name } : { run, step: event.step };
  const weighed = weigh(digest, record);
  if (weighed.kind === 'mismatch') observe({ kind: 'payload-mismatch', site, subject, ...weighed.mismatch });
  if (weighed.kind !== 'unknown') return;
  const { reason, detail } = weighed;
  unchecked({ site, subject, gate: event.kind === 'declared' ? 'input' : 'output', reason, detail });
}
