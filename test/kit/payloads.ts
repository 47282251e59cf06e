import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PayloadStore } from '../../src/audit.ts';

/** A folder of payload files as it lies beside a fixture; undefined where there is none. */
export function payloadsIn(folder: string): PayloadStore | undefined {
  if (!existsSync(folder)) return undefined;
  return {
    name: 'payloads',
    async read(digest) {
      const path = join(folder, digest);
      return existsSync(path) ? { kind: 'file', bytes: readFileSync(path) } : { kind: 'missing' };
    },
  };
}
