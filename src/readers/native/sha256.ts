import type { JsonValue } from '../../model/json.ts';
import { type NativeLine, noteMisshapen } from './line.ts';
import { isRedacted } from './redacted.ts';

/** What is said of a member that should be a digest. */
export const noDigest = 'not 64 digits of hexadecimal';
export const otherSpelling = 'spelled otherwise than in 64 digits of lower-case hexadecimal';

export interface Digits {
  readonly sha256: string;
  /** Spelled as the ledger spells it. */
  readonly isPlain: boolean;
}

const plain = /^[0-9a-f]{64}$/;
const spelled = /^(?:sha256:)?([0-9a-f]{64})$/i;

/** A SHA-256 as its lower-case digits. Upper case, or the name of the algorithm before it, is a spelling, and no other digest. */
export function digitsOf(value: JsonValue | undefined): Digits | undefined {
  if (typeof value !== 'string') return undefined;
  if (plain.test(value)) return { sha256: value, isPlain: true };
  const digits = spelled.exec(value)?.[1];
  return digits === undefined ? undefined : { sha256: digits.toLowerCase(), isPlain: false };
}

/** The digest at a member (`workflow/sha256`), where it is there and is one. Any other shape or spelling is told. */
export function sha256At(line: NativeLine, path: string, value: JsonValue | undefined): string | undefined {
  if (value === undefined) return undefined;
  const digits = digitsOf(value);
  if (digits?.isPlain !== true && !isRedacted(line.event, path)) {
    const pointer = `${line.prefix}/${path}`;
    if (digits === undefined) noteMisshapen(line, { pointer, what: 'digest', detail: noDigest });
    else noteMisshapen(line, { pointer, what: 'spelling', detail: otherSpelling });
  }
  return digits?.sha256;
}
