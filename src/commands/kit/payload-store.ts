import type { PayloadFile, PayloadStore } from '../../audit.ts';
import { type Io, IoFailure } from '../../io/io.ts';
import { UsageError } from './usage.ts';

/** The largest payload that is read: as much as is sensible to hold beside the ledger, and more than a call or an answer has. */
export const largestPayload: number = 1 << 25;

/** The folder that `--payloads` named. Nothing in it is looked at until a record names it. */
export async function openPayloadStore(folder: string, io: Io): Promise<PayloadStore> {
  const { kind } = await io.look(folder);
  if (kind === 'missing') throw new UsageError(`${folder}: no such folder (--payloads wants the folder that the payload files are in)`);
  if (kind !== 'directory') throw new UsageError(`${folder}: is no folder (--payloads wants the folder that the payload files are in)`);
  return { name: folder, read: (digest) => readPayloadFile(folder, digest, io) };
}

const unusable = (detail: string): PayloadFile => ({ kind: 'unusable', reason: 'content-withheld', detail });

/** One file that cannot be read leaves one value unchecked, and says why: it does not end the audit. */
async function readPayloadFile(folder: string, digest: string, io: Io): Promise<PayloadFile> {
  try {
    const found = await io.readMember(folder, digest, largestPayload);
    switch (found.kind) {
      case 'file':
      case 'missing':
        return found;
      case 'too-large': {
        const detail = `the payload kept under this digest has ${found.bytes} bytes; at most ${largestPayload} are read`;
        return { kind: 'unusable', reason: 'limit:size', detail };
      }
      case 'other':
        return unusable('what the payload store has under this digest is no regular file, and is not read');
    }
  } catch (error) {
    if (error instanceof IoFailure) return unusable(`the payload kept under this digest cannot be read: ${error.reason}`);
    throw error;
  }
}
