import { indexOfToken, pointerTokens } from '../json/pointer.ts';
import { sha256 } from './sha256.ts';

/** What a finding is about, apart from where and when it was recorded. */
export interface Fingerprinted {
  readonly code: string;
  readonly server?: string | undefined;
  readonly tool?: string | undefined;
  readonly gate?: string | undefined;
  readonly kind?: string | undefined;
  readonly path?: string | undefined;
}

/**
 * The first 16 hex of SHA-256 over those six, so that the same fault in a new recording has the same fingerprint. As a
 * JSON array, because joined texts could be cut in two ways; array indices (and names that look like one) are `*`.
 */
export function fingerprintOf({ code, server, tool, gate, kind, path }: Fingerprinted): string {
  const tokens = path === undefined ? null : pointerTokens(path).map((token) => (indexOfToken(token) === undefined ? token : '*'));
  return sha256(JSON.stringify([code, server ?? null, tool ?? null, gate ?? null, kind ?? null, tokens])).slice(0, 16);
}
