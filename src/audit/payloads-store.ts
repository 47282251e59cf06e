import { sha256 } from '../digest/sha256.ts';
import type { UncheckedReason } from '../model/delta.ts';
import { decodeUtf8 } from '../text/utf8.ts';

/** What a payload store answers for one digest. */
export type PayloadFile =
  | { readonly kind: 'file'; readonly bytes: Uint8Array }
  | { readonly kind: 'missing' }
  /** There is something of that name, and it was not read. */
  | { readonly kind: 'unusable'; readonly reason: UncheckedReason; readonly detail: string };

/** Payloads kept outside of the ledger, each under the SHA-256 of its bytes. Handed in: the audit never sees where they lie. */
export interface PayloadStore {
  /** As the user wrote it. */
  readonly name: string;
  /** `digest` is 64 lower-case hexadecimal digits. Rejects only where the store itself fails. */
  read(digest: string): Promise<PayloadFile>;
}

/** What is kept under a digest, verified. */
export type Kept =
  | { readonly kind: 'text'; readonly text: string }
  /** The right bytes, and no UTF-8. */
  | { readonly kind: 'binary' }
  | { readonly kind: 'missing' }
  /** Other bytes than the name says; `actual` is their digest. */
  | { readonly kind: 'damaged'; readonly actual: string }
  | { readonly kind: 'unusable'; readonly reason: UncheckedReason; readonly detail: string };

/** Looks payloads up one by one. */
export interface Shelf {
  take(digest: string): Promise<Kept>;
}

const digestForm = /^[0-9a-f]{64}$/;

/** Payloads that are remembered, since the stages of one call name the same digest in turn: so many, of so many UTF-16 units in all. */
const mostRemembered = 64;
const mostUnits = 1 << 22;
const longestRemembered = 1 << 18;

/** Verifies what the store hands out. Of a store of any size it holds a few payloads at a time. */
export function openShelf(store: PayloadStore): Shelf {
  const recent = new Map<string, Kept>();
  let units = 0;

  const remember = (digest: string, kept: Kept): void => {
    const length = lengthOf(kept);
    if (length > longestRemembered) return;
    recent.set(digest, kept);
    units += length;
    for (const [oldest, forgotten] of recent) {
      if (recent.size <= mostRemembered && units <= mostUnits) break;
      recent.delete(oldest);
      units -= lengthOf(forgotten);
    }
  };

  return {
    async take(digest) {
      // what is no digest names no file: it must never reach a file system, whatever path it spells
      if (!digestForm.test(digest)) return { kind: 'missing' };
      const known = recent.get(digest);
      if (known !== undefined) return known;
      const kept = verify(digest, await store.read(digest));
      remember(digest, kept);
      return kept;
    },
  };
}

const lengthOf = (kept: Kept): number => (kept.kind === 'text' ? kept.text.length : 0);

function verify(digest: string, file: PayloadFile): Kept {
  if (file.kind !== 'file') return file;
  const actual = sha256(file.bytes);
  if (actual !== digest) return { kind: 'damaged', actual };
  const text = decodeUtf8(file.bytes);
  return text === undefined ? { kind: 'binary' } : { kind: 'text', text };
}
