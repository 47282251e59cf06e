import { hash } from 'node:crypto';
import { canonicalize } from '../json/canonical.ts';
import type { JsonValue } from '../model/json.ts';

/** SHA-256 in lower-case hex. A text is digested as its UTF-8 bytes. */
export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex');
}

/** SHA-256 of the RFC 8785 form of a value, in lower-case hex. */
export function digestOf(value: JsonValue): string {
  return sha256(canonicalize(value));
}
