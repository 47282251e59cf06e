import { createHash } from 'node:crypto';

/** SHA-256 over bytes that arrive in pieces. */
export interface Sha256Stream {
  update(bytes: Uint8Array): void;
  /** 64 lower-case hex digits; call once, at the end. */
  hex(): string;
}

export function openSha256(): Sha256Stream {
  const hash = createHash('sha256');
  return {
    update: (bytes) => void hash.update(bytes),
    hex: () => hash.digest('hex'),
  };
}
